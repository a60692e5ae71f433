import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { testKinds } from '../../db.ts'
import { startTestServer, type TestServer } from '../../test-server.ts'
import { nextId, WIDGET, WIDGET_ID } from './page.ts'
import { openSlowPage } from './slow-page.ts'

for (const kind of testKinds())
  suite(`a page without a socket, ${kind}`, () => {
    let server: TestServer
    before(async () => {
      server = await startTestServer({ kind, channels: [WIDGET] })
    })
    after(() => server.close())

    test('a long-polling page uses the same frames: it writes, and its request is held until an answer', async () => {
      const page = openSlowPage(server, 'slow')
      const came = [...(await page.ask([page.hello(), { t: 'message', id: nextId(), text: 'hi' }], { wait: 5000 }))]
      while (!came.some(({ t }) => t === 'done')) came.push(...(await page.ask([], { wait: 5000 })))
      assert.equal(came[0]?.t, 'ready')
      const ann = server.agent()
      const chat = (await ann.chats()).find(({ visitor }) => visitor.number === '1')?.id ?? 0
      await ann.accepts(chat)
      while (!came.some((one) => one.t === 'entries' && one.entries.some(({ type }) => type === 'agent.joined')))
        came.push(...(await page.ask([], { wait: 5000 })))
      const waiting = page.ask([], { wait: 20_000 })
      await ann.writes(chat, 'hello')
      const [frame] = await waiting
      assert.equal(frame?.t === 'entries' && frame.entries[0]?.type === 'message' && frame.entries[0].text, 'hello')
    })

    test('frames of a lost answer are sent again, and no frame is handled twice', async () => {
      const page = openSlowPage(server, 'unlucky')
      await page.ask([page.hello()], { wait: 5000 })
      const lost = await page.ask([{ t: 'number', id: nextId() }], { wait: 5000, lost: true })
      const again = await page.ask([], { wait: 0 })
      assert.equal(lost.length, 1)
      assert.deepEqual(again, lost)
      assert.deepEqual(await page.ask([], { wait: 0 }), [])
    })

    test('a body that is not a list of frames is refused with a sentence', async () => {
      for (const body of ['', '[]', '{}', '{"session":"short","after":0,"wait":0,"frames":[]}']) {
        const answer = await server.ask(`/widget/${WIDGET_ID}/frames`, { method: 'POST', body })
        assert.equal(answer.status, 400, body)
      }
      const none = await server.ask('/widget/Nobody0000/frames', { method: 'POST', body: '{}' })
      assert.equal(none.status, 404)
    })

    test('a server that closes ends held requests, and does not wait for the page', async () => {
      const ending = await startTestServer({ kind, channels: [WIDGET] })
      const page = openSlowPage(ending, 'last')
      await page.ask([page.hello()], { wait: 5000 })
      // A client without a closing handshake delays the close for a moment, in which pages are still served.
      const ann = await ending.agent().connects()
      ann.socket.pause()
      const waiting = page.post([], { wait: 25_000 })
      const stopped = ending.stop()
      assert.equal((await waiting).status, 503)
      const late = openSlowPage(ending, 'late')
      assert.equal((await late.post([late.hello()])).status, 503)
      await stopped
      ann.socket.terminate()
      await ending.close()
    })
  })
