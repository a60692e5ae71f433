import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { testKinds } from '../db.ts'
import { ANN, BOB } from '../test-server.ts'
import { startServer } from './servers.ts'

for (const kind of testKinds())
  suite(`what an agent has read, at the socket, ${kind}`, () => {
    test('the first frame of a chat on a socket is followed by what its agent has read, later ones are not', async () => {
      const testServer = await startServer({ kind, channel: { serverUrl: null } })
      try {
        const [ann, bob] = [testServer.agent(ANN), testServer.agent(BOB)]
        const vera = testServer.visitor('vera')
        for (const text of ['one', 'two', 'three']) await vera.writes(text)
        const [chat] = await ann.chats()
        assert.ok(chat)
        await ann.call('POST', `/chats/${chat.id}/read`, { n: chat.last, received: 2 })
        const [annLine, bobLine] = [await ann.connects(), await bob.connects()]
        await vera.writes('four')
        for (const [line, read] of [
          [annLine, { seen: 2, n: chat.last }],
          [bobLine, { seen: 0 }],
        ] as const) {
          const frame = await line.sees((one) => one.type === 'chat' && one.chat.received === 4)
          assert.ok(frame.type === 'chat')
          assert.equal(frame.visitorWrote, true)
          assert.deepEqual(await line.sees((one) => one.type === 'seen'), { type: 'seen', chat: chat.id, ...read })
        }
        await bob.accepts(chat.id)
        await vera.writes('five')
        await annLine.seesChat(({ received }) => received === 5)
        const joined = annLine.frames.find((one) => one.type === 'chat' && one.chat.owner === 'agent')
        assert.ok(joined?.type === 'chat')
        assert.equal(joined.visitorWrote, undefined)
        assert.equal(annLine.frames.filter((one) => one.type === 'seen').length, 1)
        // No message of a new chat has been read.
        await testServer.visitor('otto').writes('hello')
        const fresh = await annLine.sees((one) => one.type === 'chat' && one.chat.visitor.id === 'otto')
        assert.ok(fresh.type === 'chat')
        assert.equal(fresh.seen, 0)
        await testServer.settled()
        assert.equal(annLine.frames.filter((one) => one.type === 'seen').length, 1)
        annLine.close()
        bobLine.close()
      } finally {
        await testServer.close()
      }
    })
  })
