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

/** Runs the program until it ends: its code, and what it said. */
async function run(env: Record<string, string>): Promise<{ code: unknown; said: string }> {
  const program = spawn(process.execPath, [MAIN], {
    env: { PATH: process.env['PATH'], HOST: '127.0.0.1', ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  program.stderr.on('data', (text: Buffer) => (said += text.toString()))
  const [code] = await once(program, 'exit', { signal: AbortSignal.timeout(60_000) }).catch(() => {
    program.kill('SIGKILL')
    return ['it went on']
  })
  return { code, said }
}

describe('the program', () => {
  for (const kind of testKinds())
    test(`says in one sentence that its port is taken, and ends, ${kind}`, async () => {
      const other = createServer().listen(0, '127.0.0.1')
      await once(other, 'listening')
      const { port } = other.address() as AddressInfo
      const place = await makePlace(kind)
      const dataDir = place.dataDir || mkdtempSync(join(tmpdir(), 'deskbell-main-'))
      const { code, said } = await run({
        PORT: String(port),
        DATA_DIR: dataDir,
        ...(place.databaseUrl && { DATABASE_URL: place.databaseUrl }),
      })
      assert.equal(code, 1)
      assert.match(said, new RegExp(`^Cannot listen on 127\\.0\\.0\\.1:${port}: another program listens there\\..*\n$`))
      other.close()
      await place.drop()
      rmSync(dataDir, { recursive: true, force: true })
    })

  test('says where it is at each start, and its first password at the first alone', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'deskbell-main-'))
    const starts: string[] = []
    for (const _ of ['first', 'second']) {
      const program = spawn(process.execPath, [MAIN], {
        env: { PATH: process.env['PATH'], HOST: '127.0.0.1', PORT: '0', DATA_DIR: dataDir },
        stdio: ['ignore', 'pipe', 'ignore'],
      })
      let said = ''
      for await (const text of program.stdout) {
        said += String(text)
        if (/Try the widget .+\n/.test(said)) break
      }
      program.kill('SIGTERM')
      await once(program, 'exit', { signal: AbortSignal.timeout(30_000) })
      starts.push(said)
    }
    const addresses = starts.map((said) => /http:\S+\/talk\/\w{10}/.exec(said)?.[0])
    assert.ok(addresses[0])
    assert.equal(addresses[1], addresses[0])
    assert.ok(starts.every((said) => said.includes('Agent application  http://localhost')))
    assert.deepEqual(
      starts.map((said) => said.includes('Password')),
      [true, false],
    )
    rmSync(dataDir, { recursive: true, force: true })
  })

  test('W17 says in one sentence that the operator’s table of places cannot be read, and ends', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'deskbell-main-'))
    const { code, said } = await run({ PORT: '0', DATA_DIR: dataDir, GEOIP_DB: join(dataDir, 'city.mmdb') })
    assert.equal(code, 1)
    assert.equal(said, `GEOIP_DB is ${join(dataDir, 'city.mmdb')}, which does not exist.\n`)
    rmSync(dataDir, { recursive: true })
  })
})
