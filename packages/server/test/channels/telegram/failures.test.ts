import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { handClock } from '../../clock.ts'
import type { Entry } from '@deskbell/protocol/agent/entry'
import { startTelegram, textOf, type Telegram } from './world.ts'

/** Moves the clock in steps until `done`, while sockets settle in real time. */
async function movesUntil(clock: ReturnType<typeof handClock>, done: () => boolean | Promise<boolean>, step = 500) {
  for (let i = 0; i < 4000; i++) {
    if (await done()) return
    await clock.move(step)
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
  assert.fail('it did not happen')
}

async function start(t: TestContext) {
  const clock = handClock()
  const telegram = await startTelegram({ clock })
  t.after(() => telegram.close())
  telegram.bot.write(801, 'Hello?')
  const { id } = await telegram.chatOf(801)
  await telegram.testServer.agent().accepts(id)
  const entries = () => telegram.testServer.agent().entries(id)
  const delivered = async () => (await entries()).some((entry: Entry) => entry.type === 'message.delivered')
  const sent = () => telegram.bot.requests.filter(({ method }) => method === 'sendMessage')
  return { clock, telegram, chat: id, entries, delivered, sent }
}

test('a message waits as long as Telegram asks for, and goes out once', async (t) => {
  const { clock, telegram, chat, delivered, sent } = await start(t)
  telegram.bot.fail('sendMessage', 429, 'Too Many Requests: retry after 20', { retryAfter: 20 })
  await telegram.testServer.agent().writes(chat, 'patience')
  await telegram.bot.next('sendMessage')
  const asked = clock.now()
  await movesUntil(clock, delivered)
  assert.equal(sent().length, 2)
  assert.ok(clock.now() - asked >= 20_000, `${clock.now() - asked} ms`)
})

test('an answer that no Telegram gives is tried again, also of a proxy in between', async (t) => {
  const { clock, telegram, chat, delivered, sent } = await start(t)
  telegram.api.setDown(true)
  await telegram.testServer.agent().writes(chat, 'through the storm')
  await clock.move(4000)
  telegram.api.setDown(false)
  await movesUntil(clock, delivered)
  assert.equal(sent().length, 1)
})

test('the pieces of a long message that went out are not sent again', async (t) => {
  const { clock, telegram, chat, delivered, sent } = await start(t)
  const text = `${'a'.repeat(4000)} ${'b'.repeat(4000)}`
  const failSecond = telegram.bot
    .next('sendMessage')
    .then(() => telegram.bot.fail('sendMessage', 500, 'Internal Server Error'))
  await telegram.testServer.agent().writes(chat, text)
  await failSecond
  await movesUntil(clock, delivered)
  const texts = sent().map(textOf)
  assert.equal(texts.filter((one) => one.startsWith('a')).length, 1, String(texts.length))
  assert.ok(texts.filter((one) => one.startsWith('b')).length >= 1)
})

test('a visitor who has blocked the bot is named as the reason, at once', async (t) => {
  const { telegram, chat, sent } = await start(t)
  telegram.bot.block(801)
  await telegram.testServer.agent().writes(chat, 'are you there?')
  const failed = await telegram.sees(chat, (entry) => entry.type === 'message.failed')
  assert.match(failed.type === 'message.failed' ? failed.text : '', /the visitor has blocked the bot/)
  assert.equal(sent().length, 1)
})

test('a token that was replaced at BotFather is named as the reason, and the channel has a note', async (t) => {
  const { clock, telegram, chat, entries } = await start(t)
  telegram.api.revoke(telegram.bot)
  await telegram.testServer.agent().writes(chat, 'hello?')
  await movesUntil(clock, async () => (await entries()).some((entry) => entry.type === 'message.failed'))
  const failed = (await entries()).find((entry) => entry.type === 'message.failed')
  assert.match(failed?.type === 'message.failed' ? failed.text : '', /replace its token/)
  telegram.bot.close()
  const { testServer } = telegram
  const notes = async () => (await testServer.agent().call('GET', '/channels/2/notes')).text
  await movesUntil(clock, async () => (await notes()).includes('No messages could be fetched: Unauthorized'))
})

test('a visitor who floods the bot is cut at the limit of the account, with a note', async (t) => {
  const clock = handClock()
  const telegram: Telegram = await startTelegram({ clock, limits: { channelMessagesPerSender: 1 } })
  t.after(() => telegram.close())
  for (let i = 0; i < 120; i++) telegram.bot.write(802, `${i}`)
  telegram.bot.write(803, 'a calm visitor')
  await telegram.chatOf(803)
  await movesUntil(clock, async () =>
    (await telegram.testServer.agent().call('GET', '/channels/2/notes')).text.includes('more messages at once'),
  )
  const { id } = await telegram.chatOf(802)
  const taken = (await telegram.testServer.agent().entries(id)).filter((entry) => entry.type === 'message').length
  assert.ok(taken >= 1 && taken < 120, String(taken))
})
