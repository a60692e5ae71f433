import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import type { Bot } from '@deskbell/protocol/agent/bot'
import { handClock, type HandClock } from '../clock.ts'
import { testKinds } from '../db.ts'
import { makePlace } from '../db.ts'
import { startBotHouse, until, type BotHouse } from './house.ts'

for (const kind of testKinds())
  describe(`a bot that fails repeatedly, ${kind}`, () => {
    let clock: HandClock
    let house: BotHouse
    before(async () => {
      clock = handClock()
      const place = await makePlace(kind)
      house = await startBotHouse({ kind, clock, place, bot: { attempts: 1 } })
      // An agent who is available.
      await house.agent().connects()
    })
    afterEach(async () => {
      house.provider.answers({ result: 'ok' })
      await house.ends()
      // A change of its address makes the bot be tried again.
      await house.sets({ enabled: false })
      await house.sets({ enabled: true })
      house.provider.requests.length = 0
    })
    after(() => house.close())

    let customers = 0
    const meets = async (text = 'hi') => {
      const customer = `customer ${++customers}`
      return { customer, chat: await house.meets(customer, text) }
    }
    const bot = async () => (await house.agent().call('GET', '/bots/1')).body as unknown as Bot
    const storyOf = async (): Promise<string> => house.story((await meets()).chat)
    /** `count` messages in a row are given up. */
    async function fails(times: number, status = 503): Promise<void> {
      house.provider.fails(times, status)
      for (let i = 0; i < times; i++) {
        const { chat } = await meets()
        await until(async () => (await house.story(chat)).endsWith('bot.left'))
      }
      await house.quiet()
      if (times >= 3) await until(async () => (await bot()).failing !== null)
    }

    test('B8 after two messages that were given up the bot still gets chats; a taken message resets the count', async () => {
      await fails(2)
      assert.equal(await storyOf(), 'bot.joined visitor')
      await house.quiet()
      await fails(2)
      assert.equal((await bot()).failing, null)
      assert.equal(await storyOf(), 'bot.joined visitor')
      await house.quiet()
    })

    test('B8 after three, new chats go to agents immediately, and the bot’s page says why', async () => {
      await fails(3)
      const asked = house.provider.requests.length
      const { chat } = await meets()
      assert.equal(await house.story(chat), 'bot.skipped visitor')
      assert.equal((await house.agent().chat(chat)).owner, 'queue')
      assert.equal((await house.last(chat, 'bot.skipped')).text, 'it answered 503')
      await house.quiet()
      assert.equal(house.provider.requests.length, asked)
      const { failing } = await bot()
      assert.deepEqual(failing, { since: clock.now(), reason: 'it answered 503', probeAt: clock.now() + 30_000 })
    })

    test('B8 a visitor who writes in a chat that the bot had goes to agents too', async () => {
      const { chat, customer } = await meets()
      await until(() => house.told(chat).length === 1)
      await house.says(chat, 'hello')
      await fails(3)
      await house.visitor(customer).writes('and now?')
      assert.equal(await house.story(chat), 'bot.joined visitor bot bot.left visitor')
      assert.equal((await house.last(chat, 'bot.left')).why, 'skipped')
      await house.quiet()
      assert.equal(house.told(chat).length, 1)
    })

    test('B8 after thirty seconds one chat is a probe, with one attempt; while probes fail the wait doubles', async () => {
      await house.sets({ attempts: 3 })
      house.provider.fails(9, 503)
      for (let i = 0; i < 3; i++) {
        const { chat } = await meets()
        await house.passes(7000)
        assert.ok((await house.story(chat)).endsWith('bot.left'))
      }
      const since = clock.now()
      assert.equal(await storyOf(), 'bot.skipped visitor')
      await house.passes(27_000, 3000)
      assert.equal(await storyOf(), 'bot.skipped visitor', 'too early')
      await house.passes(5000)
      house.provider.hangs()
      const asked = house.provider.requests.length
      const probe = await meets()
      assert.equal(await house.story(probe.chat), 'bot.joined visitor')
      for (let i = 0; i < 5; i++) assert.equal(await storyOf(), 'bot.skipped visitor')
      await house.passes(8000)
      assert.equal(house.provider.requests.length, asked + 1, 'one attempt of one message')
      assert.equal(await house.story(probe.chat), 'bot.joined visitor bot.left')
      assert.ok(((await bot()).failing?.probeAt ?? 0) >= since + 85_000)
      await house.passes(40_000, 5000)
      assert.equal(await storyOf(), 'bot.skipped visitor', 'not yet again')
      await house.passes(25_000, 5000)
      assert.equal(await storyOf(), 'bot.joined visitor')
      await house.passes(5000)
      await house.sets({ attempts: 1 })
    })

    test('B8 when the bot takes the probe, it gets all chats again', async () => {
      await fails(3)
      await house.passes(32_000, 4000)
      house.provider.answers({ result: 'ok' })
      const probe = await meets()
      assert.equal(await house.story(probe.chat), 'bot.joined visitor')
      await until(async () => (await bot()).failing === null)
      assert.equal(await storyOf(), 'bot.joined visitor')
      // The next message in the chat of the probe has the usual number of attempts.
      await house.visitor(probe.customer).writes('next')
      await until(() => house.told(probe.chat).length === 2)
      await house.quiet()
    })

    test('B8 a message of the bot in any chat shows that it works', async () => {
      const { chat } = await meets()
      await until(() => house.told(chat).length === 1)
      await fails(3)
      assert.notEqual((await bot()).failing, null)
      assert.equal((await house.says(chat, 'I am here')).status, 200)
      await until(async () => (await bot()).failing === null)
      assert.equal(await storyOf(), 'bot.joined visitor')
    })

    test('B10 a bot that takes messages and does not reply is skipped too', async () => {
      await house.sets({ silenceLimit: 5 })
      for (let i = 0; i < 3; i++) {
        const { chat } = await meets()
        await house.passes(7000)
        assert.ok((await house.story(chat)).endsWith('bot.left'))
      }
      await house.quiet()
      assert.equal((await bot()).failing?.reason, 'it takes messages and does not answer them')
      assert.equal(await storyOf(), 'bot.skipped visitor')
      await house.sets({ silenceLimit: 300 })
    })

    test('B8 a change of the bot’s address makes it be tried again', async () => {
      await fails(3)
      const { providerUrl } = await bot()
      await house.sets({ providerUrl: `${providerUrl}/new` })
      assert.equal((await bot()).failing, null)
      assert.equal(await storyOf(), 'bot.joined visitor')
      await house.sets({ providerUrl })
    })

    test('B8 a restart of the server does not reset the breaker', async () => {
      await fails(3)
      const { failing } = await bot()
      await house.stop()
      const { provider, front, place } = house
      house = await startBotHouse({ kind, clock, place, partners: { provider, front }, bot: { attempts: 1 } })
      await house.agent().connects()
      assert.deepEqual((await bot()).failing, failing)
      assert.equal(await storyOf(), 'bot.skipped visitor')
      await house.passes(32_000, 4000)
      assert.equal(await storyOf(), 'bot.joined visitor')
      await until(async () => (await bot()).failing === null)
    })

    test('A4 B8 without an available agent a skipped bot still gets messages, and counts for the channel’s status', async () => {
      const [channel] = (await house.agent().call('GET', '/channels')).body['channels'] as unknown as { id: number }[]
      const status = async () => (await house.ask(`${house.channelUrl}/status`)).text
      await house.agent().call('PATCH', `/channels/${channel?.id}`, { botCountsAsOnline: true })
      await fails(3)
      assert.equal(await storyOf(), 'bot.skipped visitor')
      await house.agent().call('PUT', '/me/presence', { status: 'away' })
      assert.equal(await status(), '1')
      const { chat } = await meets()
      assert.equal(await house.story(chat), 'bot.joined visitor')
      await until(async () => (await bot()).failing === null)
      await house.agent().call('PUT', '/me/presence', { status: 'online' })
      await house.agent().call('PATCH', `/channels/${channel?.id}`, { botCountsAsOnline: false })
    })
  })
