import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { handClock, type HandClock } from '../clock.ts'
import { testKinds } from '../db.ts'
import { startBotServer, until, type BotServer } from './server.ts'

for (const kind of testKinds())
  describe(`a bot and a visitor’s program that answer each other, ${kind}`, () => {
    let clock: HandClock
    let server: BotServer
    let customers = 0
    before(async () => {
      clock = handClock()
      server = await startBotServer({ kind, clock })
    })
    after(() => server.close())

    async function asking(text = 'hi') {
      const customer = `customer ${++customers}`
      const chat = await server.opensChat(customer, text)
      await until(() => server.eventsOf(chat).length === 1)
      return { customer, chat }
    }
    const says = (chat: number, text: string, id: number) => server.says(chat, text, { id: String(id) })
    async function paused(chat: number, why: 'loop' | 'repeats') {
      assert.equal((await server.last(chat, 'bot.left')).why, why)
      assert.equal((await server.agent().chat(chat)).owner, 'queue')
      const answer = await says(chat, 'let me go on', 999)
      assert.equal(answer.status, 403)
      assert.equal(answer.body['error']?.['code'], 'invalid_request')
    }

    test('R21 a bot that sends the same message five times is paused, and the fifth is not shown', async () => {
      const { chat, customer } = await asking()
      for (let i = 1; i <= 4; i++) assert.equal((await says(chat, 'I did not get that', i)).status, 200)
      const fifth = await says(chat, 'I did not get that', 5)
      assert.equal(fifth.status, 403)
      assert.match(String(fifth.body['error']?.['message']), /paused/)
      await paused(chat, 'repeats')
      await server.quiet()
      assert.deepEqual(server.shown(customer), Array(4).fill('I did not get that'))
    })

    test('R21 a bot that repeats a message now and then is not paused', async () => {
      const { chat } = await asking()
      for (let i = 1; i <= 12; i++)
        assert.equal((await says(chat, i % 4 === 0 ? `else ${i}` : 'I did not get that', i)).status, 200)
      assert.equal((await server.agent().chat(chat)).owner, 'bot')
    })

    test('R21 a visitor who writes the same four times keeps the bot; at the fifth the chat goes to agents', async () => {
      const { chat, customer } = await asking('hello')
      for (let i = 2; i <= 4; i++) await server.visitor(customer).writes('hello')
      await until(() => server.eventsOf(chat).length === 4)
      assert.equal((await server.agent().chat(chat)).owner, 'bot')
      await server.visitor(customer).writes('hello')
      await server.quiet()
      assert.equal(server.eventsOf(chat).length, 4, 'the fifth is for people')
      await paused(chat, 'repeats')
    })

    test('R21 two programs that answer each other fast are stopped within a minute', async () => {
      const { chat, customer } = await asking('ping 0')
      let said = 0
      for (let i = 1; i <= 40; i++) {
        if ((await says(chat, `pong ${i}`, i)).status !== 200) break
        said = i
        await server.visitor(customer).writes(`ping ${i}`)
        await clock.move(500)
      }
      assert.ok(said >= 15 && said <= 21, `after ${said}`)
      await paused(chat, 'loop')
    })

    test('R21 a bot that writes without visitor messages is stopped after sixty messages in a minute', async () => {
      const { chat } = await asking()
      let said = 0
      while (said < 100 && (await says(chat, `word ${said}`, said)).status === 200) said++
      assert.equal(said, 60)
      await paused(chat, 'loop')
    })

    test('R21 visitors who write fast and for long are not treated as programs', async () => {
      const { chat, customer } = await asking('line 0')
      for (let i = 1; i <= 60; i++) {
        await server.visitor(customer).writes(`line ${i}`)
        if (i % 2 === 0) await says(chat, `answer ${i}`, i)
        await server.quiet()
        await clock.move(3500)
      }
      assert.equal((await server.agent().chat(chat)).owner, 'bot')
      await server.quiet()
    })
  })
