import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import type { Bot } from '@deskbell/protocol/agent/bot'
import { handClock, type HandClock } from '../clock.ts'
import { testKinds } from '../db.ts'
import { makePlace } from '../db.ts'
import { startBotServer, until, type BotServer } from './server.ts'

for (const kind of testKinds())
  describe(`a bot that fails repeatedly, ${kind}`, () => {
    let clock: HandClock
    let server: BotServer
    before(async () => {
      clock = handClock()
      const place = await makePlace(kind)
      server = await startBotServer({ kind, clock, place, bot: { attempts: 1 } })
      // An agent who is available.
      await server.agent().connects()
    })
    afterEach(async () => {
      server.provider.answers({ result: 'ok' })
      await server.ends()
      // A change of its address makes the bot be tried again.
      await server.sets({ enabled: false })
      await server.sets({ enabled: true })
      server.provider.requests.length = 0
    })
    after(() => server.close())

    let customers = 0
    const opensChat = async (text = 'hi') => {
      const customer = `customer ${++customers}`
      return { customer, chat: await server.opensChat(customer, text) }
    }
    const bot = async () => (await server.agent().call('GET', '/bots/1')).body as unknown as Bot
    const storyOf = async (): Promise<string> => server.story((await opensChat()).chat)
    /** `count` messages in a row are given up. */
    async function fails(times: number, status = 503): Promise<void> {
      server.provider.fails(times, status)
      for (let i = 0; i < times; i++) {
        const { chat } = await opensChat()
        await until(async () => (await server.story(chat)).endsWith('bot.left'))
      }
      await server.quiet()
      if (times >= 3) await until(async () => (await bot()).failing !== null)
    }

    test('B8 after two messages that were given up the bot still gets chats; a taken message resets the count', async () => {
      await fails(2)
      assert.equal(await storyOf(), 'bot.joined visitor')
      await server.quiet()
      await fails(2)
      assert.equal((await bot()).failing, null)
      assert.equal(await storyOf(), 'bot.joined visitor')
      await server.quiet()
    })

    test('B8 after three, new chats go to agents immediately, and the bot’s page says why', async () => {
      await fails(3)
      const asked = server.provider.requests.length
      const { chat } = await opensChat()
      assert.equal(await server.story(chat), 'bot.skipped visitor')
      assert.equal((await server.agent().chat(chat)).owner, 'queue')
      assert.equal((await server.last(chat, 'bot.skipped')).text, 'it answered 503')
      await server.quiet()
      assert.equal(server.provider.requests.length, asked)
      const { failing } = await bot()
      assert.deepEqual(failing, { since: clock.now(), reason: 'it answered 503', probeAt: clock.now() + 30_000 })
    })

    test('B8 unchanged settings that are saved again leave a failing bot skipped; an authorization does not', async () => {
      await fails(3)
      const { failing, providerUrl } = await bot()
      const { token = '' } = server.services.directory.bot(1, 1) ?? {}
      await server.sets({ providerUrl, token, authorization: null, enabled: true })
      assert.ok(failing)
      assert.deepEqual((await bot()).failing, failing)
      const authorization = { tokenUrl: 'http://127.0.0.1:9/token', clientId: 'desk', secret: 'a provider’s secret' }
      await server.sets({ authorization })
      assert.equal((await bot()).failing, null)
      await server.sets({ authorization: null })
    })

    test('B8 a visitor who writes in a chat that the bot had goes to agents too', async () => {
      const { chat, customer } = await opensChat()
      await until(() => server.eventsOf(chat).length === 1)
      await server.says(chat, 'hello')
      await fails(3)
      await server.visitor(customer).writes('and now?')
      assert.equal(await server.story(chat), 'bot.joined visitor bot bot.left visitor')
      assert.equal((await server.last(chat, 'bot.left')).why, 'skipped')
      await server.quiet()
      assert.equal(server.eventsOf(chat).length, 1)
    })

    test('B8 after thirty seconds one chat is a probe, with one attempt; while probes fail the wait doubles', async () => {
      await server.sets({ attempts: 3 })
      server.provider.fails(9, 503)
      for (let i = 0; i < 3; i++) {
        const { chat } = await opensChat()
        await server.passes(7000)
        assert.ok((await server.story(chat)).endsWith('bot.left'))
      }
      const since = clock.now()
      assert.equal(await storyOf(), 'bot.skipped visitor')
      await server.passes(27_000, 3000)
      assert.equal(await storyOf(), 'bot.skipped visitor', 'too early')
      await server.passes(5000)
      server.provider.hangs()
      const asked = server.provider.requests.length
      const probe = await opensChat()
      assert.equal(await server.story(probe.chat), 'bot.joined visitor')
      for (let i = 0; i < 5; i++) assert.equal(await storyOf(), 'bot.skipped visitor')
      await server.passes(8000)
      assert.equal(server.provider.requests.length, asked + 1, 'one attempt of one message')
      assert.equal(await server.story(probe.chat), 'bot.joined visitor bot.left')
      assert.ok(((await bot()).failing?.probeAt ?? 0) >= since + 85_000)
      await server.passes(40_000, 5000)
      assert.equal(await storyOf(), 'bot.skipped visitor', 'not yet again')
      await server.passes(25_000, 5000)
      assert.equal(await storyOf(), 'bot.joined visitor')
      await server.passes(5000)
      await server.sets({ attempts: 1 })
    })

    test('B8 when the bot takes the probe, it gets all chats again', async () => {
      await fails(3)
      await server.passes(32_000, 4000)
      server.provider.answers({ result: 'ok' })
      const probe = await opensChat()
      assert.equal(await server.story(probe.chat), 'bot.joined visitor')
      await until(async () => (await bot()).failing === null)
      assert.equal(await storyOf(), 'bot.joined visitor')
      // The next message in the chat of the probe has the usual number of attempts.
      await server.visitor(probe.customer).writes('next')
      await until(() => server.eventsOf(probe.chat).length === 2)
      await server.quiet()
    })

    test('B8 a message of the bot in any chat shows that it works', async () => {
      const { chat } = await opensChat()
      await until(() => server.eventsOf(chat).length === 1)
      await fails(3)
      assert.notEqual((await bot()).failing, null)
      assert.equal((await server.says(chat, 'I am here')).status, 200)
      await until(async () => (await bot()).failing === null)
      assert.equal(await storyOf(), 'bot.joined visitor')
    })

    test('B10 a bot that takes messages and does not reply is skipped too', async () => {
      await server.sets({ silenceLimit: 5 })
      for (let i = 0; i < 3; i++) {
        const { chat } = await opensChat()
        await server.passes(7000)
        assert.ok((await server.story(chat)).endsWith('bot.left'))
      }
      await server.quiet()
      assert.equal((await bot()).failing?.reason, 'it takes messages and does not answer them')
      assert.equal(await storyOf(), 'bot.skipped visitor')
      await server.sets({ silenceLimit: 300 })
    })

    test('B8 a change of the bot’s address makes it be tried again', async () => {
      await fails(3)
      const { providerUrl } = await bot()
      await server.sets({ providerUrl: `${providerUrl}/new` })
      assert.equal((await bot()).failing, null)
      assert.equal(await storyOf(), 'bot.joined visitor')
      await server.sets({ providerUrl })
    })

    test('B8 a restart of the server does not reset the breaker', async () => {
      await fails(3)
      const { failing } = await bot()
      await server.stop()
      const { provider, front, place } = server
      server = await startBotServer({ kind, clock, place, servers: { provider, front }, bot: { attempts: 1 } })
      await server.agent().connects()
      assert.deepEqual((await bot()).failing, failing)
      assert.equal(await storyOf(), 'bot.skipped visitor')
      await server.passes(32_000, 4000)
      assert.equal(await storyOf(), 'bot.joined visitor')
      await until(async () => (await bot()).failing === null)
    })

    test('A4 B8 without an available agent a skipped bot still gets messages, and counts for the channel’s status', async () => {
      const [channel] = (await server.agent().call('GET', '/channels')).body['channels'] as unknown as { id: number }[]
      const status = async () => (await server.ask(`${server.channelUrl}/status`)).text
      await server.agent().call('PATCH', `/channels/${channel?.id}`, { botCountsAsOnline: true })
      await fails(3)
      assert.equal(await storyOf(), 'bot.skipped visitor')
      await server.agent().call('PUT', '/me/presence', { status: 'away' })
      assert.equal(await status(), '1')
      const { chat } = await opensChat()
      assert.equal(await server.story(chat), 'bot.joined visitor')
      await until(async () => (await bot()).failing === null)
      await server.agent().call('PUT', '/me/presence', { status: 'online' })
      await server.agent().call('PATCH', `/channels/${channel?.id}`, { botCountsAsOnline: false })
    })
  })
