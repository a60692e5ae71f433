import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { handClock, type HandClock } from '../clock.ts'
import { testKinds } from '../db.ts'
import { BOB } from '../test-server.ts'
import { asked, startBotServer, until, type BotServer } from './server.ts'

for (const kind of testKinds())
  describe(`hand-over from the bot to agents, ${kind}`, () => {
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
    const ownerOf = async (chat: number) => (await server.agent().chat(chat)).owner
    const expectEvents = (chat: number, ...events: string[]) =>
      until(
        () =>
          server
            .eventsOf(chat)
            .map(({ event }) => event)
            .join() === ['CLIENT_MESSAGE', ...events].join(),
        () =>
          `${events.join()} was to be told, not ${server
            .eventsOf(chat)
            .map(({ event }) => event)
            .join()}`,
      )
    /** Runs with the agent Ann connected. */
    async function withAnn(work: () => Promise<void>): Promise<void> {
      const ann = await server.agent().connects()
      try {
        await work()
      } finally {
        ann.close()
        await ann.closed
        await until(async () => (await server.ask(`${server.channelUrl}/status`)).text === '0')
      }
    }

    test('B12 a bot’s message after an agent joined is refused, kept for the agent, and not shown to the visitor', async () => {
      const { chat, customer } = await asking()
      await server.agent().accepts(chat)
      const late = await server.says(chat, 'too late')
      assert.equal(late.status, 403)
      assert.deepEqual(late.body, { error: { code: 'invalid_request', message: 'An agent is in this chat' } })
      assert.equal((await server.last(chat, 'bot.refused')).text, 'too late')
      assert.equal(await ownerOf(chat), 'agent')
      await server.agent().writes(chat, 'here I am')
      await until(() => server.shown(customer).length > 0)
      assert.deepEqual(server.shown(customer), ['here I am'])
      assert.equal((await server.agent().chat(chat)).preview, 'here I am')
    })

    test('B12 a bot’s message after the end is refused too, and opens no chat', async () => {
      const { chat, customer } = await asking()
      await server.agent().closes(chat)
      const number = (await server.agent().chats('?limit=200')).length
      const late = await server.says(chat, 'one more thing')
      assert.deepEqual([late.status, late.body['error']?.['code']], [403, 'invalid_request'])
      assert.equal((await server.invites(chat)).status, 403)
      assert.equal((await server.last(chat, 'bot.refused')).text, 'one more thing')
      assert.equal((await server.agent().chats('?limit=200')).length, number)
      assert.equal((await server.agent().chat(chat)).state, 'closed')
      await server.quiet()
      assert.deepEqual(server.shown(customer), [])
    })

    test('B12 markdown and buttons are kept as readable text, at most twenty messages', async () => {
      const { chat } = await asking()
      await server.agent().accepts(chat)
      const says = (id: number, message: object) =>
        server.posts({ event: 'BOT_MESSAGE', id: String(id), chat_id: chat, message: { timestamp: 1, ...message } })
      await says(1, {
        type: 'BUTTONS',
        title: 'Sure?',
        text: 'x',
        buttons: [
          { id: 1, text: 'Yes' },
          { id: 2, text: 'No' },
        ],
      })
      assert.equal((await server.last(chat, 'bot.refused')).text, 'Sure?\n[Yes]\n[No]')
      await says(2, { type: 'MARKDOWN', content: '*so*', text: 'x' })
      assert.equal((await server.last(chat, 'bot.refused')).text, '*so*')
      for (let i = 3; i <= 30; i++) assert.equal((await says(i, { type: 'TEXT', text: `again ${i}` })).status, 403)
      const kept = (await server.agent().entries(chat)).filter((entry) => entry.type === 'bot.refused')
      assert.equal(kept.length, 20)
    })

    test('B12 an agent joins while the bot writes: the message is either shown before or refused after', async () => {
      let shown = 0
      const rounds = 30
      for (let i = 0; i < rounds; i++) {
        const { chat, customer } = await asking(`race ${i}`)
        // Either side starts a few milliseconds earlier.
        const start = (ms: number) => new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)))
        const [answer] = await Promise.all([
          start((i % 10) - 2).then(() => server.says(chat, 'first?')),
          start(2 - (i % 10)).then(() => server.agent().accepts(chat)),
        ])
        const story = await server.story(chat)
        if (answer.status === 200) {
          shown++
          assert.equal(story, 'bot.joined visitor bot agent.joined')
          await until(() => server.shown(customer).length === 1)
        } else {
          assert.equal(answer.status, 403)
          assert.equal(story, 'bot.joined visitor agent.joined bot.refused')
          assert.deepEqual(server.shown(customer), [])
        }
      }
      assert.ok(shown > 0 && shown < rounds, `${shown} of ${rounds} were shown`)
      await server.quiet()
    })

    test('B12 while a chat that the bot handed over waits, the bot may still write in it', async () => {
      await withAnn(async () => {
        const { chat, customer } = await asking()
        await server.invites(chat)
        assert.equal(await ownerOf(chat), 'queue')
        assert.equal((await server.says(chat, 'somebody comes')).status, 200)
        await until(() => server.shown(customer).length === 1)
        await server.visitor(customer).writes('good')
        await server.quiet()
        assert.equal(server.eventsOf(chat).length, 1, 'what is written meanwhile is for people')
        await server.agent().accepts(chat)
        assert.equal((await server.says(chat, 'bye')).status, 403)
      })
    })

    test('B19 with an available agent the chat waits in the queue, and the bot gets AGENT_JOINED when one joins', async () => {
      await withAnn(async () => {
        const { chat } = await asking()
        const answer = await server.invites(chat)
        assert.equal(answer.text, '{"result":"ok"}')
        assert.equal(await server.story(chat), 'bot.joined visitor agent.invited')
        assert.equal(await ownerOf(chat), 'queue')
        await server.passes(10_000, 5000)
        await expectEvents(chat)
        await server.agent().accepts(chat)
        await expectEvents(chat, 'AGENT_JOINED')
        await server.passes(150_000, 10_000)
        await expectEvents(chat, 'AGENT_JOINED')
      })
    })

    test('B19 a later change of agent sends the bot nothing', async () => {
      const { chat } = await asking()
      await server.agent().accepts(chat)
      await expectEvents(chat, 'AGENT_JOINED')
      await server.agent(BOB).accepts(chat, { takeOver: true })
      await server.quiet()
      await expectEvents(chat, 'AGENT_JOINED')
    })

    test('B19 without an available agent the bot gets AGENT_UNAVAILABLE immediately and keeps the chat', async () => {
      const { chat, customer } = await asking()
      const began = clock.now()
      assert.equal((await server.invites(chat)).status, 200)
      await expectEvents(chat, 'AGENT_UNAVAILABLE')
      assert.ok((server.provider.requests.at(-1)?.at ?? 0) - began <= 1000)
      assert.equal((await server.last(chat, 'agent.unavailable')).why, 'none')
      assert.equal(await ownerOf(chat), 'bot')
      assert.equal((await server.says(chat, 'nobody is there, but I am')).status, 200)
      await server.visitor(customer).writes('then tell me')
      await expectEvents(chat, 'AGENT_UNAVAILABLE', 'CLIENT_MESSAGE')
    })

    test('B19 an agent who is away is not available', async () => {
      await withAnn(async () => {
        const away = (status: string) => server.agent().call('PUT', '/me/presence', { status })
        await away('away')
        const { chat } = await asking()
        await server.invites(chat)
        await expectEvents(chat, 'AGENT_UNAVAILABLE')
        assert.equal(await ownerOf(chat), 'bot')
        await away('online')
      })
    })

    test('B19 when no agent accepts for two minutes, the bot gets AGENT_UNAVAILABLE once, and the chat still waits', async () => {
      await withAnn(async () => {
        const { chat } = await asking()
        const began = clock.now()
        await server.invites(chat)
        await server.passes(118_000, 6000)
        await expectEvents(chat)
        await server.passes(4000)
        await expectEvents(chat, 'AGENT_UNAVAILABLE')
        const eventsOf = (await server.last(chat, 'agent.unavailable')) as { why: string; at: number }
        assert.equal(eventsOf.why, 'unaccepted')
        assert.ok(eventsOf.at - began >= 120_000 && eventsOf.at - began <= 121_500, String(eventsOf.at - began))
        assert.equal(await ownerOf(chat), 'queue')
        await server.passes(130_000, 10_000)
        await expectEvents(chat, 'AGENT_UNAVAILABLE')
        await server.agent().accepts(chat)
        await expectEvents(chat, 'AGENT_UNAVAILABLE', 'AGENT_JOINED')
      })
    })

    test('B19 a repeated invitation has no effect', async () => {
      await withAnn(async () => {
        const { chat } = await asking()
        for (let i = 0; i < 3; i++) assert.equal((await server.invites(chat, String(i))).status, 200)
        assert.equal(await server.story(chat), 'bot.joined visitor agent.invited')
        await server.passes(60_000, 10_000)
        await server.invites(chat, '9')
        await server.passes(62_000, 10_000)
        await server.passes(2000)
        await expectEvents(chat, 'AGENT_UNAVAILABLE')
        assert.equal((await server.invites(chat, '10')).status, 200)
        await server.agent().accepts(chat)
        assert.equal((await server.invites(chat, '11')).status, 200)
        await expectEvents(chat, 'AGENT_UNAVAILABLE', 'AGENT_JOINED')
      })
    })

    test('B19 without an available agent the bot gets AGENT_UNAVAILABLE once, and again after a visitor’s message', async () => {
      const { chat, customer } = await asking()
      for (let i = 0; i < 3; i++) await server.invites(chat, String(i))
      await server.quiet()
      await expectEvents(chat, 'AGENT_UNAVAILABLE')
      await server.visitor(customer).writes('a person, please')
      await expectEvents(chat, 'AGENT_UNAVAILABLE', 'CLIENT_MESSAGE')
      await server.invites(chat, '4')
      await expectEvents(chat, 'AGENT_UNAVAILABLE', 'CLIENT_MESSAGE', 'AGENT_UNAVAILABLE')
      await clock.move(10_001)
      assert.equal((await server.invites(chat, '5')).status, 200)
      await server.quiet()
      await expectEvents(chat, 'AGENT_UNAVAILABLE', 'CLIENT_MESSAGE', 'AGENT_UNAVAILABLE')
    })

    test('B19 after the end the next message opens another chat, with the bot', async () => {
      const { chat, customer } = await asking()
      await server.agent().accepts(chat)
      await server.agent().closes(chat)
      const again = await server.opensChat(customer, 'me again')
      assert.notEqual(again, chat)
      await until(() => server.eventsOf(again).length === 1)
      assert.equal(await server.story(again), 'bot.joined visitor')
      assert.equal((await server.says(again, 'welcome back')).status, 200)
      assert.equal((await server.says(chat, 'to the old one')).status, 403)
      await until(() => server.shown(customer).length === 1)
      assert.deepEqual(server.shown(customer), ['welcome back'])
    })

    test('B19 a chat that agents have does not return to the bot', async () => {
      const { chat, customer } = await asking()
      await server.agent().accepts(chat)
      await expectEvents(chat, 'AGENT_JOINED')
      const left = await server.agent().call('POST', `/chats/${chat}/leave`, {})
      assert.equal(left.status, 200, left.text)
      assert.equal(await ownerOf(chat), 'queue')
      await server.visitor(customer).writes('who is there?')
      await server.quiet()
      await expectEvents(chat, 'AGENT_JOINED')
      assert.equal((await server.says(chat, 'I am!')).status, 403)
    })

    test('B19 a failed AGENT_JOINED has no effect on the chat', async () => {
      const { chat } = await asking()
      server.provider.fails(2, 500)
      await server.agent().accepts(chat)
      await asked(server.provider, 1)
      await server.ends()
      assert.equal(await server.story(chat), 'bot.joined visitor agent.joined')
      assert.equal((await server.agent().call('GET', '/bots/1')).body['failing'], null)
      server.provider.answers({ result: 'ok' })
    })

    test('B19 after the bot is switched off or detached, its visitors’ messages go to agents', async () => {
      const { chat, customer } = await asking()
      await server.sets({ enabled: false })
      await server.visitor(customer).writes('still there?')
      assert.equal(await server.story(chat), 'bot.joined visitor bot.left visitor')
      assert.equal((await server.last(chat, 'bot.left')).why, 'removed')
      await server.sets({ enabled: true })
      await server.visitor(customer).writes('hello?')
      await server.quiet()
      assert.equal(server.eventsOf(chat).length, 1)
    })
  })
