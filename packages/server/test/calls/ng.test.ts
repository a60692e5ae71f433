import assert from 'node:assert/strict'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { test, type TestContext } from 'node:test'
import { connectNg, EngineFailed } from '../../src/calls/media/ng.ts'
import { realIds } from '../../src/platform/ids.ts'

/** An engine that leaves the first so many attempts without an answer. */
async function engine(t: TestContext, missed: number) {
  const socket = createSocket('udp4')
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  t.after(() => socket.close())
  const cookies: string[] = []
  socket.on('message', (bytes, from) => {
    const cookie = bytes.toString().split(' ', 1)[0] ?? ''
    cookies.push(cookie)
    if (cookies.length > missed) socket.send(`${cookie} {"result":"ok"}`, from.port, from.address)
  })
  const ng = await connectNg({ port: socket.address().port, ids: realIds })
  return { ng, cookies }
}

test('an engine that does not answer for some seconds is asked again with the same cookie', async (t) => {
  const { ng, cookies } = await engine(t, 10)
  t.after(() => ng.close())
  assert.equal((await ng.ask('offer')).result, 'ok')
  assert.equal(cookies.length, 11)
  assert.equal(new Set(cookies).size, 1)
})

test('an engine that is closed is not asked any more', async (t) => {
  const { ng } = await engine(t, Infinity)
  const asked = assert.rejects(ng.ask('offer'), EngineFailed)
  ng.close()
  await asked
})
