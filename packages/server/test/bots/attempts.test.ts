import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { handClock, type HandClock } from '../clock.ts'
import { testKinds } from '../db.ts'
import { startIntegratorServer } from '../integrator-server.ts'
import { asked, startBotServer, textOf, until, type BotServer } from './server.ts'

for (const kind of testKinds())
  describe(`attempts to deliver messages to a bot, ${kind}`, () => {
    let clock: HandClock
    let server: BotServer
    let customers = 0
    before(async () => {
      clock = handClock()
      server = await startBotServer({ kind, clock })
    })
    afterEach(async () => {
      // Deliveries of one test end here, so that the breaker skips no bot in the next one.
      server.provider.answers({ result: 'ok' })
      await server.ends()
      const { body } = await server.agent().call('GET', '/bots/1')
      if (body['failing']) await server.sets({ enabled: false })
      await server.sets({ enabled: true, attempts: 2 })
      const { chat } = await asking('all is well')
      await server.says(chat, 'it is')
      server.provider.requests.length = 0
    })
    after(() => server.close())

    async function asking(text = 'hi') {
      const customer = `customer ${++customers}`
      return { customer, chat: await server.opensChat(customer, text) }
    }
    const startsOf = (chat: number, began: number): number[] =>
      server.provider.requests.flatMap(({ body, at }) =>
        JSON.parse(body).chat_id === String(chat) ? [at - began] : [],
      )
    const ownerOf = async (chat: number) => (await server.agent().chat(chat)).owner
    const deliveriesOf = async (chat: number) =>
      (await server.agent().call('GET', `/bots/1/deliveries?chat=${chat}`)).body['deliveries'] as unknown as {
        kind: string
        state: string
        attempts: number
        reason: string | null
      }[]

    test('B8 R21 a provider that hangs gets two attempts, three seconds apart, and agents have the chat after six', async () => {
      server.provider.hangs()
      const began = clock.now()
      const { chat } = await asking('anybody?')
      await asked(server.provider, 1)
      await server.passes(5500)
      assert.equal(await ownerOf(chat), 'bot', 'too early')
      await server.passes(500)
      assert.deepEqual(startsOf(chat, began), [0, 3000])
      const left = await server.last(chat, 'bot.left')
      assert.equal(left.at - began, 6000)
      assert.equal(left.why, 'failed')
      assert.ok((left.text ?? '').length > 10, left.text)
      assert.equal(await ownerOf(chat), 'queue')
      await server.passes(6000)
      assert.equal(startsOf(chat, began).length, 2)
      const [delivery] = await deliveriesOf(chat)
      assert.deepEqual([delivery?.state, delivery?.attempts], ['failed', 2])
    })

    for (const [attempts, starts, end] of [
      [1, [0], 3000],
      [3, [0, 3000, 6000], 9000],
    ] as const)
      test(`B8 ${attempts === 1 ? 'one attempt' : 'three attempts'} when the bot’s setting says so`, async () => {
        await server.sets({ attempts })
        server.provider.hangs()
        const began = clock.now()
        const { chat } = await asking()
        await asked(server.provider, 1)
        await server.passes(end + 500)
        assert.deepEqual(startsOf(chat, began), starts)
        assert.equal((await server.last(chat, 'bot.left')).at - began, end)
      })

    test('B8 both attempts send the same event', async () => {
      server.provider.fails(1, 500)
      const { chat } = await asking()
      await server.passes(3500)
      const [first, second] = server.provider.requests.map(({ body }) => body)
      assert.equal(first, second)
      assert.equal(await ownerOf(chat), 'bot')
    })

    test('B9 R21 a message that is refused once and then taken stays with the bot', async () => {
      server.provider.fails(1, 503)
      const began = clock.now()
      const { chat } = await asking()
      await server.passes(3500)
      assert.deepEqual(startsOf(chat, began), [0, 3000])
      assert.equal(await ownerOf(chat), 'bot')
      assert.equal((await server.says(chat, 'there you are')).status, 200)
    })

    test('B9 R21 after a second refusal agents have the chat immediately', async () => {
      server.provider.fails(2, 503)
      const began = clock.now()
      const { chat } = await asking()
      await server.passes(3500)
      const left = await server.last(chat, 'bot.left')
      assert.deepEqual([left.why, left.text, left.at - began], ['failed', 'it answered 503', 3000])
    })

    for (const status of [200, 201, 202, 204, 299])
      test(`B9 the status ${status} is a success`, async () => {
        server.provider.behaves((_request, response) => response.writeHead(status).end(), 1)
        const { chat } = await asking()
        await server.passes(3500)
        assert.equal(startsOf(chat, 0).length, 1)
        assert.equal((await deliveriesOf(chat))[0]?.state, 'done')
        assert.equal(await ownerOf(chat), 'bot')
      })

    for (const status of [301, 302, 307, 308, 400, 401, 404, 429, 500])
      test(`B9 the status ${status} is a failure${status < 400 ? ', and the redirect is not followed' : ''}`, async () => {
        const elsewhere = await startIntegratorServer({ clock })
        try {
          server.provider.redirects(status, `${elsewhere.url}/x`)
          const { chat } = await asking()
          await server.passes(3500)
          assert.equal(startsOf(chat, 0).length, 2)
          assert.equal((await server.last(chat, 'bot.left')).text, `it answered ${status}`)
          assert.equal(elsewhere.connections(), 0)
        } finally {
          await elsewhere.close()
        }
      })

    const oddities: [title: string, plays: () => void][] = [
      ['breaks the line off', () => server.provider.resets()],
      ['speaks something else', () => server.provider.garbage()],
      ['answers a byte a second', () => server.provider.oneByteASecond()],
      ['answers without an end', () => server.provider.endless()],
    ]
    for (const [title, plays] of oddities)
      test(`B9 a provider that ${title} has failed`, async () => {
        plays()
        const { chat } = await asking()
        await asked(server.provider, 1)
        await server.passes(6500)
        assert.equal((await server.last(chat, 'bot.left')).why, 'failed')
        assert.equal(startsOf(chat, 0).length, 2)
      })

    test('B8 when the connection is refused, the message is given up immediately after the second attempt', async () => {
      await server.provider.refuses()
      const began = clock.now()
      const { chat } = await asking()
      await server.passes(3500)
      assert.equal((await server.last(chat, 'bot.left')).at - began, 3000)
      await server.provider.recovers()
    })

    test('B8 a reply that arrives between the attempts is accepted, and there is no further attempt', async () => {
      server.provider.hangs()
      const { chat, customer } = await asking()
      await asked(server.provider, 1)
      assert.equal((await server.says(chat, 'I work, if slowly')).status, 200)
      await server.passes(6500)
      assert.equal(startsOf(chat, 0).length, 1, 'it would answer twice')
      assert.equal(await ownerOf(chat), 'bot')
      assert.deepEqual(server.shown(customer), ['I work, if slowly'])
      const [delivery] = await deliveriesOf(chat)
      assert.deepEqual([delivery?.state, delivery?.reason], ['cancelled', 'the bot has answered'])
    })

    test('B8 a message that was written before the bot’s reply, and is sent after it, gets all of its attempts', async () => {
      let answers = () => {}
      server.provider.next((_request, response) => (answers = () => response.writeHead(200).end()))
      const { chat, customer } = await asking('one')
      await asked(server.provider, 1)
      await server.visitor(customer).writes('two')
      assert.equal((await server.says(chat, 'to your first')).status, 200)
      server.provider.fails(1, 503)
      answers()
      await server.passes(4000)
      assert.deepEqual(
        server.eventsOf(chat).map(({ message }) => message?.text),
        ['one', 'two', 'two'],
      )
      assert.equal(await ownerOf(chat), 'bot')
    })

    test('B8 and when it is given up, agents have the chat', async () => {
      let answers = () => {}
      server.provider.next((_request, response) => (answers = () => response.writeHead(200).end()))
      const { chat, customer } = await asking('one')
      await asked(server.provider, 1)
      await server.visitor(customer).writes('two')
      assert.equal((await server.says(chat, 'to your first')).status, 200)
      server.provider.fails(2, 503)
      answers()
      await server.passes(7000)
      assert.equal(await ownerOf(chat), 'queue')
    })

    test('B8 there is no further attempt after an agent took over', async () => {
      server.provider.hangs()
      const { chat } = await asking()
      await asked(server.provider, 1)
      await server.agent().accepts(chat)
      await server.passes(6500)
      assert.deepEqual(
        server.eventsOf(chat).map(({ event }) => event),
        ['CLIENT_MESSAGE', 'AGENT_JOINED', 'AGENT_JOINED'],
      )
      const message = (await deliveriesOf(chat)).find((one) => one.kind === 'CLIENT_MESSAGE')
      assert.deepEqual([message?.state, message?.reason], ['cancelled', 'the bot no longer has the chat'])
      assert.equal(await ownerOf(chat), 'agent')
    })

    test('B8 R21 messages that wait behind one that was given up are not sent', async () => {
      server.provider.hangs()
      const { chat, customer } = await asking('first')
      await asked(server.provider, 1)
      for (const text of ['second', 'third']) await server.visitor(customer).writes(text)
      await server.passes(7000)
      server.provider.answers({ result: 'ok' })
      await server.visitor(customer).writes('fourth')
      await server.passes(7000)
      assert.deepEqual(
        server.eventsOf(chat).map(({ message }) => message?.text),
        ['first', 'first'],
      )
      assert.deepEqual(
        (await deliveriesOf(chat)).map(({ state }) => state),
        ['cancelled', 'cancelled', 'failed'],
      )
      assert.equal(await server.story(chat), 'bot.joined visitor visitor visitor bot.left visitor')
    })

    test('B8 events of one chat are sent one at a time and in order; other chats do not wait for one that hangs', async () => {
      const stuck = await asking('stuck 1')
      await asked(server.provider, 1)
      let under = 0
      let most = 0
      server.provider.behaves((request, response) => {
        const { chat_id: chat, message } = JSON.parse(request.body)
        if (chat === String(stuck.chat) && message.text === 'stuck 2') return
        if (chat === String(stuck.chat)) most = Math.max(most, ++under)
        setImmediate(() => {
          if (chat === String(stuck.chat)) under--
          response.writeHead(200).end()
        })
      })
      for (let i = 2; i <= 4; i++) await server.visitor(stuck.customer).writes(`stuck ${i}`)
      const free = await asking('free 1')
      for (let i = 2; i <= 10; i++) await server.visitor(free.customer).writes(`free ${i}`)
      await until(() => server.eventsOf(free.chat).length === 10)
      assert.deepEqual(
        server.eventsOf(free.chat).map(({ message }) => message?.text),
        Array.from({ length: 10 }, (_, i) => `free ${i + 1}`),
      )
      assert.equal(server.eventsOf(stuck.chat).length, 2, 'behind the one that hangs')
      server.provider.answers({ result: 'ok' })
      await server.passes(3500)
      assert.deepEqual(
        server.eventsOf(stuck.chat).map(({ message }) => message?.text),
        ['stuck 1', 'stuck 2', 'stuck 2', 'stuck 3', 'stuck 4'],
      )
      assert.ok(most <= 1)
    })

    test('R21 an answer after the hand-over is refused and not shown', async () => {
      server.provider.hangs()
      const { chat, customer } = await asking()
      await asked(server.provider, 1)
      await server.passes(6500)
      const late = await server.says(chat, 'sorry, I was away')
      assert.equal(late.status, 403)
      await server.quiet()
      assert.deepEqual(server.shown(customer), [])
      assert.equal((await server.last(chat, 'bot.refused')).text, 'sorry, I was away')
    })

    test('B10 a bot that takes a message and does not reply loses the chat after the silence limit', async () => {
      const { chat } = await asking()
      const began = clock.now()
      await server.passes(297_000, 9000)
      assert.equal(await ownerOf(chat), 'bot', 'too early')
      await server.passes(5000, 1000)
      const left = await server.last(chat, 'bot.left')
      assert.equal(left.why, 'silent')
      assert.ok(left.at - began >= 300_000 && left.at - began <= 301_500, String(left.at - began))
      assert.equal(await ownerOf(chat), 'queue')
    })

    test('B10 each message of the bot restarts the limit, which runs only while a visitor’s message waits for a reply', async () => {
      await server.sets({ silenceLimit: 20 })
      const { chat, customer } = await asking()
      await server.passes(15_000, 5000)
      await server.says(chat, 'a moment')
      await server.passes(60_000, 5000)
      assert.equal(await ownerOf(chat), 'bot', 'no message waits for a reply')
      await server.visitor(customer).writes('well?')
      await server.quiet()
      await server.passes(15_000, 5000)
      await server.visitor(customer).writes('are you there?')
      await server.passes(3000, 1000)
      assert.equal(await ownerOf(chat), 'bot')
      // The visitor has waited since the first of the two.
      await server.passes(4000, 1000)
      assert.equal((await server.last(chat, 'bot.left')).why, 'silent')
      await server.sets({ silenceLimit: 300 })
    })

    test('B10 a message that is sent after the reply to the one before needs a reply too', async () => {
      await server.sets({ silenceLimit: 20 })
      let answers = () => {}
      server.provider.next((_request, response) => (answers = () => response.writeHead(200).end()))
      const { chat, customer } = await asking('one')
      await asked(server.provider, 1)
      await server.visitor(customer).writes('two')
      assert.equal((await server.says(chat, 'to your first')).status, 200)
      await clock.move(1)
      answers()
      await until(() => server.eventsOf(chat).length === 2)
      await server.passes(35_000, 5000)
      await server.sets({ silenceLimit: 300 })
      assert.equal((await server.last(chat, 'bot.left')).why, 'silent')
    })

    test('R21 a reply with an invitation, and a second invitation, hand the chat over once', async () => {
      const ann = await server.agent().connects()
      const { chat, customer } = await asking()
      const answers = await Promise.all([
        server.posts({ event: 'BOT_MESSAGE', id: '1', chat_id: chat, message: textOf('I will call somebody') }),
        server.invites(chat, '2'),
        server.invites(chat, '3'),
        server.invites(chat, '3'),
      ])
      assert.deepEqual(
        answers.map(({ status }) => status),
        [200, 200, 200, 200],
      )
      await server.quiet()
      assert.deepEqual(server.shown(customer), ['I will call somebody'])
      const story = (await server.story(chat)).split(' ')
      assert.equal(story.filter((type) => type === 'agent.invited').length, 1)
      assert.equal(await ownerOf(chat), 'queue')
      assert.equal(server.eventsOf(chat).length, 1, 'no word of it to the provider yet')
      ann.close()
      await ann.closed
    })
  })
