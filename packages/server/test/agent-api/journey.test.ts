import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { testKinds } from '../db.ts'
import { ANN, BOB, startTestServer, tokenOf } from '../test-server.ts'

for (const kind of testKinds())
  suite(`the agent API, ${kind}`, () => {
    test('a conversation from the inbox to the closed list', async () => {
      const testServer = await startTestServer({ kind })
      try {
        const ann = testServer.agent(ANN)
        const visitor = testServer.visitor('v1', { name: 'Vera' })
        const live = await ann.connects()
        assert.equal((await visitor.writes('hello')).status, 200)

        const seen = await live.seesChat((chat) => chat.last === 1)
        assert.equal(seen.preview, 'hello')
        const [chat] = await ann.chats('?view=waiting')
        assert.ok(chat)
        assert.deepEqual(chat, { ...seen, seen: 0 })

        live.send({ type: 'follow', chat: chat.id, after: 0 })
        await live.sees((frame) => frame.type === 'entries')
        const accepted = await ann.accepts(chat.id)
        assert.equal(accepted.body['owner'], 'agent')
        assert.deepEqual(
          (await ann.chats('?view=mine')).map(({ id }) => id),
          [chat.id],
        )
        assert.deepEqual(await ann.chats('?view=waiting'), [])
        const n = await ann.writes(chat.id, 'good day')
        assert.equal(n, 3)
        await ann.call('POST', `/chats/${chat.id}/read`, { n: 1, received: 1 })
        await live.sees((frame) => frame.type === 'seen' && frame.seen === 1)
        assert.equal((await ann.chat(chat.id)).seen, 1)
        const closed = await ann.closes(chat.id)
        assert.equal(closed.body['state'], 'closed')
        assert.deepEqual(
          (await ann.chats('?state=closed')).map(({ id }) => id),
          [chat.id],
        )
        assert.deepEqual(await ann.chats(), [])
        await testServer.settled()
        const entries = await ann.entries(chat.id)
        await live.sees((frame) => frame.type === 'entries' && frame.entries.at(-1)?.n === entries.at(-1)?.n)
        assert.deepEqual(live.entriesOf(chat.id), entries)
        live.close()
      } finally {
        await testServer.close()
      }
    })

    test('a file goes to the customer with its caption', async () => {
      const testServer = await startTestServer({ kind, env: { PUBLIC_URL: 'http://desk.test' } })
      try {
        const [ann, bob] = [testServer.agent(ANN), testServer.agent(BOB)]
        await testServer.visitor('v1').writes('hello')
        const form = () => {
          const made = new FormData()
          made.set('text', 'the plan')
          made.set('file', new Blob(['1 2 3']), 'plan.txt')
          return made
        }
        const authorization = `Bearer ${tokenOf(ANN)}`
        const early = await testServer.ask('/api/chats/1/files', {
          method: 'POST',
          headers: { authorization },
          body: form(),
        })
        assert.equal(early.status, 409)
        assert.match(early.text, /"not_yours"/)
        await ann.accepts(1)
        const headers = { authorization, 'idempotency-key': 'k1' }
        const sent = await testServer.ask('/api/chats/1/files', { method: 'POST', headers, body: form() })
        assert.deepEqual(sent.body, { n: 3 })
        const again = await testServer.ask('/api/chats/1/files', { method: 'POST', headers, body: form() })
        assert.deepEqual(again.body, { n: 3 })
        const message = (await bob.entries(1)).find(({ n }) => n === 3)
        assert.ok(message?.type === 'message')
        const [plan] = message.attachments
        assert.equal(message.text, 'the plan')
        assert.equal(plan?.state, 'stored')
        const file = await testServer.ask(new URL(plan?.url ?? '').pathname)
        assert.equal(file.text, '1 2 3')
      } finally {
        await testServer.close()
      }
    })
  })
