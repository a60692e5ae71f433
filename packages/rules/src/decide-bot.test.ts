import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  apply,
  decide,
  deliveriesOf,
  opened,
  type BotFacts,
  type ChatState,
  type Command,
  type EntryBody,
  type Facts,
  type Refusal,
} from './index.ts'

const T = 1_790_000_000_000
const SECOND = 1000
const MINUTE = 60 * SECOND
const ann = { id: 1, name: 'Ann' }
const helper = { id: 7, name: 'Helper' }
const HELPER: BotFacts = { ...helper, silenceLimitMs: 300 * SECOND }

interface Step {
  command: Command
  /** Time of the command, after the chat's beginning (ms). */
  at?: number
  bot?: BotFacts | null
  available?: boolean
}

let serial = 0
const writes = (text = `hi ${++serial}`, at = 0, more: Partial<Step> = {}): Step => ({
  command: { type: 'visitor.write', id: 'm', text, profile: {} },
  at,
  ...more,
})
const says = (text = `well ${++serial}`, at = 0, more: object = {}): Step => ({
  command: { type: 'bot.write', bot: helper, id: 'b', text, ...more },
  at,
})
const invites = (at = 0, available = true): Step => ({ command: { type: 'bot.invite', bot: helper }, at, available })
const joins = (at = 0): Step => ({ command: { type: 'agent.accept', agent: ann, takeOver: false }, at })
const leaves = (at = 0): Step => ({ command: { type: 'agent.leave', agent: ann, anyone: false }, at })
const closes = (at = 0): Step => ({ command: { type: 'agent.close', agent: ann, anyone: true }, at })
const givesUp = (of: number, at = 0): Step => ({ command: { type: 'bot.gave-up', bot: 7, of, text: 'no answer' }, at })
const takes = (of: number, sentAt: number): Step => ({
  command: { type: 'bot.take', bot: 7, of, at: T + sentAt },
  at: sentAt,
})
const passes = (at: number): Step => ({ command: { type: 'time.pass' }, at })

const factsOf = ({ at = 0, bot = HELPER, available = true }: Step): Facts => ({
  now: T + at,
  known: {},
  bot,
  available,
})

function given(...steps: Step[]): ChatState {
  let state = opened(T)
  for (const step of steps) {
    const bodies = decide(state, step.command, factsOf(step))
    assert.ok(Array.isArray(bodies), `${step.command.type} was refused`)
    for (const body of bodies) state = apply(state, { ...body, n: state.last + 1, at: T + (step.at ?? 0) })
  }
  return state
}

const inShort = (decided: EntryBody[] | Refusal): string =>
  Array.isArray(decided)
    ? decided
        .map((body) => ('why' in body && typeof body.why === 'string' ? `${body.type}(${body.why})` : body.type))
        .join(' ')
    : `refused: ${decided.refused}`

const many = (times: number, make: (i: number) => Step[]): Step[] =>
  Array.from({ length: times }, (_, i) => make(i)).flat()

const rows: [title: string, given: Step[], when: Step, then: string][] = [
  ['a chat on a channel with a bot begins with the bot', [], writes(), 'bot.joined message'],
  ['a chat on a channel without a bot begins in the queue', [], writes('hi', 0, { bot: null }), 'message'],
  ['a failing bot is skipped', [], writes('hi', 0, { bot: { ...HELPER, failing: 'down' } }), 'bot.skipped message'],
  ['a bot does not join a chat that began without it', [writes('hi', 0, { bot: null })], writes(), 'message'],
  [
    'a bot that began to fail leaves the chat',
    [writes()],
    writes('hm', 1, { bot: { ...HELPER, failing: 'down' } }),
    'bot.left(skipped) message',
  ],
  [
    'a bot that began to fail stays in its probe chat',
    [writes('hi', 0, { bot: { ...HELPER, probe: true } })],
    writes('hm', 1, { bot: { ...HELPER, failing: 'down' } }),
    'message',
  ],
  ['a bot that was detached leaves the chat', [writes()], writes('hm', 1, { bot: null }), 'bot.left(removed) message'],
  ['B5 the bot answers', [writes()], says(), 'message'],
  [
    'B5 an identical request within ten seconds is ignored',
    [writes(), says('a', 0, { digest: 'd' })],
    says('a', 9999, { digest: 'd' }),
    '',
  ],
  [
    'B5 an identical request after ten seconds is a new message',
    [writes(), says('a', 0, { digest: 'd' })],
    says('a', 10_001, { digest: 'd' }),
    'message',
  ],
  [
    'B5 an identical request after the visitor wrote is a new message',
    [writes(), says('a', 0, { digest: 'd' }), writes('b', 1)],
    says('a', 2, { digest: 'd' }),
    'message',
  ],
  ['B12 a message after an agent joined is refused', [writes(), joins()], says(), 'bot.refused'],
  ['B12 a message after the end is refused', [writes(), closes()], says(), 'bot.refused'],
  [
    'B12 an identical late message is refused once',
    [writes(), joins(), says('a', 0, { digest: 'd' })],
    says('a', 1, { digest: 'd' }),
    'refused: too_late',
  ],
  [
    'B12 no more than twenty refused messages are kept',
    [writes(), joins(), ...many(20, () => [says()])],
    says(),
    'refused: too_late',
  ],
  ['B12 a message after the bot failed is refused', [writes(), givesUp(2)], says(), 'bot.refused'],
  ['B12 a message while its call waits is shown', [writes(), invites()], says(), 'message'],
  ['B12 a message after an agent accepted its call is refused', [writes(), invites(), joins()], says(), 'bot.refused'],
  ['B12 a message after the agent left again is refused', [writes(), joins(), leaves()], says(), 'bot.refused'],
  [
    'B13 another’s chat',
    [writes()],
    { command: { type: 'bot.write', bot: { id: 8, name: 'Other' }, id: 'b', text: 'x' } },
    'refused: not_its_chat',
  ],
  [
    'T19 a message to its own chat on a channel that it was detached from',
    [writes()],
    { ...says(), bot: null },
    'refused: not_its_chat',
  ],
  ['B13 a message to a chat without a bot', [writes('hi', 0, { bot: null })], says(), 'refused: not_its_chat'],
  ['B19 a call while an agent is available', [writes()], invites(), 'agent.invited'],
  ['B19 a call while no agent is available', [writes()], invites(0, false), 'agent.unavailable(none)'],
  ['B19 a second call while the first waits', [writes(), invites()], invites(5), ''],
  ['B19 a second call while no agent is available', [writes(), invites(0, false)], invites(5, false), ''],
  [
    'B19 a later call while no agent is available and the visitor is silent',
    [writes(), invites(0, false)],
    invites(20_000, false),
    '',
  ],
  [
    'B19 a second call after the visitor has written',
    [writes(), invites(0, false), writes('b', 1)],
    invites(5, false),
    'agent.unavailable(none)',
  ],
  ['B19 a second call when an agent is available', [writes(), invites(0, false)], invites(5), 'agent.invited'],
  ['B19 a call while an agent holds the chat', [writes(), joins()], invites(), ''],
  ['B19 a call after the end', [writes(), closes()], invites(), 'refused: too_late'],
  ['B19 no agent accepts in 120 seconds', [writes(), invites()], passes(120 * SECOND), 'agent.unavailable(unaccepted)'],
  ['B19 an agent may still accept after 119 seconds', [writes(), invites()], passes(119 * SECOND), ''],
  [
    'B19 the bot is told once that no agent accepted',
    [writes(), invites(), passes(120 * SECOND)],
    passes(300 * SECOND),
    '',
  ],
  ['B19 the bot is not told when an agent joined', [writes(), invites(), joins()], passes(120 * SECOND), ''],
  ['B8 the bot leaves when the last attempt failed', [writes()], givesUp(2), 'bot.left(failed)'],
  ['B8 a second failure changes nothing', [writes(), givesUp(2)], givesUp(2), ''],
  ['B8 a failure after an agent joined changes nothing', [writes(), joins()], givesUp(2), ''],
  ['B8 a failure of a message that the bot answered changes nothing', [writes(), says()], givesUp(2), ''],
  ['B8 the bot leaves when one of two messages failed', [writes(), writes(), says()], givesUp(3), 'bot.left(failed)'],
  ['B10 the bot leaves when it is silent for 300 seconds', [writes()], passes(300 * SECOND), 'bot.left(silent)'],
  ['B10 the bot stays when it is silent for 299 seconds', [writes()], passes(299 * SECOND), ''],
  [
    'a detached bot leaves a chat in which the visitor waits',
    [writes()],
    { ...passes(1), bot: null },
    'bot.left(removed)',
  ],
  ['a detached bot stays in a chat in which no visitor waits', [writes(), says()], { ...passes(1), bot: null }, ''],
  [
    'B10 the bot accepts a message sent to it after it wrote',
    [writes(), writes('b', 1), says('a', 2)],
    takes(3, 5),
    'bot.asked',
  ],
  ['B10 the bot accepts a message sent to it before it wrote', [writes(), says('a', 5)], takes(2, 3), ''],
  ['B10 the bot accepts a message that it has not answered', [writes()], takes(2, 3), ''],
  [
    'B10 the bot does not answer the message that it accepted last',
    [writes(), writes('b', 1), says('a', 2), takes(3, 5)],
    passes(300 * SECOND + 5),
    'bot.left(silent)',
  ],
  ['B10 the bot has answered', [writes(), says()], passes(300 * SECOND), ''],
  [
    'B10 the bot answered and does not answer the next message',
    [writes(), says(), writes('b', 200 * SECOND)],
    passes(400 * SECOND),
    '',
  ],
  [
    'B10 a second message does not extend the deadline of the first',
    [writes(), writes('b', 200 * SECOND)],
    passes(300 * SECOND),
    'bot.left(silent)',
  ],
  [
    'the bot writes the same text for the fifth time',
    [writes(), ...many(4, () => [says('eh?')])],
    says('eh?'),
    'bot.refused bot.left(repeats)',
  ],
  [
    'the visitor writes the same text for the fifth time',
    many(4, () => [writes('hello'), says()]),
    writes('hello'),
    'message bot.left(repeats)',
  ],
  ['two machines', many(20, () => [writes(), says()]), writes(), 'message bot.left(loop)'],
  [
    'two people’s pace',
    many(20, (i) => [writes(undefined, i * 4 * SECOND), says(undefined, i * 4 * SECOND)]),
    writes(undefined, 80 * SECOND),
    'message',
  ],
  [
    'a bot that writes 61 messages in a minute',
    [writes(), ...many(60, () => [says()])],
    says(),
    'bot.refused bot.left(loop)',
  ],
  ['an agent puts the chat back', [writes(), joins()], leaves(), 'agent.left'],
  ['an agent puts back a chat that no agent holds', [writes()], leaves(), ''],
]
for (const [title, before, when, then] of rows)
  test(title, () => assert.equal(inShort(decide(given(...before), when.command, factsOf(when))), then))

test('A31 a reply chooses from the bot’s last question, until the bot has sent another answer', () => {
  const asks = says('which?', 0, {
    title: 'Which?',
    buttons: [
      { id: 'y', text: 'Yes' },
      { id: 'n', text: 'No' },
    ],
  })
  const chosen = (state: ChatState, text: string) => {
    const decided = decide(state, writes(text).command, factsOf(writes()))
    assert.ok(Array.isArray(decided))
    const [message] = decided
    return message?.type === 'message' ? message.button?.id : undefined
  }
  const asked = given(writes(), asks)
  assert.equal(chosen(asked, '2'), 'n')
  assert.equal(chosen(asked, 'yes'), 'y')
  assert.equal(chosen(asked, 'perhaps'), undefined)
  assert.equal(chosen(given(writes(), asks, says('Take your time.')), '1'), 'y')
  assert.equal(chosen(given(writes(), asks, writes('perhaps')), '1'), 'y')
  assert.equal(chosen(given(writes(), asks, writes('perhaps'), says('How many?')), '1'), undefined)
  assert.equal(chosen(given(writes(), asks, joins()), '1'), undefined)
})

test('deliveries to the bot', () => {
  const where = { channel: 1, followsLog: false, visitor: 3, chat: 9 }
  const deliveries = (before: Step[], step: Step): string[] => {
    let state = given(...before)
    const bodies = decide(state, step.command, factsOf(step))
    assert.ok(Array.isArray(bodies))
    const entries = bodies.map((body, i) => ({ ...body, n: state.last + 1 + i, at: T }))
    for (const entry of entries) state = apply(state, entry)
    return entries.flatMap((entry) => deliveriesOf(state, entry, step.command, where).map(({ kind }) => kind))
  }
  assert.deepEqual(deliveries([], writes()), ['CLIENT_MESSAGE'])
  assert.deepEqual(deliveries([writes(), joins()], writes()), [])
  assert.deepEqual(deliveries([writes()], joins()), ['AGENT_JOINED'])
  assert.deepEqual(deliveries([writes(), joins(), leaves()], joins()), [], 'told once')
  assert.deepEqual(deliveries([writes('hi', 0, { bot: null })], joins()), [])
  assert.deepEqual(deliveries([writes()], invites(0, false)), ['AGENT_UNAVAILABLE'])
  assert.deepEqual(deliveries([writes()], invites()), [])
  assert.deepEqual(deliveries([writes()], says()), ['agent_message'])
  assert.deepEqual(deliveries([writes(), joins()], says()), [], 'the visitor is not shown what came too late')
  assert.deepEqual(
    deliveries(
      many(20, () => [writes(), says()]),
      writes(),
    ),
    [],
    'a paused bot receives no messages',
  )
})

test('the message count starts again after a quiet minute', () => {
  const fast = many(20, () => [writes(), says()])
  const state = given(...fast, writes('later', 2 * MINUTE))
  assert.equal(state.owner.kind, 'bot')
})
