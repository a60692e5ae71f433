import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  apply,
  asksToLeave,
  decide,
  deliveriesOf,
  opened,
  type ChatState,
  type Command,
  type Entry,
  type Facts,
} from '../index.ts'
import type { RoutingOverflow } from '../commands/routing-overflow.ts'
import { decideOverflow, OVERFLOW_GRACE, type Waiting } from './overflow.ts'
import { EVERYBODY, type OverflowTarget } from './policy.ts'
import { decideTurn, type Turn, type TurnChat } from './turn.ts'

const NOW = 1_790_000_000_000
const [sales, support] = [
  { id: 4, name: 'Sales' },
  { id: 5, name: 'Support' },
]
const AFTER = 120_000

function turn(to: OverflowTarget, waiting: Partial<Waiting> = {}, more: Partial<TurnChat> = {}): Turn {
  const chat = { id: 10, kind: 'widget', waitingSince: NOW - AFTER, priority: 0, policy: 0, pool: 0 }
  return {
    now: NOW,
    policies: [{ ...EVERYBODY, distribution: 'least-busy', overflow: { after: AFTER, to } }],
    pools: [[1]],
    agents: [{ id: 1, capacity: { total: 4, kinds: {} }, load: {}, idleSince: 0 }],
    chats: [{ ...chat, waiting: { since: NOW - AFTER, been: [], ...waiting }, ...more }],
  }
}

const toSupport = { department: support.id }
const late = { since: NOW - AFTER }
const early = { since: NOW - AFTER + 1 }
const alone = { ...early, nobodySince: NOW - OVERFLOW_GRACE }
const decisions: [title: string, input: Turn, then: string][] = [
  ['its time is over', turn(toSupport, late), 'unanswered'],
  ['its time is not over', turn(toSupport, early), 'waits'],
  ['no agent is there', turn(toSupport, alone), 'nobody'],
  ['no agent is there, and its time is over', turn(toSupport, { ...alone, ...late }), 'nobody'],
  ['the agents may only be reconnecting', turn(toSupport, { ...early, nobodySince: alone.nobodySince + 1 }), 'waits'],
  ['it is in that team', turn(toSupport, late, { team: support }), 'waits'],
  ['it was in that team', turn(toSupport, { ...late, been: [sales.id, support.id] }, { team: sales }), 'waits'],
  ['its bot can take it', turn('bot', { ...late, bot: true }), 'unanswered'],
  ['it has no bot that can', turn('bot', { ...late, form: true }), 'waits'],
  ['its visitor can be asked', turn('form', { ...late, form: true }), 'unanswered'],
  ['its channel has no form', turn('form', { ...late, bot: true }), 'waits'],
  ['its visitor was asked', turn('form', { ...late, form: true, been: ['form'] }), 'waits'],
]
for (const [title, input, then] of decisions)
  test(`S8 a chat overflows by its policy, ${title}: ${then}`, () => {
    const found = decideOverflow(input)
    assert.equal(found[0]?.why ?? 'waits', then)
    assert.deepEqual(decideOverflow(structuredClone(input)), found, 'the same turn gives the same result')
    // It does not go to an agent in the same turn.
    assert.equal(decideTurn(input).length, found.length === 0 ? 1 : 0)
  })

test('S8 without an overflow a chat waits, whatever its time', () => {
  const input = turn(toSupport, alone)
  assert.deepEqual(decideOverflow({ ...input, policies: [EVERYBODY] }), [])
  const [chat] = input.chats
  const { waiting: _, ...plain } = chat!
  assert.deepEqual(decideOverflow({ ...input, chats: [plain] }), [])
})

const ann = { id: 1, name: 'Ann' }
const bot = { id: 7, name: 'Helper', silenceLimitMs: 60_000 }
const facts: Facts = { now: NOW, known: {}, bot: null, available: true }
const writes: Command = { type: 'visitor.write', id: 'm', text: 'hi', profile: {} }
const accepts: Command = { type: 'agent.accept', agent: ann, takeOver: false }
const leaves: Command = { type: 'agent.leave', agent: ann, anyone: false }
const routes: Command = { type: 'agent.route', agent: ann, anyone: false, department: sales }
const WHY = { why: 'nobody', waited: 9, turn: 't', epoch: 1 } as const
const asks = [{ of: 1, bodies: [{ text: 'hi', at: NOW }] }]
const goes = (more: Partial<RoutingOverflow> = {}): Command => ({
  ...{ type: 'routing.overflow', to: 'department', department: support, ...WHY },
  ...more,
})
const asksForm: RoutingOverflow = { type: 'routing.overflow', to: 'form', ...WHY }
const toBot: RoutingOverflow = { type: 'routing.overflow', to: 'bot', asks, received: 1, ...WHY }

function given(...commands: (Command | [Command, Partial<Facts>])[]): ChatState {
  let state = opened(NOW)
  for (const one of commands) {
    const [command, more] = Array.isArray(one) ? one : [one, {}]
    const bodies = decide(state, command, { ...facts, ...more })
    assert.ok(Array.isArray(bodies), `${command.type} was refused`)
    for (const body of bodies) state = apply(state, { ...body, n: state.last + 1, at: NOW })
  }
  return state
}

const waiting = given(writes)
const inSales = given(writes, routes)
const rows: [title: string, state: ChatState, command: Command, then: string, more?: Partial<Facts>][] = [
  ['to a department', waiting, goes(), 'chat.overflowed'],
  ['from a department to another one', inSales, goes({ before: sales }), 'chat.overflowed'],
  ['it has come to a department meanwhile', inSales, goes(), ''],
  ['an agent has accepted it meanwhile', given(writes, accepts), goes(), ''],
  ['it has waited anew since the decision', given(writes, accepts, leaves), goes(), ''],
  [
    'a colleague offers it meanwhile',
    given(writes, { type: 'agent.offer', agent: ann, anyone: false, to: { id: 2, name: 'Bob' } }),
    goes(),
    '',
  ],
  [
    'it was closed meanwhile',
    given(writes, { type: 'agent.close', agent: ann, anyone: true }),
    goes(),
    'refused: closed',
  ],
  ['it was there before', given(writes, goes()), goes({ before: support, department: support }), ''],
  [
    'back to where it began',
    given(writes, routes, goes({ before: sales })),
    goes({ before: support, department: sales }),
    '',
  ],
  ['to its bot', waiting, toBot, 'chat.overflowed bot.joined bot.asked', { bot }],
  ['its channel has no bot any more', waiting, toBot, ''],
  ['its bot fails', waiting, toBot, '', { bot: { ...bot, failing: 'no answer' } }],
  [
    'its bot had it',
    given([writes, { bot }], [{ type: 'bot.gave-up', bot: 7, of: 2, text: '' }, { bot }]),
    { ...toBot, epoch: 3 },
    '',
    { bot },
  ],
  ['an agent had it', given(writes, accepts, leaves), { ...toBot, epoch: 3 }, '', { bot }],
  ['the visitor writes meanwhile', given(writes, writes), toBot, '', { bot }],
  ['its visitor is asked', waiting, asksForm, 'chat.overflowed'],
  ['its visitor is asked already', given(writes, asksForm), goes(), ''],
]
for (const [title, state, command, then, more] of rows)
  test(`S8 ${title}: ${then || 'nothing'}`, () => {
    const decided = decide(state, command, { ...facts, ...more })
    const types = Array.isArray(decided) ? decided.map(({ type }) => type).join(' ') : `refused: ${decided.refused}`
    assert.equal(types, then)
  })

test('S8 a chat keeps its place in the queue, and the agents of the other department have the whole time', () => {
  const state = given(writes, routes, goes({ before: sales }))
  assert.deepEqual(
    [state.owner.kind, state.waitingSince, state.epoch, state.department],
    ['queue', waiting.waitingSince, waiting.epoch, support],
  )
  assert.deepEqual(state.overflow, {
    ...{ since: NOW, been: [sales.id, support.id] },
    wait: { at: NOW, team: sales.id, to: ['department'] },
  })
  // It still returns to the agent who gave it to the department.
  const given2 = given(writes, accepts, routes, goes({ before: sales, epoch: 3 }))
  assert.equal(given2.returns?.to.id, ann.id)
})

test('S8 a chat may go everywhere again when an agent had it, or gave it to a department', () => {
  const been = given(writes, routes, goes({ before: sales }))
  assert.equal(given(writes, goes(), accepts).overflow, undefined)
  const wait = { at: NOW, team: sales.id, to: ['department'] }
  assert.deepEqual(given(writes, goes(), routes).overflow, { since: NOW, been: [], wait })
  assert.equal(given(writes, goes(), { type: 'agent.close', agent: ann, anyone: true }).overflow, undefined)
  assert.ok(been.overflow)
})

test('S9 while its bot has a chat that overflowed, its wait is kept until an agent has it', () => {
  const wait = { at: NOW, team: sales.id, to: ['department', 'bot'] }
  const far = [writes, routes, goes({ before: sales })]
  const before = given(...far, [{ ...toBot, before: support }, { bot }])
  assert.deepEqual([before.owner.kind, before.overflow?.wait], ['bot', wait])
  const taken: Command = { type: 'agent.accept', agent: ann, takeOver: true }
  const back = given(...far, [{ ...toBot, before: support }, { bot }], [routes, { bot }])
  assert.deepEqual([back.owner.kind, back.overflow], ['queue', { since: NOW, been: [], wait }])
  assert.equal(given(...far, [{ ...toBot, before: support }, { bot }], [taken, { bot }]).overflow, undefined)
})

test('S8 the visitor is asked until they write or an agent takes the chat', () => {
  assert.equal(given(writes, asksForm).overflow?.form, true)
  assert.deepEqual(given(writes, asksForm, writes).overflow, {
    ...{ since: NOW, been: ['form'] },
    wait: { at: NOW, to: ['form'] },
  })
  assert.equal(given(writes, asksForm, accepts).overflow, undefined)
  assert.equal(given(writes, asksForm, routes).overflow?.form, undefined)
  const at = { n: 1, at: NOW }
  const entry = { type: 'chat.overflowed', why: 'nobody', waited: 1, to: 'form', turn: 't' } as const
  assert.deepEqual(
    [
      asksToLeave(entry),
      asksToLeave({ ...entry, to: 'bot' }),
      asksToLeave({ type: 'message', from: 'visitor', id: 'm', text: '' }),
      asksToLeave({ type: 'agent.joined', agent: ann }),
      asksToLeave({ type: 'message', from: 'agent', id: 'm', text: '', agent: ann }),
    ],
    [true, false, false, false, undefined],
  )
  assert.equal(apply({ ...waiting, last: 0 }, { ...entry, ...at }).overflow?.form, true)
})

test('S8 a bot gets the visitor’s messages when it joins, and owes an answer', () => {
  const decided = decide(waiting, toBot, { ...facts, bot })
  assert.ok(Array.isArray(decided))
  let state = waiting
  const entries = decided.map((body): Entry => {
    const entry = { ...body, n: state.last + 1, at: NOW }
    state = apply(state, entry)
    return entry
  })
  assert.deepEqual([state.owner.kind, state.bot?.asked, state.bot?.silentAt], ['bot', [1], NOW + bot.silenceLimitMs])
  const where = { channel: 1, followsLog: true, visitor: 3, chat: 12 }
  assert.deepEqual(
    entries.flatMap((entry) => deliveriesOf(state, entry, toBot, where)),
    [{ kind: 'CLIENT_MESSAGE', lane: 'bot:12', of: 1, bot: 7, body: { client: 3, text: 'hi', at: NOW } }],
  )
  // The bot does not get it a second time.
  const invites: Command = { type: 'bot.invite', bot: { id: 7, name: 'Helper' } }
  const back = given(writes, [toBot, { bot }], [invites, { bot }])
  assert.equal(back.owner.kind, 'queue')
  assert.deepEqual(decide(back, { ...toBot, epoch: back.epoch }, { ...facts, bot }), [])
})
