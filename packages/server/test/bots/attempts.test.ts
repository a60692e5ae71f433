import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { handClock, type HandClock } from '../clock.ts'
import { testKinds } from '../db.ts'
import { startPartner } from '../partner.ts'
import { asked, startBotHouse, textOf, until, type BotHouse } from './house.ts'

for (const kind of testKinds())
  describe(`messages that a bot is asked about, ${kind}`, () => {
    let clock: HandClock
    let house: BotHouse
    let customers = 0
    before(async () => {
      clock = handClock()
      house = await startBotHouse({ kind, clock })
    })
    afterEach(async () => {
      // What one test leaves under way ends here, and nobody is skipped in the next one for it.
      house.provider.answers({ result: 'ok' })
      await house.ends()
      const { body } = await house.agent().call('GET', '/bots/1')
      if (body['failing']) await house.sets({ enabled: false })
      await house.sets({ enabled: true, attempts: 2 })
      const { chat } = await asking('all is well')
      await house.says(chat, 'it is')
      house.provider.requests.length = 0
    })
    after(() => house.close())

    async function asking(text = 'hi') {
      const customer = `customer ${++customers}`
      return { customer, chat: await house.meets(customer, text) }
    }
    const startsOf = (chat: number, began: number): number[] =>
      house.provider.requests.flatMap(({ body, at }) => (JSON.parse(body).chat_id === String(chat) ? [at - began] : []))
    const ownerOf = async (chat: number) => (await house.agent().chat(chat)).owner
    const deliveriesOf = async (chat: number) =>
      (await house.agent().call('GET', `/bots/1/deliveries?chat=${chat}`)).body['deliveries'] as unknown as {
        kind: string
        state: string
        attempts: number
        reason: string | null
      }[]

    test('B8 R21 a provider that hangs is asked twice, three seconds apart, and people have the chat at six', async () => {
      house.provider.hangs()
      const began = clock.now()
      const { chat } = await asking('anybody?')
      await asked(house.provider, 1)
      await house.passes(5500)
      assert.equal(await ownerOf(chat), 'bot', 'too early')
      await house.passes(500)
      assert.deepEqual(startsOf(chat, began), [0, 3000])
      const left = await house.last(chat, 'bot.left')
      assert.equal(left.at - began, 6000)
      assert.equal(left.why, 'failed')
      assert.ok((left.text ?? '').length > 10, left.text)
      assert.equal(await ownerOf(chat), 'queue')
      await house.passes(6000)
      assert.equal(startsOf(chat, began).length, 2)
      const [delivery] = await deliveriesOf(chat)
      assert.deepEqual([delivery?.state, delivery?.attempts], ['failed', 2])
    })

    for (const [attempts, starts, end] of [
      [1, [0], 3000],
      [3, [0, 3000, 6000], 9000],
    ] as const)
      test(`B8 asked ${attempts === 1 ? 'once' : 'three times'} where the bot is set so`, async () => {
        await house.sets({ attempts })
        house.provider.hangs()
        const began = clock.now()
        const { chat } = await asking()
        await asked(house.provider, 1)
        await house.passes(end + 500)
        assert.deepEqual(startsOf(chat, began), starts)
        assert.equal((await house.last(chat, 'bot.left')).at - began, end)
      })

    test('B8 both attempts are the same event', async () => {
      house.provider.fails(1, 500)
      const { chat } = await asking()
      await house.passes(3500)
      const [first, second] = house.provider.requests.map(({ body }) => body)
      assert.equal(first, second)
      assert.equal(await ownerOf(chat), 'bot')
    })

    test('B9 R21 refused once and taken then, within one message: the bot has it', async () => {
      house.provider.fails(1, 503)
      const began = clock.now()
      const { chat } = await asking()
      await house.passes(3500)
      assert.deepEqual(startsOf(chat, began), [0, 3000])
      assert.equal(await ownerOf(chat), 'bot')
      assert.equal((await house.says(chat, 'there you are')).status, 200)
    })

    test('B9 R21 refused twice: people have the chat as soon as the second answer is there', async () => {
      house.provider.fails(2, 503)
      const began = clock.now()
      const { chat } = await asking()
      await house.passes(3500)
      const left = await house.last(chat, 'bot.left')
      assert.deepEqual([left.why, left.text, left.at - began], ['failed', 'it answered 503', 3000])
    })

    for (const status of [200, 201, 202, 204, 299])
      test(`B9 the status ${status} is a regular response`, async () => {
        house.provider.behaves((_request, response) => response.writeHead(status).end(), 1)
        const { chat } = await asking()
        await house.passes(3500)
        assert.equal(startsOf(chat, 0).length, 1)
        assert.equal((await deliveriesOf(chat))[0]?.state, 'done')
        assert.equal(await ownerOf(chat), 'bot')
      })

    for (const status of [301, 302, 307, 308, 400, 401, 404, 429, 500])
      test(`B9 the status ${status} is none${status < 400 ? ', and is not followed' : ''}`, async () => {
        const elsewhere = await startPartner({ clock })
        try {
          house.provider.redirects(status, `${elsewhere.url}/x`)
          const { chat } = await asking()
          await house.passes(3500)
          assert.equal(startsOf(chat, 0).length, 2)
          assert.equal((await house.last(chat, 'bot.left')).text, `it answered ${status}`)
          assert.equal(elsewhere.connections(), 0)
        } finally {
          await elsewhere.close()
        }
      })

    const oddities: [title: string, plays: () => void][] = [
      ['breaks the line off', () => house.provider.resets()],
      ['speaks something else', () => house.provider.garbage()],
      ['answers a byte a second', () => house.provider.oneByteASecond()],
      ['answers without an end', () => house.provider.endless()],
    ]
    for (const [title, plays] of oddities)
      test(`B9 one that ${title} has given no regular response`, async () => {
        plays()
        const { chat } = await asking()
        await asked(house.provider, 1)
        await house.passes(6500)
        assert.equal((await house.last(chat, 'bot.left')).why, 'failed')
        assert.equal(startsOf(chat, 0).length, 2)
      })

    test('B8 one that does not listen is given up at once after the second try', async () => {
      await house.provider.refuses()
      const began = clock.now()
      const { chat } = await asking()
      await house.passes(3500)
      assert.equal((await house.last(chat, 'bot.left')).at - began, 3000)
      await house.provider.recovers()
    })

    test('B8 an answer that comes while its message is still tried again is taken, and it is not tried again', async () => {
      house.provider.hangs()
      const { chat, customer } = await asking()
      await asked(house.provider, 1)
      assert.equal((await house.says(chat, 'I work, if slowly')).status, 200)
      await house.passes(6500)
      assert.equal(startsOf(chat, 0).length, 1, 'it would answer twice')
      assert.equal(await ownerOf(chat), 'bot')
      assert.deepEqual(house.shown(customer), ['I work, if slowly'])
      const [delivery] = await deliveriesOf(chat)
      assert.deepEqual([delivery?.state, delivery?.reason], ['cancelled', 'the bot has answered'])
    })

    test('B8 what was written before the bot answered, and not yet sent to it, is tried as often as any other', async () => {
      let answers = () => {}
      house.provider.next((_request, response) => (answers = () => response.writeHead(200).end()))
      const { chat, customer } = await asking('one')
      await asked(house.provider, 1)
      await house.visitor(customer).writes('two')
      assert.equal((await house.says(chat, 'to your first')).status, 200)
      house.provider.fails(1, 503)
      answers()
      await house.passes(4000)
      assert.deepEqual(
        house.told(chat).map(({ message }) => message?.text),
        ['one', 'two', 'two'],
      )
      assert.equal(await ownerOf(chat), 'bot')
    })

    test('B8 and when it is given up, people have the chat', async () => {
      let answers = () => {}
      house.provider.next((_request, response) => (answers = () => response.writeHead(200).end()))
      const { chat, customer } = await asking('one')
      await asked(house.provider, 1)
      await house.visitor(customer).writes('two')
      assert.equal((await house.says(chat, 'to your first')).status, 200)
      house.provider.fails(2, 503)
      answers()
      await house.passes(7000)
      assert.equal(await ownerOf(chat), 'queue')
    })

    test('B8 it is not tried again either when an agent took over', async () => {
      house.provider.hangs()
      const { chat } = await asking()
      await asked(house.provider, 1)
      await house.agent().accepts(chat)
      await house.passes(6500)
      assert.deepEqual(
        house.told(chat).map(({ event }) => event),
        ['CLIENT_MESSAGE', 'AGENT_JOINED', 'AGENT_JOINED'],
      )
      const message = (await deliveriesOf(chat)).find((one) => one.kind === 'CLIENT_MESSAGE')
      assert.deepEqual([message?.state, message?.reason], ['cancelled', 'people have the chat'])
      assert.equal(await ownerOf(chat), 'agent')
    })

    test('B8 R21 what waits behind a message that was given up is for people, and not sent any more', async () => {
      house.provider.hangs()
      const { chat, customer } = await asking('first')
      await asked(house.provider, 1)
      for (const text of ['second', 'third']) await house.visitor(customer).writes(text)
      await house.passes(7000)
      house.provider.answers({ result: 'ok' })
      await house.visitor(customer).writes('fourth')
      await house.passes(7000)
      assert.deepEqual(
        house.told(chat).map(({ message }) => message?.text),
        ['first', 'first'],
      )
      assert.deepEqual(
        (await deliveriesOf(chat)).map(({ state }) => state),
        ['cancelled', 'cancelled', 'failed'],
      )
      assert.equal(await house.story(chat), 'bot.joined visitor visitor visitor bot.left visitor')
    })

    test('B8 in one chat events come one at a time and in order; others go on while one hangs', async () => {
      const stuck = await asking('stuck 1')
      await asked(house.provider, 1)
      let under = 0
      let most = 0
      house.provider.behaves((request, response) => {
        const { chat_id: chat, message } = JSON.parse(request.body)
        if (chat === String(stuck.chat) && message.text === 'stuck 2') return
        if (chat === String(stuck.chat)) most = Math.max(most, ++under)
        setImmediate(() => {
          if (chat === String(stuck.chat)) under--
          response.writeHead(200).end()
        })
      })
      for (let i = 2; i <= 4; i++) await house.visitor(stuck.customer).writes(`stuck ${i}`)
      const free = await asking('free 1')
      for (let i = 2; i <= 10; i++) await house.visitor(free.customer).writes(`free ${i}`)
      await until(() => house.told(free.chat).length === 10)
      assert.deepEqual(
        house.told(free.chat).map(({ message }) => message?.text),
        Array.from({ length: 10 }, (_, i) => `free ${i + 1}`),
      )
      assert.equal(house.told(stuck.chat).length, 2, 'behind the one that hangs')
      house.provider.answers({ result: 'ok' })
      await house.passes(3500)
      assert.deepEqual(
        house.told(stuck.chat).map(({ message }) => message?.text),
        ['stuck 1', 'stuck 2', 'stuck 2', 'stuck 3', 'stuck 4'],
      )
      assert.ok(most <= 1)
    })

    test('R21 an answer after the hand-over is refused and not shown', async () => {
      house.provider.hangs()
      const { chat, customer } = await asking()
      await asked(house.provider, 1)
      await house.passes(6500)
      const late = await house.says(chat, 'sorry, I was away')
      assert.equal(late.status, 403)
      await house.quiet()
      assert.deepEqual(house.shown(customer), [])
      assert.equal((await house.last(chat, 'bot.refused')).text, 'sorry, I was away')
    })

    test('B10 one that takes a message and never answers it loses the chat after the silence limit', async () => {
      const { chat } = await asking()
      const began = clock.now()
      await house.passes(297_000, 9000)
      assert.equal(await ownerOf(chat), 'bot', 'too early')
      await house.passes(5000, 1000)
      const left = await house.last(chat, 'bot.left')
      assert.equal(left.why, 'silent')
      assert.ok(left.at - began >= 300_000 && left.at - began <= 301_500, String(left.at - began))
      assert.equal(await ownerOf(chat), 'queue')
    })

    test('B10 each of its messages begins the time anew, and it runs only while an answer is owed', async () => {
      await house.sets({ silenceLimit: 20 })
      const { chat, customer } = await asking()
      await house.passes(15_000, 5000)
      await house.says(chat, 'a moment')
      await house.passes(60_000, 5000)
      assert.equal(await ownerOf(chat), 'bot', 'it owes nothing')
      await house.visitor(customer).writes('well?')
      await house.quiet()
      await house.passes(15_000, 5000)
      await house.visitor(customer).writes('are you there?')
      await house.passes(3000, 1000)
      assert.equal(await ownerOf(chat), 'bot')
      // The customer has waited since the first of the two.
      await house.passes(4000, 1000)
      assert.equal((await house.last(chat, 'bot.left')).why, 'silent')
      await house.sets({ silenceLimit: 300 })
    })

    test('B10 a message that it was sent after it had answered the one before is owed an answer too', async () => {
      await house.sets({ silenceLimit: 20 })
      let answers = () => {}
      house.provider.next((_request, response) => (answers = () => response.writeHead(200).end()))
      const { chat, customer } = await asking('one')
      await asked(house.provider, 1)
      await house.visitor(customer).writes('two')
      assert.equal((await house.says(chat, 'to your first')).status, 200)
      await clock.move(1)
      answers()
      await until(() => house.told(chat).length === 2)
      await house.passes(25_000, 5000)
      await house.sets({ silenceLimit: 300 })
      assert.equal((await house.last(chat, 'bot.left')).why, 'silent')
    })

    test('R21 an answer and an invitation, and a second invitation, hand the chat over once', async () => {
      const ann = await house.agent().connects()
      const { chat, customer } = await asking()
      const answers = await Promise.all([
        house.posts({ event: 'BOT_MESSAGE', id: '1', chat_id: chat, message: textOf('I will call somebody') }),
        house.invites(chat, '2'),
        house.invites(chat, '3'),
        house.invites(chat, '3'),
      ])
      assert.deepEqual(
        answers.map(({ status }) => status),
        [200, 200, 200, 200],
      )
      await house.quiet()
      assert.deepEqual(house.shown(customer), ['I will call somebody'])
      const story = (await house.story(chat)).split(' ')
      assert.equal(story.filter((type) => type === 'agent.invited').length, 1)
      assert.equal(await ownerOf(chat), 'queue')
      assert.equal(house.told(chat).length, 1, 'no word of it to the provider yet')
      ann.close()
      await ann.closed
    })
  })
