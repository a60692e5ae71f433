import assert from 'node:assert/strict'
import { test } from 'node:test'
import { freePort } from '../free-port.ts'
import { ServerProcess } from '../checker/server-process.ts'
import { makePlace } from '../db.ts'

test('R1 a second server on the same embedded folder exits with one clear sentence, and the first continues', async () => {
  const place = await makePlace('embedded')
  const options = { place, serverUrl: 'http://127.0.0.1:1' }
  const first = new ServerProcess(options, await freePort())
  const second = new ServerProcess(options, await freePort())
  try {
    await first.start()
    second.launch()
    assert.equal(await second.ended(), 1)
    assert.equal(second.lines.length, 1, second.lines.join('\n'))
    assert.match(second.lines[0] ?? '', /^Another Deskbell is running on .*Stop it first.*DATA_DIR.*DATABASE_URL/)
    assert.equal((await fetch(`${first.url}/healthz`)).status, 200)

    // The folder is free even though the first server was killed.
    await first.kill()
    await second.start()
    assert.equal((await fetch(`${second.url}/healthz`)).status, 200)
  } finally {
    await first.close()
    await second.close()
    await place.drop()
  }
})
