import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import { handClock, type HandClock } from '../clock.ts'
import { testKinds } from '../db.ts'
import { startBotServer, textOf, until, type BotServer } from './server.ts'

for (const kind of testKinds())
  describe(`events of a bot, ${kind}`, () => {
    let clock: HandClock
    let server: BotServer
    let customers = 0
    before(async () => {
      clock = handClock()
      server = await startBotServer({ kind, clock })
    })
    afterEach(() => server.provider.answers({ result: 'ok' }))
    after(() => server.close())

    /** A new visitor whose message the bot has got. */
    async function asking(text = 'hi') {
      const customer = `customer ${++customers}`
      const chat = await server.opensChat(customer, text)
      await until(() => server.eventsOf(chat).length > 0)
      return { customer, chat }
    }
    const shows = (customer: string, texts: string[]) =>
      until(
        () => JSON.stringify(server.shown(customer)) === JSON.stringify(texts),
        () => `${JSON.stringify(texts)} was to be shown, not ${JSON.stringify(server.shown(customer))}`,
      )
    const message = (chat: number, body: object, id: unknown = '1') =>
      server.posts({ event: 'BOT_MESSAGE', id, chat_id: String(chat), message: { timestamp: 1, ...body } })

    test('B7 the answer to an accepted event, to the byte', async () => {
      const { chat } = await asking()
      for (const answer of [await server.says(chat, 'hello'), await server.invites(chat)]) {
        assert.equal(answer.status, 200)
        assert.equal(answer.text, '{"result":"ok"}')
        assert.equal(answer.headers.get('content-type'), 'application/json; charset=utf-8')
        assert.equal(answer.headers.get('cache-control'), 'no-store')
        assert.equal(answer.headers.get('content-length'), '15')
      }
    })

    test('B3 a timestamp may be a number or text, of seconds or milliseconds, of any year', async () => {
      const { chat, customer } = await asking()
      const times = [0, '0', 1_500_000_000, '1500000000', 1_500_000_000_000, '1500000000000', 4_102_444_800]
      const further = ['4102444800', 4_102_444_800_000, '4102444800000', 1_500_000_000.25, '1500000000.25', '', null]
      const texts = [...times, ...further].map((timestamp, i) => ({ timestamp, text: `at ${timestamp} ${i}` }))
      const before = clock.now()
      for (const { timestamp, text } of texts)
        assert.equal((await message(chat, { type: 'TEXT', text, timestamp })).status, 200, text)
      assert.equal(
        (await server.posts({ event: 'BOT_MESSAGE', message: { type: 'TEXT', text: 'none' }, chat_id: chat })).status,
        200,
      )
      const said = (await server.agent().entries(chat)).filter(
        (entry) => entry.type === 'message' && entry.from === 'bot',
      )
      // The server sets order and time.
      assert.deepEqual(
        said.map((entry) => entry.type === 'message' && entry.text),
        [...texts.map(({ text }) => text), 'none'],
      )
      assert.ok(said.every(({ at }) => at === before))
      await shows(customer, [...texts.map(({ text }) => text), 'none'])
    })

    test('B3 a timestamp that cannot be read is ignored', async () => {
      const { chat, customer } = await asking()
      const rows = [{}, [], [1], true, 'yesterday', '2026-11-22 20:20', '-5', '0x10', '1e9', -5]
      const texts = rows.map((timestamp, i) => ({ timestamp, text: `when ${i}` }))
      const before = clock.now()
      for (const { timestamp, text } of texts)
        assert.equal((await message(chat, { type: 'TEXT', text, timestamp })).status, 200, JSON.stringify(timestamp))
      await shows(
        customer,
        texts.map(({ text }) => text),
      )
      assert.equal((await server.last(chat, 'message')).at, before)
    })

    test('B4 a button’s id may be a whole number; the choice is reported as text', async () => {
      const { chat, customer } = await asking()
      const buttons = [
        { id: 1201, text: 'Yes', colour: 'green' },
        { id: 'no', text: 'No' },
        { id: 0, text: 'Maybe' },
      ]
      const answer = await message(chat, { type: 'BUTTONS', title: 'Sure?', text: 'Sure? Yes/No', buttons, style: 1 })
      assert.equal(answer.status, 200)
      await shows(customer, ['Sure?\n1) Yes\n2) No\n3) Maybe'])
      const entry = await server.last(chat, 'message')
      assert.deepEqual(entry.buttons, [
        { id: '1201', text: 'Yes' },
        { id: 'no', text: 'No' },
        { id: '0', text: 'Maybe' },
      ])
      const replies: [said: string, text: string, id: string | undefined][] = [
        ['1', 'Yes', '1201'],
        ['YES ', 'Yes', '1201'],
        ['1201', 'Yes', '1201'],
        ['2)', 'No', 'no'],
        ['0', 'Maybe', '0'],
        ['4', '4', undefined],
        ['something else', 'something else', undefined],
      ]
      for (const [i, [said, text, id]] of replies.entries()) {
        await server.visitor(customer).writes(said)
        await until(() => server.eventsOf(chat).length === i + 2)
        const received = server.eventsOf(chat).at(-1)?.message
        assert.equal(received?.text, text)
        assert.equal(received?.button_id, id)
        assert.ok(received && 'button_id' in received === (id !== undefined))
      }
    })

    test('B4 a button without an id has its text as id, or its position where texts repeat', async () => {
      const { chat, customer } = await asking()
      const rows: [buttons: object[], ids: string[]][] = [
        [
          [{ text: 'Yes' }, { text: 'No' }],
          ['Yes', 'No'],
        ],
        [
          [
            { id: null, text: 'Yes' },
            { id: '', text: 'No' },
            { id: ' ', text: 'Maybe' },
          ],
          ['Yes', 'No', 'Maybe'],
        ],
        [
          [{ text: 'More' }, { text: 'Less' }, { text: 'More' }],
          ['1', 'Less', '3'],
        ],
        [
          [{ id: 'a', text: 'More' }, { text: 'More' }],
          ['a', '2'],
        ],
        // A given id is kept, even if it equals the text of another button.
        [
          [{ id: 'No', text: 'Yes' }, { text: 'No' }],
          ['No', '2'],
        ],
        [
          [{ text: '2' }, { id: 2, text: 'Two' }],
          ['1', '2'],
        ],
        [
          [{ id: '3', text: 'a' }, { id: 'b', text: 'b' }, { text: 'b' }],
          ['3', 'b', '3-3'],
        ],
      ]
      for (const [i, [buttons, ids]] of rows.entries()) {
        const answer = await message(chat, { type: 'BUTTONS', title: `Choose ${i}`, text: 'x', buttons })
        assert.equal(answer.status, 200, JSON.stringify(buttons))
        const entry = await server.last(chat, 'message')
        assert.deepEqual(
          entry.buttons?.map(({ id }) => id),
          ids,
        )
      }
      await message(chat, { type: 'BUTTONS', title: 'Last', text: 'x', buttons: [{ text: 'Yes' }, { text: 'No' }] })
      await until(() => server.shown(customer).length === rows.length + 1)
      assert.equal(server.shown(customer).at(-1), 'Last\n1) Yes\n2) No')
      await server.visitor(customer).writes('2')
      await until(() => server.eventsOf(chat).length === 2)
      const received = server.eventsOf(chat).at(-1)?.message
      assert.deepEqual([received?.text, received?.button_id], ['No', 'No'])
    })

    test('B4 invalid buttons are refused', async () => {
      const { chat, customer } = await asking()
      const yes = { id: '1', text: 'Yes' }
      const rows: [title: string, buttons: unknown, field: string][] = [
        ['four', [1, 2, 3, 4].map((id) => ({ id, text: `Answer ${id}` })), '/message/buttons'],
        ['none', [], '/message/buttons'],
        ['no list', yes, '/message/buttons'],
        ['missing', undefined, '/message/buttons'],
        ['an empty text', [yes, { id: '2', text: '' }], '/message/buttons/1/text'],
        ['a blank text', [{ id: '2', text: ' \n' }], '/message/buttons/0/text'],
        ['no text', [{ id: '2' }], '/message/buttons/0/text'],
        ['an object for a text', [{ id: '2', text: {} }], '/message/buttons/0/text'],
        ['equal ids', [yes, { id: '1', text: 'No' }], '/message/buttons/1/id'],
        ['ids equal as text', [yes, { id: 1, text: 'No' }], '/message/buttons/1/id'],
        ['an empty text and no id', [{ text: '' }], '/message/buttons/0/text'],
        ['an object for an id', [{ id: {}, text: 'No' }], '/message/buttons/0/id'],
        ['half an id', [{ id: 1.5, text: 'No' }], '/message/buttons/0/id'],
        ['an id that is true', [{ id: true, text: 'No' }], '/message/buttons/0/id'],
        ['a text in place of a button', ['Yes'], '/message/buttons/0'],
      ]
      for (const [title, buttons, field] of rows) {
        const answer = await message(chat, { type: 'BUTTONS', title: 'Sure?', text: 'x', buttons })
        assert.equal(answer.status, 400, title)
        assert.equal(answer.body['error']?.['code'], 'invalid_request', title)
        assert.equal(answer.body['error']?.['field'], field, title)
      }
      await server.quiet()
      assert.deepEqual(server.shown(customer), [])
    })

    test('B5 three messages with the same id are all shown', async () => {
      const { chat, customer } = await asking()
      for (const text of ['one', 'two', 'three']) assert.equal((await server.says(chat, text)).status, 200)
      await shows(customer, ['one', 'two', 'three'])
    })

    test('B5 an equal request within ten seconds is answered and shown once', async () => {
      const { chat, customer } = await asking()
      const first = await server.says(chat, 'only once')
      await shows(customer, ['only once'])
      await server.quiet()
      await clock.move(10_000)
      const again = await server.says(chat, 'only once')
      assert.equal(again.text, first.text)
      assert.equal(again.status, 200)
      await server.quiet()
      assert.deepEqual(server.shown(customer), ['only once'])
      // A request with one more byte is not a repetition.
      await server.posts(`${JSON.stringify({ event: 'BOT_MESSAGE', id: '1', chat_id: chat, message: textOf('x') })} `)
      await server.posts({ event: 'BOT_MESSAGE', id: '1', chat_id: chat, message: textOf('x') })
      await shows(customer, ['only once', 'x', 'x'])
    })

    test('B5 an equal request after ten seconds is a new message', async () => {
      const { chat, customer } = await asking()
      await server.says(chat, 'once more')
      await server.quiet()
      await clock.move(10_001)
      await server.says(chat, 'once more')
      await shows(customer, ['once more', 'once more'])
    })

    test('B5 an equal request after a visitor’s message is a new message', async () => {
      const { chat, customer } = await asking()
      await server.says(chat, 'I did not get that')
      await shows(customer, ['I did not get that'])
      await server.visitor(customer).writes('and now')
      await until(() => server.eventsOf(chat).length === 2)
      await server.says(chat, 'I did not get that')
      await shows(customer, ['I did not get that', 'I did not get that'])
    })

    test('B5 many concurrent equal requests are shown once', async () => {
      const { chat, customer } = await asking()
      const answers = await Promise.all(Array.from({ length: 20 }, () => server.says(chat, 'in a hurry')))
      assert.ok(answers.every(({ status }) => status === 200))
      await shows(customer, ['in a hurry'])
      await server.quiet()
      assert.deepEqual(server.shown(customer), ['in a hurry'])
    })

    test('B5 with an Idempotency-Key only the key identifies repetitions', async () => {
      const { chat, customer } = await asking()
      const event = (text: string) => ({ event: 'BOT_MESSAGE', id: '1', chat_id: String(chat), message: textOf(text) })
      const keyed = (text: string, key: string) => server.posts(event(text), { headers: { 'idempotency-key': key } })
      const first = await keyed('with a key', `a ${chat}`)
      assert.equal(first.status, 200)
      // A delivery that is still under way would time out and be repeated when the clock moves.
      await shows(customer, ['with a key'])
      await clock.move(60_000)
      const again = await keyed('with a key', `a ${chat}`)
      assert.deepEqual([again.status, again.text], [first.status, first.text])
      assert.equal((await keyed('with a key', `b ${chat}`)).status, 200)
      await shows(customer, ['with a key', 'with a key'])
      const other = await keyed('something else', `a ${chat}`)
      assert.equal(other.status, 400)
      assert.equal(other.body['error']?.['code'], 'invalid_request')
      for (const key of ['', 'x'.repeat(256)]) assert.equal((await keyed('odd', key)).status, 400)
      await server.quiet()
      assert.deepEqual(server.shown(customer), ['with a key', 'with a key'])
    })

    test('B5 a refusal is repeated for the same key', async () => {
      const { chat } = await asking()
      await server.agent().accepts(chat)
      const late = () => server.says(chat, 'late', { headers: {} })
      const body = { event: 'BOT_MESSAGE', id: '1', chat_id: chat, message: textOf('keyed and late') }
      const keyed = () => server.posts(body, { headers: { 'idempotency-key': `late ${chat}` } })
      assert.equal((await late()).status, 403)
      const [first, again] = [await keyed(), await keyed()]
      assert.deepEqual([first.status, again.status, again.text], [403, 403, first.text])
      const refused = (await server.agent().entries(chat)).filter((entry) => entry.type === 'bot.refused')
      assert.equal(refused.length, 2)
    })

    test('B6 unknown fields are ignored', async () => {
      const { chat, customer } = await asking()
      const answer = await server.posts({
        event: 'BOT_MESSAGE',
        id: '1',
        chat_id: String(chat),
        message: { ...textOf('with more'), button_id: 'x', intent: { name: 'greet' } },
        version: 2,
        meta: [1, { a: null }],
      })
      assert.equal(answer.status, 200)
      const invite = await server.posts({ event: 'INVITE_AGENT', id: '1', chat_id: String(chat), reason: 'angry' })
      assert.equal(invite.status, 200)
      await shows(customer, ['with more'])
    })

    test('B11 an event in the answer to a message is ignored unless the bot’s setting allows it', async () => {
      server.provider.answers({ event: 'BOT_MESSAGE', id: '1', message: textOf('in the answer') })
      const { chat, customer } = await asking()
      await server.quiet()
      assert.deepEqual(server.shown(customer), [])
      assert.equal(await server.story(chat), 'bot.joined visitor')
    })

    test('B11 with the setting, it counts as posted', async () => {
      await server.sets({ answerInBody: true })
      try {
        server.provider.answers({ event: 'BOT_MESSAGE', id: '1', message: textOf('in the answer') })
        const answered = await asking()
        await shows(answered.customer, ['in the answer'])
        assert.equal(await server.story(answered.chat), 'bot.joined visitor bot')
        server.provider.answers({ event: 'INVITE_AGENT', id: '1' })
        const invited = await asking()
        await until(async () => (await server.story(invited.chat)).includes('agent.unavailable'))
        for (const nothing of [{ result: 'ok' }, { event: 'BOT_MESSAGE' }, { event: 'CHAT_CLOSED' }, []]) {
          server.provider.answers(nothing)
          const { chat } = await asking()
          await server.quiet()
          assert.equal(await server.story(chat), 'bot.joined visitor', JSON.stringify(nothing))
        }
        server.provider.html()
        const { chat } = await asking()
        await server.quiet()
        assert.equal(await server.story(chat), 'bot.joined visitor')
      } finally {
        await server.sets({ answerInBody: false })
      }
    })

    test('B11 an event in the answer that names another chat is not shown', async () => {
      await server.sets({ answerInBody: true })
      try {
        const { chat: first, customer } = await asking('the other one')
        const event = { event: 'BOT_MESSAGE', id: '1', message: textOf('for somebody else') }
        server.provider.answers({ ...event, chat_id: String(first) })
        const second = await asking()
        await server.quiet()
        assert.deepEqual(server.shown(second.customer), [])
        assert.ok(server.shown(customer).length <= 1)
      } finally {
        await server.sets({ answerInBody: false })
      }
    })

    test('B18 the visitor reads markdown as plain text with its links, and not `text`', async () => {
      const { chat, customer } = await asking()
      const rows: [content: string, plain: string][] = [
        ['**Hello**, *you*', 'Hello, you'],
        ['see [our shop](https://shop.test/a?b=c)', 'see our shop (https://shop.test/a?b=c)'],
        ['call [us](tel:+4930123)', 'call us (+4930123)'],
        ['[click](javascript:alert(1))', '[click](javascript:alert(1))'],
        ['<b onclick="x()">&amp; # no title', '<b onclick="x()">&amp; # no title'],
      ]
      for (const [content] of rows)
        assert.equal((await message(chat, { type: 'MARKDOWN', content, text: 'never to be seen' })).status, 200)
      await shows(
        customer,
        rows.map(([, plain]) => plain),
      )
      const entry = await server.last(chat, 'message')
      assert.equal(entry.markdown, rows.at(-1)?.[0])
      assert.equal(entry.text, 'never to be seen')
      assert.ok(!server.front.requests.some(({ body }) => body.includes('never to be seen')))
    })

    test('B18 the `text` of buttons is not shown, and may be absent', async () => {
      const { chat, customer } = await asking()
      const buttons = [{ id: '1', text: 'Yes' }]
      await message(chat, { type: 'BUTTONS', title: 'Well?', text: 'never to be seen', buttons })
      await message(chat, { type: 'BUTTONS', title: 'Well then?', buttons })
      await message(chat, { type: 'MARKDOWN', content: '*so*' })
      await shows(customer, ['Well?\n1) Yes', 'Well then?\n1) Yes', 'so'])
      assert.ok(!server.front.requests.some(({ body }) => body.includes('never to be seen')))
    })

    test('B18 a message without its content is refused', async () => {
      const { chat } = await asking()
      const rows: [body: object, field: string][] = [
        [{ type: 'TEXT' }, '/message/text'],
        [{ type: 'TEXT', text: ' \n' }, '/message/text'],
        [{ type: 'TEXT', text: 'x'.repeat(10_001) }, '/message/text'],
        [{ type: 'MARKDOWN', text: 'x' }, '/message/content'],
        [{ type: 'MARKDOWN', content: 7 }, '/message/content'],
        [{ type: 'BUTTONS', buttons: [{ id: 1, text: 'x' }] }, '/message/title'],
        [{ type: 'PHOTO', file: 'x' }, '/message/type'],
        [{ type: 'text', text: 'x' }, '/message/type'],
        [{ text: 'x' }, '/message/type'],
      ]
      for (const [body, field] of rows) {
        const answer = await message(chat, body)
        assert.equal(answer.status, 400, JSON.stringify(body).slice(0, 80))
        assert.equal(answer.body['error']?.['field'], field)
      }
    })
  })
