import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { makeHttpServer } from './http-server.ts'
import type { LoopTurns } from './loop-turns.ts'

test('T46 a request with a body is charged for more than its start, and one without is not', async (t) => {
  const charges: (number | undefined)[] = []
  const turns: LoopTurns = {
    run(_key, job, charge) {
      charges.push(charge)
      job()
      return true
    },
  }
  const server = makeHttpServer(
    (_request, response) => response.end(),
    () => {},
    turns,
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  const { port } = server.address() as AddressInfo
  const send = async (method: string, headers: Record<string, string>, body = '') => {
    const sent = request({ port, host: '127.0.0.1', method, headers, agent: false }).end(body)
    const [response] = await once(sent, 'response')
    response.resume()
    return charges.pop() ?? 0
  }
  assert.equal(await send('GET', {}), 0)
  assert.equal(await send('POST', { 'content-length': '0' }), 0)
  assert.ok((await send('POST', { 'content-length': '4' }, 'text')) > 0)
  assert.ok((await send('POST', { 'transfer-encoding': 'chunked' }, 'text')) > 0)
})
