import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { makePlace, testKinds } from './db.ts'

const MAIN = new URL('../src/main.ts', import.meta.url).pathname

/** Runs the program until it exits. Resolves with its exit code and what it printed. */
async function run(env: Record<string, string>): Promise<{ code: unknown; printed: string }> {
  const program = spawn(process.execPath, [MAIN], {
    env: { PATH: process.env['PATH'], HOST: '127.0.0.1', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let printed = ''
  program.stderr.on('data', (text: Buffer) => (printed += text.toString()))
  const [code] = await once(program, 'exit', { signal: AbortSignal.timeout(60_000) }).catch(() => {
    program.kill('SIGKILL')
    return ['it went on']
  })
  return { code, printed }
}

describe('the program', () => {
  for (const kind of testKinds())
    test(`prints one sentence when its port is in use, and exits, ${kind}`, async () => {
      const other = createServer().listen(0, '127.0.0.1')
      await once(other, 'listening')
      const { port } = other.address() as AddressInfo
      const place = await makePlace(kind)
      const dataDir = place.dataDir || mkdtempSync(join(tmpdir(), 'deskbell-main-'))
      const { code, printed } = await run({
        PORT: String(port),
        DATA_DIR: dataDir,
        ...(place.databaseUrl && { DATABASE_URL: place.databaseUrl }),
      })
      assert.equal(code, 1)
      assert.match(
        printed,
        new RegExp(`^Cannot listen on 127\\.0\\.0\\.1:${port}: another program listens there\\..*\n$`),
      )
      other.close()
      await place.drop()
      rmSync(dataDir, { recursive: true, force: true })
    })

  test('prints its URLs at each start, and the first password only at the first start', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'deskbell-main-'))
    const starts: string[] = []
    for (const _ of ['first', 'second']) {
      const program = spawn(process.execPath, [MAIN], {
        env: { PATH: process.env['PATH'], HOST: '127.0.0.1', PORT: '0', DATA_DIR: dataDir },
        stdio: ['ignore', 'pipe', 'ignore'],
      })
      let printed = ''
      for await (const text of program.stdout) {
        printed += String(text)
        if (/Try the widget .+\n/.test(printed)) break
      }
      program.kill('SIGTERM')
      await once(program, 'exit', { signal: AbortSignal.timeout(30_000) })
      starts.push(printed)
    }
    const addresses = starts.map((printed) => /http:\S+\/talk\/\w{10}/.exec(printed)?.[0])
    assert.ok(addresses[0])
    assert.equal(addresses[1], addresses[0])
    assert.ok(starts.every((printed) => printed.includes('Agent application  http://localhost')))
    assert.deepEqual(
      starts.map((printed) => printed.includes('Password')),
      [true, false],
    )
    rmSync(dataDir, { recursive: true, force: true })
  })

  test('W17 prints one sentence when GEOIP_DB cannot be read, and exits', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'deskbell-main-'))
    const { code, printed } = await run({ PORT: '0', DATA_DIR: dataDir, GEOIP_DB: join(dataDir, 'city.mmdb') })
    assert.equal(code, 1)
    assert.equal(printed, `GEOIP_DB is ${join(dataDir, 'city.mmdb')}, which does not exist.\n`)
    rmSync(dataDir, { recursive: true })
  })
})
