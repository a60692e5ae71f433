import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  apply,
  decide,
  deliveriesOf,
  mediaIn,
  opened,
  type BotFacts,
  type ChatDelivery,
  type ChatState,
  type Command,
  type Entry,
  type Facts,
} from './index.ts'

const T = 1_790_000_000_000
const ann = { id: 1, name: 'Ann' }
const helper: BotFacts = { id: 7, name: 'Helper', silenceLimitMs: 300_000 }
const [plan, photo, scan] = [
  { kind: 'document', file: 'f1', name: 'plan.txt' },
  { kind: 'photo', file: 'f2', name: 'a.png' },
  { kind: 'photo', file: 'f3', name: 'b.png' },
] as const

interface Run {
  readonly state: ChatState
  readonly entries: readonly Entry[]
  readonly deliveries: readonly ChatDelivery[]
}

/** The last of some commands: the state after it, its entries and its deliveries. */
function run(commands: readonly Command[], facts: Partial<Facts> = {}, followsLog = false): Run {
  let last: Run = { state: opened(T), entries: [], deliveries: [] }
  for (const command of commands) {
    const bodies = decide(last.state, command, { now: T, known: {}, bot: null, available: true, ...facts })
    assert.ok(Array.isArray(bodies), `${command.type} was refused`)
    let { state } = last
    const entries = bodies.map((body, i): Entry => ({ ...body, n: state.last + 1 + i, at: T }))
    for (const entry of entries) state = apply(state, entry)
    const where = { channel: 2, followsLog, visitor: 3, chat: 9 }
    last = { state, entries, deliveries: entries.flatMap((entry) => deliveriesOf(state, entry, command, where)) }
  }
  return last
}

const writes = (more: object = {}): Command => ({ type: 'visitor.write', id: 'v', text: 'hi', profile: {}, ...more })
const accepts: Command = { type: 'agent.accept', agent: ann, takeOver: false }
const sends = (more: object): Command => ({ type: 'agent.write', agent: ann, id: 'a', text: 'look', ...more })
const three = { attachments: [plan, photo, scan], furtherIds: ['b', 'c'] }
const messages = ({ entries }: Run) =>
  entries.flatMap((entry) =>
    entry.type === 'message' ? [[entry.id, entry.text, mediaIn(entry).map(({ file }) => file)]] : [],
  )

test('a channel whose messages carry several attachments gets them in one message', () => {
  const done = run([writes(), accepts, sends(three)], { carriesAttachments: true }, true)
  assert.deepEqual(messages(done), [['a', 'look', ['f1', 'f2', 'f3']]])
  assert.deepEqual(done.deliveries, [])
})

for (const carriesAttachments of [false, undefined])
  test(`a visitor’s end that takes one attachment gets a message for each, the text with the first (${carriesAttachments})`, () => {
    const facts = carriesAttachments === undefined ? {} : { carriesAttachments }
    const done = run([writes(), accepts, sends(three)], facts)
    assert.deepEqual(messages(done), [
      ['a', 'look', ['f1']],
      ['b', '', ['f2']],
      ['c', '', ['f3']],
    ])
    assert.deepEqual(
      done.deliveries.map(({ kind, lane, of }) => ({ kind, lane, of })),
      [3, 4, 5].map((of) => ({ kind: 'agent_message', lane: 'channel:2:3', of })),
    )
    assert.deepEqual(
      done.deliveries.map(({ body }) => body),
      [
        { id: 'a', text: 'look', from: 'agent', agent: ann, attachments: [plan] },
        { id: 'b', text: '', from: 'agent', agent: ann, attachments: [photo] },
        { id: 'c', text: '', from: 'agent', agent: ann, attachments: [scan] },
      ],
    )
  })

const holds = (more: object): Command => ({
  ...{ type: 'agent.schedule', agent: ann, id: 'a', text: 'look', when: { hold: 5 } },
  ...more,
})
const passes: Command = { type: 'time.pass' }

test('a message that waits is sent with its attachments, in one message or in one for each', () => {
  const waits = (when: object) => [writes(), accepts, holds({ ...three, ...when })]
  const begun = waits({})
  const one = { carriesAttachments: true }
  assert.deepEqual(run(begun, one).state.scheduled?.[0]?.attachments, [plan, photo, scan])
  const now: Command = { type: 'agent.send-now', agent: ann, id: 'a' }
  // What the visitor's end takes is known when the message is written. The time of the second one has come.
  for (const [commands, end] of [
    [begun, sends({ id: 'z', text: 'next' })],
    [begun, now],
    [waits({ when: { due: T } }), passes],
  ] as const) {
    const whole = run([...commands, end], one)
    assert.deepEqual(messages(whole)[0], ['a', 'look', ['f1', 'f2', 'f3']])
    const each = run([...commands, end])
    assert.deepEqual(messages(each).slice(0, 3), [
      ['a', 'look', ['f1']],
      ['b', '', ['f2']],
      ['c', '', ['f3']],
    ])
    for (const { state } of [whole, each]) assert.equal(state.scheduled, undefined)
  }
})

test('the failure of one of the messages marks that one alone', () => {
  const fails: Command = { type: 'delivery.failed', of: 4, text: 'no' }
  assert.deepEqual(run([writes(), accepts, sends(three), fails]).state.failed, [4])
})

test('a message with one attachment needs no further id', () => {
  assert.deepEqual(messages(run([writes(), accepts, sends({ attachments: [plan] })])), [['a', 'look', ['f1']]])
  assert.throws(() => run([writes(), accepts, sends({ attachments: [plan, photo] })]), /no id/)
})

test('B17 a bot gets a request for each attachment, the text with the first', () => {
  const attachments = [{ media: plan }, { media: photo }]
  const done = run([writes({ text: 'see', attachments })], { bot: helper })
  assert.deepEqual(
    done.deliveries.map(({ kind, of, body }) => ({ kind, of, body })),
    [
      { kind: 'CLIENT_MESSAGE', of: 2, body: { client: 3, text: 'see', at: T, media: plan } },
      { kind: 'CLIENT_MESSAGE', of: 2, body: { client: 3, text: '', at: T, media: photo } },
    ],
  )
  assert.deepEqual(done.state.bot?.asked, [2])
})

const fetched = [
  { media: { kind: 'photo', host: 'cdn.test' }, source: 's1' },
  { media: { kind: 'document', host: 'cdn.test' }, source: 's2' },
]

test('each attachment to fetch has its own delivery, in one lane', () => {
  const done = run([writes({ attachments: fetched })])
  assert.deepEqual(messages(done), [['v', 'hi', [undefined, undefined]]])
  assert.deepEqual(done.deliveries, [
    { kind: 'media_fetch', lane: 'media:9:1', of: 1, body: { source: 's1', media: fetched[0]?.media } },
    { kind: 'media_fetch', lane: 'media:9:1', of: 1, body: { source: 's2', attachment: 1, media: fetched[1]?.media } },
  ])
})

test('B17 a bot is asked about each fetched attachment when its fetch has ended', () => {
  const asked = writes({ text: 'see', attachments: fetched })
  const { deliveries } = run([asked], { bot: helper })
  assert.deepEqual(
    deliveries.map(({ kind, body }) => [kind, 'ask' in body && body.ask]),
    [
      ['media_fetch', { text: 'see', at: T }],
      ['media_fetch', { text: '', at: T }],
    ],
  )
  const answers: Command = { type: 'bot.write', bot: { id: 7, name: 'Helper' }, id: 'b', text: 'well' }
  const misses: Command = {
    ...{ type: 'media.missed', of: 2, attachment: 1, media: { kind: 'document' } },
    ...{ reason: 'the server answered 404', ask: { text: '', at: T } },
  }
  const done = run([asked, answers, misses], { bot: helper })
  assert.deepEqual(
    done.entries.map(({ n: _n, at: _at, ...body }) => body),
    [{ type: 'media.failed', of: 2, attachment: 1, media: { kind: 'document' }, reason: 'the server answered 404' }],
  )
  assert.deepEqual(
    done.deliveries.map(({ kind, body }) => [kind, 'media' in body && body.media]),
    [['CLIENT_MESSAGE', { kind: 'document' }]],
  )
  assert.deepEqual(done.state.bot?.asked, [2], 'the bot owes an answer to the second attachment')
})

test('the place of the first attachment is left out', () => {
  const arrives: Command = { type: 'media.arrived', of: 1, attachment: 0, media: photo }
  const [entry] = run([writes({ attachments: fetched }), arrives]).entries
  assert.deepEqual(entry, { type: 'media.stored', of: 1, media: photo, n: 2, at: T })
})

test('the preview of a message without text names its attachments', () => {
  const { preview } = run([writes(), accepts, sends({ ...three, text: '' })], { carriesAttachments: true }).state
  assert.equal(preview?.text, 'plan.txt, a.png, b.png')
})
