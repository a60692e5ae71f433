import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { WebSocket } from 'ws'
import { freePort } from '../free-port.ts'
import { ServerProcess } from '../checker/server-process.ts'
import { makePlace, testKinds } from '../db.ts'
import { get, openClient, upgrade } from '../http/client.ts'
import { ANN, tokenOf } from '../test-server.ts'
import { startIntegratorServer } from '../integrator-server.ts'
import { soon } from '../channels/widget/soon.ts'

const WITHIN = 10_000
const LAST = 'the last words'
const headers = { authorization: `Bearer ${tokenOf(ANN)}` }

for (const kind of testKinds())
  test(`T37 SIGTERM ends the process in time whatever its connections do, and it releases its leases, ${kind}`, async () => {
    const place = await makePlace(kind)
    const integrator = await startIntegratorServer()
    // A delivery that waits for its next attempt when the process gets SIGTERM.
    integrator.behaves((_request, response) => void response.writeHead(500).end())
    const server = new ServerProcess(
      { place, serverUrl: integrator.url, env: { PUBLIC_URL: 'http://desk.test' } },
      await freePort(),
    )
    const attempts = () => integrator.requests.filter(({ body }) => body.includes(LAST)).length
    try {
      await server.start()
      const film = await sendFilm(server)
      await post(server.channelUrl, { sender: { id: 'v2' }, message: { type: 'text', text: 'and me?' } })
      await post(`${server.url}/api/chats/2/accept`, {})

      const idle = await openClient(server.url)
      idle.socket.write(get('/version'))
      await soon(() => idle.received.includes('200 OK'))
      const silent = await openClient(server.url)
      const halfHeader = await openClient(server.url)
      halfHeader.socket.write('GET /version HTTP/1.1\r\nHo')
      const halfBody = await openClient(server.url)
      halfBody.socket.write(
        `POST ${new URL(server.channelUrl).pathname} HTTP/1.1\r\nHost: a\r\nContent-Length: 99\r\n\r\n{`,
      )
      const upload = await openClient(server.url)
      upload.socket.write(
        `POST /api/chats/1/files HTTP/1.1\r\nHost: desk.test\r\nAuthorization: ${headers.authorization}\r\n` +
          'Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 999\r\n\r\n' +
          '--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nhalf of it',
      )
      const unread = await openClient(server.url, { reads: false })
      unread.socket.write(get(film))
      // The client does not speak WebSocket, so it never answers the close frame.
      const deaf = await openClient(server.url)
      deaf.socket.write(
        upgrade('/api/socket').replace('\r\n\r\n', `\r\nAuthorization: ${headers.authorization}\r\n\r\n`),
      )
      await soon(() => deaf.received.includes('101 Switching'))
      const agent = new WebSocket(`${server.url.replace('http', 'ws')}/api/socket`, { headers })
      const left = new Promise<number>((resolve) => agent.once('close', resolve))
      await new Promise((resolve) => agent.once('open', resolve))

      await post(`${server.url}/api/chats/2/messages`, { text: LAST })
      await soon(() => attempts() > 0, 20_000)
      const began = performance.now()
      const ended = server.ended()
      server.signal('SIGTERM')
      // A second signal, as npm sends it, changes nothing.
      server.signal('SIGTERM')
      assert.ok((await idle.closed) > 0)
      const idleFor = performance.now() - began
      assert.equal(await ended, 0, server.lines.join('\n'))
      const took = performance.now() - began
      assert.ok(took < WITHIN, `${took} ms`)
      assert.ok(idleFor < took, 'an idle connection is closed at once')
      assert.equal(await left, 1001)
      for (const { socket } of [silent, halfHeader, halfBody, upload, unread, deaf]) socket.destroy()

      // The next process opens the folder and claims the delivery at once: no lease has to expire.
      integrator.behaves((_request, response) => void response.end('{"result":"ok"}'))
      const before = attempts()
      await server.start()
      await soon(() => attempts() > before, 15_000)
      server.signal('SIGTERM')
      assert.equal(await server.ended(), 0)
    } finally {
      await server.close()
      await integrator.close()
      await place.drop()
    }
  })

/** An agent sends a video into a chat. Resolves with its path. */
async function sendFilm(server: ServerProcess): Promise<string> {
  await post(server.channelUrl, { sender: { id: 'v1' }, message: { type: 'text', text: 'send me the film' } })
  await post(`${server.url}/api/chats/1/accept`, {})
  const form = new FormData()
  form.set('file', new Blob([randomBytes(20 * 1024 * 1024)]), 'film.bin')
  const sent = await fetch(`${server.url}/api/chats/1/files`, { method: 'POST', headers, body: form })
  assert.equal(sent.status, 200)
  const read = await fetch(`${server.url}/api/chats/1/entries?after=0`, { headers })
  const { entries } = (await read.json()) as { entries: { attachments?: { url?: string }[] }[] }
  const [url] = entries.flatMap(({ attachments = [] }) => attachments.flatMap((one) => one.url ?? []))
  assert.ok(url)
  return url
}

async function post(url: string, body: object): Promise<void> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  assert.ok(answer.ok, `${url}: ${answer.status}`)
}
