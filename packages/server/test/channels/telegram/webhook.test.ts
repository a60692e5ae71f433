import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
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

    test('Telegram is told the address, the secret and what to send', () => {
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

    test('bodies that are no update are answered 400 and change nothing', async () => {
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
      // Who has the secret is not kept out by the others.
      assert.equal((await call({ update_id: 2 })).status, 200)
      assert.ok(!(await telegram.testServer.agent().chats('?limit=200')).some((chat) => chat.visitor.id === '952'))
    })
  })
