import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { handClock } from '../../clock.ts'
import { testKinds } from '../../db.ts'
import { SECRET, startTelegram, TELEGRAM_ID, type Telegram } from './world.ts'

for (const kind of testKinds())
  describe(`the webhook of Telegram, ${kind}`, () => {
    let telegram: Telegram
    before(async () => {
      const env = { PUBLIC_URL: 'https://desk.example.com' }
      telegram = await startTelegram({ kind, env, limits: { notFoundPerAddress: 1 } }, { updates: 'webhook' })
      await telegram.bot.next('setWebhook')
    })
    after(() => telegram.close())
    const call = (body: unknown, headers: Record<string, string> = {}, publicId = TELEGRAM_ID) =>
      telegram.testServer.ask(`/telegram/${publicId}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-telegram-bot-api-secret-token': SECRET, ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      })

    test('Telegram gets the address, the secret and the types of updates', () => {
      const { webhook } = telegram.bot
      assert.equal(webhook?.url, `https://desk.example.com/telegram/${TELEGRAM_ID}`)
      assert.equal(webhook?.secret, SECRET)
      assert.deepEqual(webhook?.allowed, ['message', 'edited_message'])
    })

    test('an update is answered 200 once it is stored, and a repeated one is stored once', async () => {
      const update = telegram.bot.write(951, 'by webhook')
      assert.deepEqual(await telegram.bot.callWebhook(telegram.testServer.url), [200])
      assert.equal((await call(update)).status, 200)
      const chat = await telegram.chatOf(951)
      const entries = await telegram.testServer.agent().entries(chat.id)
      assert.equal(entries.filter((entry) => entry.type === 'message').length, 1)
    })

    test('bodies that are not updates get 400 and have no effect', async () => {
      for (const body of ['', '[', '[]', 'null', '7', '{}', '{"update_id":"7"}'])
        assert.equal((await call(body)).status, 400, body)
      for (const odd of [
        {},
        { message: 7 },
        { message: { chat: 'private' } },
        { message: { chat: { type: 'private' } } },
      ])
        assert.equal((await call({ update_id: 5, ...odd })).status, 200, JSON.stringify(odd))
    })

    test('T26 a wrong secret and an unknown address get the same 404, and soon 429', async () => {
      const update = { update_id: 1, message: { chat: { id: 952, type: 'private' }, text: 'forged' } }
      const statuses: number[] = []
      const last = SECRET.slice(0, -1)
      for (const [secret, publicId] of [
        ['', TELEGRAM_ID],
        [SECRET.toLowerCase(), TELEGRAM_ID],
        [`${last}x`, TELEGRAM_ID],
        [last, TELEGRAM_ID],
        [`${SECRET}x`, TELEGRAM_ID],
        [SECRET, 'Ab3dEf6hIj'],
        [SECRET, 'Unknown234'],
      ] as const)
        statuses.push((await call(update, { 'x-telegram-bot-api-secret-token': secret }, publicId)).status)
      assert.deepEqual(statuses, [404, 404, 404, 404, 404, 404, 404])
      for (let i = 0; i < 200; i++) statuses.push((await call(update, {}, 'Unknown234')).status)
      assert.equal(statuses.at(-1), 429)
      // Requests with the secret are not limited by those without it.
      assert.equal((await call({ update_id: 2 })).status, 200)
      assert.ok(!(await telegram.testServer.agent().chats('?limit=200')).some((chat) => chat.visitor.id === '952'))
    })
  })

test('an update of a visitor over the limit of the account is answered 429, and stored when it comes again', async (t) => {
  const clock = handClock()
  const env = { PUBLIC_URL: 'https://desk.example.com' }
  // Five messages at once, then one a second.
  const limits = { channelMessagesPerSender: 1 }
  const telegram = await startTelegram({ clock, env, limits }, { updates: 'webhook' })
  t.after(() => telegram.close())
  const { bot, testServer } = telegram
  await bot.next('setWebhook')
  for (let i = 1; i <= 6; i++) bot.write(961, `${i}`)
  bot.write(962, 'a calm visitor')
  assert.deepEqual(await bot.callWebhook(testServer.url), [200, 200, 200, 200, 200, 429, 200])
  const refused = await testServer.ask(`/telegram/${TELEGRAM_ID}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-telegram-bot-api-secret-token': SECRET },
    body: JSON.stringify(bot.unconfirmed[0]),
  })
  assert.deepEqual([refused.status, refused.headers.get('retry-after')], [429, '1'])
  await clock.move(1000)
  assert.deepEqual(await bot.callWebhook(testServer.url), [200])
  const entries = await testServer.agent().entries((await telegram.chatOf(961)).id)
  assert.deepEqual(
    entries.flatMap((entry) => (entry.type === 'message' ? [entry.text] : [])),
    ['1', '2', '3', '4', '5', '6'],
  )
})
