import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RATE_LIMITS } from '@deskbell/protocol/limits'
import { testKinds } from '../../db.ts'
import { startTestServer } from '../../test-server.ts'
import { startTelegram } from './world.ts'

test('messages written while the server is stopped arrive once when it is back', async (t) => {
  const telegram = await startTelegram()
  const { bot, testServer } = telegram
  t.after(() => telegram.close())
  bot.write(1001, 'before')
  await telegram.chatOf(1001)
  await testServer.stop()
  for (let i = 0; i < 150; i++) bot.write(1001, `while stopped ${i}`)
  const again = await startTestServer({
    place: testServer.place,
    env: { TELEGRAM_API_ROOT: telegram.api.root },
    channels: [{ kind: 'telegram', name: 'Telegram', telegram: { token: bot.token } }],
    limits: { channelMessagesPerSender: RATE_LIMITS.channelMessagesPerSender.rate },
  })
  t.after(() => again.stop())
  const watcher = await again.agent().connects()
  t.after(() => watcher.close())
  const chat = await watcher.seesChat(({ visitor }) => visitor.id === '1001')
  watcher.send({ type: 'follow', chat: chat.id, after: 0 })
  await watcher.sees(
    (frame) =>
      frame.type === 'entries' &&
      frame.entries.some((one) => one.type === 'message' && one.text === 'while stopped 149'),
  )
  const texts = (await again.agent().entries(chat.id)).flatMap((one) => (one.type === 'message' ? [one.text] : []))
  assert.deepEqual(texts, ['before', ...Array.from({ length: 150 }, (_, i) => `while stopped ${i}`)])
})

test(
  'of two processes one fetches the messages of a channel, and the other goes on when it ends',
  { skip: testKinds().includes('server') ? false : 'needs TEST_DATABASE_URL' },
  async (t) => {
    const telegram = await startTelegram({ kind: 'server' })
    const { bot, testServer } = telegram
    t.after(() => telegram.close())
    bot.write(1101, 'to the first')
    await telegram.chatOf(1101)
    const other = await startTestServer({
      kind: 'server',
      place: testServer.place,
      env: { TELEGRAM_API_ROOT: telegram.api.root },
      channels: [{ kind: 'telegram', name: 'Telegram', telegram: { token: bot.token } }],
    })
    t.after(() => other.stop())
    const asked = bot.requests.filter(({ method }) => method === 'deleteWebhook').length
    bot.write(1101, 'still to the first')
    await telegram.sees(1, (entry) => entry.type === 'message' && entry.text === 'still to the first')
    assert.equal(bot.requests.filter(({ method }) => method === 'deleteWebhook').length, asked)
    await testServer.stop()
    bot.write(1101, 'to the second')
    const watcher = await other.agent().connects()
    t.after(() => watcher.close())
    watcher.send({ type: 'follow', chat: 1, after: 0 })
    await watcher.sees(
      (frame) =>
        frame.type === 'entries' && frame.entries.some((one) => one.type === 'message' && one.text === 'to the second'),
    )
    assert.equal((await other.agent().chats()).length, 1)
  },
)
