import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { ChatsPage } from '@deskbell/protocol/agent/chat'
import { handClock } from '../clock.ts'
import { testKinds } from '../db.ts'
import { startServer } from './servers.ts'

const MINUTE = 60_000

for (const kind of testKinds())
  suite(`pages of the inbox, ${kind}`, () => {
    test('every chat is on one page, in the order of minute and number, with many chats of the same minute', async () => {
      const clock = handClock()
      const testServer = await startServer({ kind, clock, channel: { serverUrl: null } })
      try {
        const ann = testServer.agent()
        for (let index = 0; index < 23; index++) {
          await testServer.visitor(`v${index}`).writes('hello')
          await clock.move(index % 8 === 7 ? MINUTE : 1)
        }
        for (const view of ['all', 'waiting']) {
          const rows: ChatsPage['chats'] = []
          for (let after: string | null = ''; after !== null;) {
            const answer = await ann.call('GET', `/chats?view=${view}&limit=5${after && `&after=${after}`}`)
            const page = answer.body as unknown as ChatsPage
            rows.push(...page.chats)
            after = page.next
          }
          const keys = rows.map(({ id, lastAt, waitingSince }) =>
            view === 'all' ? [-Math.floor(lastAt / MINUTE), -id] : [waitingSince ?? 0, id],
          )
          const inOrder = keys.toSorted(([a = 0, b = 0], [c = 0, d = 0]) => a - c || b - d)
          assert.deepEqual(keys, inOrder, view)
          assert.equal(new Set(rows.map(({ id }) => id)).size, 23, view)
        }
        const [newest] = await ann.chats('?limit=1')
        assert.equal(newest?.visitor.id, 'v22')
      } finally {
        await testServer.close()
      }
    })
  })
