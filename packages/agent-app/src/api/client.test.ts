import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mock, test, type TestContext } from 'node:test'
import { ApiError, call } from './client.ts'

/** A server of the API that answers each request like this; the application's addresses are relative to it. */
async function serve(t: TestContext, answer: (response: ServerResponse) => void): Promise<void> {
  const server = createServer((_request, response) => answer(response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const { fetch } = globalThis
  const relative = mock.method(globalThis, 'fetch', (path: string, init?: RequestInit) =>
    fetch(new URL(path, `http://127.0.0.1:${port}`), init),
  )
  t.after(() => {
    relative.mock.restore()
    server.closeAllConnections()
    server.close()
  })
}

/** Sends the head and half of the body, then cuts the connection. */
const cut = (status: number) => (response: ServerResponse) => {
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': '100' })
  response.write('{"id":')
  setImmediate(() => response.destroy())
}

test('an answer that breaks off is not taken for an empty one: the request may be repeated', async (t) => {
  await serve(t, cut(200))
  await assert.rejects(call('GET /me'), (error) => error instanceof ApiError && error.mayPass)
})

test('of a refusal that breaks off the status is reported', async (t) => {
  await serve(t, cut(503))
  await assert.rejects(call('GET /me'), (error) => error instanceof ApiError && error.status === 503)
})

test('a request that is aborted inside its answer rejects with the abort', async (t) => {
  const abort = new AbortController()
  await serve(t, (response) => {
    response.writeHead(200, { 'content-length': '100' }).write('{')
    setImmediate(() => abort.abort(new DOMException('left', 'AbortError')))
  })
  await assert.rejects(call('GET /me', { signal: abort.signal }), { name: 'AbortError' })
})
