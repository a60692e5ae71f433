import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestServer } from '../test-server.ts'
import { soon } from '../channels/widget/soon.ts'

test('R6 a chat that was read before a newer commit is not pushed after it', async (t) => {
  const testServer = await startTestServer({})
  t.after(() => testServer.close())
  await testServer.visitor('v1').writes('one')
  const ann = testServer.agent()
  const [chat] = await ann.chats()
  assert.ok(chat)
  const line = await ann.connects()
  t.after(() => line.close())
  const { db, chatEvents } = testServer.services
  const { asAccount } = db
  const goOn = Promise.withResolvers<void>()
  const isRead = Promise.withResolvers<void>()
  // Another process announces a commit; the answer of the read that follows arrives late.
  Object.assign(db, {
    async asAccount(...given: Parameters<typeof asAccount>) {
      const read = await asAccount.apply(db, given)
      isRead.resolve()
      await goOn.promise
      return read
    },
  })
  chatEvents.changedElsewhere({ account: 1, chat: chat.id, last: chat.last })
  await isRead.promise
  await testServer.visitor('v1').writes('two')
  const pushed = () => line.frames.flatMap((frame) => (frame.type === 'chat' ? [frame.chat.last] : []))
  await soon(() => pushed().length === 1)
  Object.assign(db, { asAccount })
  goOn.resolve()
  await testServer.visitor('v1').writes('three')
  await soon(() => pushed().includes(chat.last + 2))
  assert.deepEqual(pushed(), [chat.last + 1, chat.last + 2])
})
