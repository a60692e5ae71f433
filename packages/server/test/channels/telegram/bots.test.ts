import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { testKinds } from '../../db.ts'
import { startIntegratorServer, type IntegratorServer } from '../../integrator-server.ts'
import { startTelegram, textOf, type Telegram } from './world.ts'

const TOKEN = 'provider-token-1'

for (const kind of testKinds())
  describe(`a bot on a Telegram channel, ${kind}`, () => {
    let telegram: Telegram
    let provider: IntegratorServer
    before(async () => {
      provider = await startIntegratorServer()
      telegram = await startTelegram({
        kind,
        bots: [
          {
            name: 'Helper',
            providerId: 'helper',
            providerUrl: `${provider.url}/hook`,
            token: TOKEN,
            channels: ['Telegram'],
          },
        ],
      })
    })
    after(async () => {
      await telegram.close()
      await provider.close()
    })

    const says = (chat: number, visitor: string, message: object) =>
      telegram.testServer.ask(`/bot/webhooks/helper/${TOKEN}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ event: 'BOT_MESSAGE', id: 'm', chat_id: String(chat), client_id: visitor, message }),
      })
    const events = () =>
      provider.requests.map(
        ({ body }) =>
          JSON.parse(body) as { event: string; client_id: string; message?: { text: string; button_id?: string } },
      )

    test('the bot is asked, its markdown is formatted, its buttons are a keyboard, and a press is the button', async () => {
      const { bot } = telegram
      bot.write(701, 'hello')
      const chat = await telegram.chatOf(701)
      await telegram.testServer.settled()
      const asked = events().find((one) => one.event === 'CLIENT_MESSAGE')
      assert.equal(asked?.message?.text, 'hello')
      const client = asked?.client_id ?? ''

      const markdown = {
        type: 'MARKDOWN',
        content: '**Bold** & [link](https://shop.test/?a=1&b=2)',
        text: 'plain',
        timestamp: 1,
      }
      assert.equal((await says(chat.id, client, markdown)).status, 200)
      const formatted = await bot.next('sendMessage')
      assert.equal(formatted.params['parse_mode'], 'HTML')
      assert.equal(textOf(formatted), '<b>Bold</b> &amp; <a href="https://shop.test/?a=1&amp;b=2">link</a>')

      const question = {
        type: 'BUTTONS',
        title: 'Which one?',
        text: 'Which one? Red or blue',
        buttons: [
          { id: 'r', text: 'Red' },
          { id: 'b', text: 'Blue' },
        ],
        timestamp: 1,
      }
      assert.equal((await says(chat.id, client, question)).status, 200)
      const asks = await bot.next('sendMessage')
      assert.equal(textOf(asks), 'Which one?')
      assert.deepEqual(asks.params['reply_markup'], {
        keyboard: [[{ text: 'Red' }], [{ text: 'Blue' }]],
        one_time_keyboard: true,
        resize_keyboard: true,
      })

      bot.write(701, 'Blue')
      await telegram.sees(chat.id, (entry) => entry.type === 'message' && entry.button?.id === 'b')
      await telegram.testServer.settled()
      assert.equal(events().findLast((one) => one.event === 'CLIENT_MESSAGE')?.message?.button_id, 'b')

      assert.equal((await says(chat.id, client, { type: 'TEXT', text: 'Noted', timestamp: 1 })).status, 200)
      assert.deepEqual((await bot.next('sendMessage')).params['reply_markup'], { remove_keyboard: true })
    })
  })
