import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Finding } from '../src/platform/finding.ts'
import { ServerProcess } from './checker/server-process.ts'
import { makePlace, testKinds } from './db.ts'
import { freePort } from './free-port.ts'
import { startPost } from './mail/post.ts'
import { canStartNats, startNats } from './nats.ts'
import { startReceiver } from './tracing/receiver.ts'

const DESKBELL = fileURLToPath(new URL('../../../bin/deskbell', import.meta.url))

interface Line extends Finding {
  readonly area: string
}

/** Runs `deskbell doctor` as an operator does. */
async function run(env: Record<string, string>, ...args: string[]): Promise<{ code: unknown; printed: string }> {
  const program = spawn(DESKBELL, ['doctor', ...args], {
    env: { PATH: process.env['PATH'], DESKBELL_ENV: '/nowhere', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: 120_000,
  })
  let printed = ''
  program.stdout.on('data', (bytes: Buffer) => (printed += bytes.toString()))
  const [code] = await once(program, 'close')
  return { code, printed }
}

async function findings(env: Record<string, string>): Promise<{ code: unknown; lines: Line[] }> {
  const { code, printed } = await run(env, '--json')
  return { code, lines: JSON.parse(printed) as Line[] }
}

const inArea = (lines: readonly Line[], area: string) => lines.filter((line) => line.area === area)
const states = (lines: readonly Line[]) => lines.map(({ state }) => state)

describe('deskbell doctor', () => {
  test('R28 names the setting that is wrong, and nothing else', async () => {
    const { code, lines } = await findings({ PORT: 'many' })
    assert.equal(code, 1)
    assert.deepEqual(
      lines.map(({ area, state }) => [area, state]),
      [['Settings', 'fault']],
    )
    assert.match(lines[0]?.says ?? '', /PORT/)
  })

  test('R28 of a new installation nothing is wrong, and it changes nothing', async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'deskbell-doctor-test-'))
    t.after(() => rmSync(folder, { recursive: true, force: true }))
    const dataDir = join(folder, 'data')
    const port = String(await freePort())
    const { code, lines } = await findings({ DATA_DIR: dataDir, PORT: port, MIN_FREE_DISK: '0' })
    assert.equal(code, 0, JSON.stringify(lines))
    assert.match(inArea(lines, 'Database')[0]?.says ?? '', /first start makes one/)
    assert.match(inArea(lines, 'Files')[0]?.says ?? '', /first start makes it/)
    assert.match(inArea(lines, 'Addresses')[0]?.says ?? '', /No Deskbell answers/)
    const { code: again, printed } = await run({ DATA_DIR: dataDir, PORT: port, MIN_FREE_DISK: '0' })
    assert.equal(again, 0)
    assert.match(printed, /0 things do not work|Nothing is wrong/)
    assert.equal(existsSync(dataDir), false)
  })

  test('R28 says what to do about what cannot be reached', async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'deskbell-doctor-test-'))
    t.after(() => rmSync(folder, { recursive: true, force: true }))
    chmodSync(folder, 0o755)
    const port = await freePort()
    const { code, lines } = await findings({
      DATA_DIR: folder,
      PORT: String(port),
      DATABASE_URL: `postgres://desk@127.0.0.1:${port}/desk`,
      NATS_URL: `nats://127.0.0.1:${port}`,
      SECRET_KEY: 'a key for tests alone',
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_BUCKET: 'files',
      S3_ACCESS_KEY: 'a',
      S3_SECRET_KEY: 'b',
      SMTP_URL: `smtp://127.0.0.1:${port}`,
      MAIL_FROM: 'desk@shop.test',
      PUBLIC_URL: 'http://desk.shop.test',
      RTPENGINE: 'no-such-engine',
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
    })
    assert.equal(code, 1)
    for (const area of ['Database', 'Bus', 'Mail', 'Traces']) {
      const [first] = inArea(lines, area)
      assert.equal(first?.state, 'fault', area)
      assert.match(`${first?.says}`, /ECONNREFUSED|refused/i, area)
    }
    for (const area of ['Bus', 'Mail', 'Traces']) assert.ok(inArea(lines, area)[0]?.todo, area)
    const files = inArea(lines, 'Files')
    assert.match(files.find(({ state }) => state === 'warning')?.todo ?? '', /chmod -R go=/)
    assert.equal(files.at(-1)?.state, 'fault')
    assert.match(inArea(lines, 'Addresses').find(({ state }) => state === 'fault')?.says ?? '', /begins with http:/)
    assert.match(inArea(lines, 'Calls')[0]?.todo ?? '', /apt-get install/)
  })

  for (const kind of testKinds())
    test(`R28 tells of a running desk what it measured, ${kind}`, async (t) => {
      const post = await startPost()
      const receiver = await startReceiver()
      const nats = kind === 'server' && canStartNats ? await startNats() : undefined
      const place = await makePlace(kind)
      const shared = {
        SMTP_URL: post.url,
        MAIL_FROM: 'desk@shop.test',
        OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
        ...(nats && { NATS_URL: nats.url }),
      }
      const server = new ServerProcess({ place, serverUrl: 'http://127.0.0.1:9', env: shared }, await freePort())
      t.after(async () => {
        await server.close()
        await nats?.stop()
        await post.close()
        await receiver.close()
        await place.drop()
      })
      await server.start()
      const env = {
        ...shared,
        HOST: '127.0.0.1',
        PORT: String(server.port),
        ALLOW_TARGETS: '127.0.0.1',
        SECRET_KEY: 'a key for tests alone',
        MIN_FREE_DISK: '0',
        DATA_DIR: place.dataDir || server.folder,
        ...(place.databaseUrl && { DATABASE_URL: place.databaseUrl }),
      }
      const { code, lines } = await findings(env)
      // Tests keep their data in memory where they can.
      const isInMemory = ({ says }: Line) => says.startsWith('DATA_DIR is a folder in memory')
      const faults = lines.filter((line) => line.state === 'fault' && !isInMemory(line))
      assert.deepEqual([code, faults], [lines.some(isInMemory) ? 1 : 0, []], JSON.stringify(lines))
      assert.match(inArea(lines, 'Addresses')[0]?.says ?? '', /accepts messages/)
      assert.match(inArea(lines, 'Mail')[0]?.says ?? '', /accepts this desk/)
      assert.match(inArea(lines, 'Traces')[0]?.says ?? '', /takes them/)
      if (kind === 'embedded') {
        assert.match(inArea(lines, 'Database')[0]?.says ?? '', /Deskbell is running on it/)
        return
      }
      assert.ok(inArea(lines, 'Database').some(({ says }) => says === 'The tables are those of this version.'))
      assert.match(inArea(lines, 'Key')[0]?.says ?? '', /opens the stored secrets/)
      assert.match(inArea(lines, 'Processes')[0]?.says ?? '', /^1 process is running/)
      if (nats) assert.match(inArea(lines, 'Bus')[0]?.says ?? '', /came back in/)
      const wrong = await findings({ ...env, SECRET_KEY: 'another key, of another desk' })
      assert.deepEqual(states(inArea(wrong.lines, 'Key')), ['fault'])
      assert.equal(wrong.code, 1)
    })
})
