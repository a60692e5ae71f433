import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { atRest } from '../../at-rest.ts'
import { handClock } from '../../clock.ts'
import type { Entry } from '@deskbell/protocol/agent/entry'
import { soon } from '../widget/soon.ts'
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

test('a message waits as long as Telegram asks for, and is sent once', async (t) => {
  const { clock, telegram, chat, delivered, sent } = await start(t)
  telegram.bot.fail('sendMessage', 429, 'Too Many Requests: retry after 20', { retryAfter: 20 })
  await telegram.testServer.agent().writes(chat, 'patience')
  await telegram.bot.next('sendMessage')
  const asked = clock.now()
  await movesUntil(clock, delivered)
  assert.equal(sent().length, 2)
  assert.ok(clock.now() - asked >= 20_000, `${clock.now() - asked} ms`)
})

test('after an answer that is not Telegram’s, such as a proxy’s, the message is tried again', async (t) => {
  const { clock, telegram, chat, delivered, sent } = await start(t)
  telegram.api.setDown(true)
  await telegram.testServer.agent().writes(chat, 'through the storm')
  await clock.move(4000)
  telegram.api.setDown(false)
  await movesUntil(clock, delivered)
  assert.equal(sent().length, 1)
})

test('the sent pieces of a long message are not sent again', async (t) => {
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

test('the pieces of a long message share the time of one attempt', async (t) => {
  const { clock, telegram, chat, delivered, sent } = await start(t)
  const held = telegram.bot.hold('sendMessage')
  await telegram.testServer.agent().writes(chat, `${'a'.repeat(4000)} ${'b'.repeat(4000)}`)
  await telegram.bot.next('sendMessage')
  await clock.move(20_000)
  held.releaseOne()
  await telegram.bot.next('sendMessage')
  await clock.move(9000)
  assert.equal(held.abandoned, 0)
  await clock.move(1000)
  await soon(() => held.abandoned === 1)
  held.end()
  await movesUntil(clock, delivered)
  assert.deepEqual(
    sent().map((request) => textOf(request)[0]),
    ['a', 'b', 'b'],
  )
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

test('messages of a visitor over the limit of the account are delayed, and those of other visitors are not', async (t) => {
  const clock = handClock()
  const telegram: Telegram = await startTelegram({ clock, limits: { channelMessagesPerSender: 1 } })
  t.after(() => telegram.close())
  const { bot, testServer } = telegram
  const write = (count: number, from = 0) => {
    for (let i = 0; i < count; i++) bot.write(802, `${from + i}`)
  }
  const texts = async (visitor: number) => {
    const chats = await testServer.agent().chats()
    const chat = chats.find((one) => one.visitor.id === String(visitor))
    const entries = chat ? await testServer.agent().entries(chat.id) : []
    return entries.flatMap((entry) => (entry.type === 'message' ? [entry.text] : []))
  }
  const begun = clock.now()
  write(120)
  bot.write(803, 'a calm visitor')
  await telegram.chatOf(803)
  const waited = clock.now() - begun
  assert.equal(waited, 0)
  assert.ok((await texts(802)).length < 120, 'all at once')
  // Telegram gives the calm visitor's update again with those that wait: it is stored once.
  bot.write(803, 'still calm')
  await movesUntil(clock, async () => (await texts(803)).length === 2)
  assert.ok(clock.now() - begun <= 3000, `${clock.now() - begun} ms`)
  write(10, 120)
  await movesUntil(clock, async () => (await texts(802)).length === 130)
  assert.ok(clock.now() - begun >= 20_000, `${clock.now() - begun} ms`)
  assert.deepEqual(
    await texts(802),
    Array.from({ length: 130 }, (_, i) => `${i}`),
  )
  assert.deepEqual(await texts(803), ['a calm visitor', 'still calm'])
  await movesUntil(clock, () => bot.unconfirmed.length === 0)
  assert.match((await testServer.agent().call('GET', '/channels/2/notes')).text, /the rest arrives later/)
})

test('a wait that Telegram asked for is not cut short by other changes of the account, and is by the channel’s own', async (t) => {
  const clock = handClock()
  const telegram: Telegram = await startTelegram({ clock })
  t.after(() => telegram.close())
  const { bot, testServer } = telegram
  bot.write(901, 'hello')
  const { id } = await telegram.chatOf(901)
  await atRest([testServer], [], () => bot.questions)
  bot.fail('getUpdates', 429, 'Too Many Requests: retry after 20', { retryAfter: 20 })
  // The open question is answered, and the next one fails.
  bot.write(901, 'again')
  await telegram.sees(id, (entry) => entry.type === 'message' && entry.text === 'again')
  await atRest([testServer], [], () => bot.questions)
  const asked = bot.questions
  assert.equal((await testServer.agent().call('PATCH', '/settings', { keepDays: 90 })).status, 200)
  await clock.move(10_000)
  await atRest([testServer], [])
  assert.equal(bot.questions, asked)
  const other = telegram.api.addBot({ id: 700_100_201, name: 'Other Bot', username: 'other_bot' })
  const changed = await testServer.agent().call('PATCH', '/channels/2', { telegram: { token: other.token } })
  assert.equal(changed.status, 200, changed.text)
  // The clock stands still.
  await soon(() => other.questions > 0)
})
