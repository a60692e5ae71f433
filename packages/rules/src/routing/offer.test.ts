import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  apply,
  decide,
  dueAt,
  opened,
  type ChatState,
  type Command,
  type EntryBody,
  type Facts,
  type Refusal,
} from '../index.ts'
import type { RoutingOffer } from '../commands/routing-offer.ts'

const T = 1_790_000_000_000
const ann = { id: 1, name: 'Ann' }
const bob = { id: 2, name: 'Bob' }
const sales = { id: 4, name: 'Sales' }
const facts: Facts = { now: T, known: {}, bot: null, available: true }
const WHY = { by: 'least-busy', load: 1, capacity: 4, among: 2 } as const

const writes: Command = { type: 'visitor.write', id: 'm', text: 'hi', profile: {} }
const routes = (to = bob, more: Partial<RoutingOffer> = {}): Command => ({
  ...{ type: 'routing.offer', to, within: 60_000, why: WHY, turn: 't', epoch: 1 },
  ...more,
})
const accepts = (agent = bob): Command => ({ type: 'agent.accept', agent, takeOver: false })
const declines = (agent = bob): Command => ({ type: 'agent.decline', agent })
const leaves = (agent = bob): Command => ({ type: 'agent.leave', agent, anyone: false })
const hands = (agent = ann): Command => ({ type: 'agent.route', agent, anyone: false, department: sales })
const offers = (to = ann): Command => ({ type: 'agent.offer', agent: bob, anyone: false, to })

function given(...commands: Command[]): ChatState {
  let state = opened(T)
  for (const command of commands) {
    const bodies = decide(state, command, facts)
    assert.ok(Array.isArray(bodies), `${command.type} was refused`)
    for (const body of bodies) state = apply(state, { ...body, n: state.last + 1, at: T })
  }
  return state
}
const types = (decided: EntryBody[] | Refusal) =>
  Array.isArray(decided) ? decided.map(({ type }) => type).join(' ') : `refused: ${decided.refused}`

const waiting = given(writes)
const routed = given(writes, routes())
const due = (state: ChatState): ChatState => ({ ...state, offer: { ...state.offer!, until: T } })

const rows: [title: string, state: ChatState, command: Command, then: string, more?: Partial<Facts>][] = [
  ['the router offers a waiting chat', waiting, routes(), 'chat.routed'],
  ['the router gives a chat without asking', waiting, routes(bob, { within: null }), 'chat.routed agent.joined'],
  ['the chat is offered to somebody already', routed, routes(ann), ''],
  ['a colleague has offered it meanwhile', given(writes, offers()), routes(), ''],
  ['an agent has accepted it meanwhile', given(writes, accepts(ann)), routes(), ''],
  ['it has waited anew since the decision', given(writes, accepts(ann), leaves(ann)), routes(), ''],
  ['it went to a team meanwhile', given(writes, hands()), routes(), ''],
  ['it is offered in its team', given(writes, hands()), routes(bob, { why: { ...WHY, team: sales } }), 'chat.routed'],
  [
    'it was closed meanwhile',
    given(writes, { type: 'agent.close', agent: ann, anyone: true }),
    routes(),
    'refused: closed',
  ],
  ['the agent has gone meanwhile', waiting, routes(), '', { isOnline: () => false }],
  ['the agent accepts', routed, accepts(), 'agent.joined'],
  ['another agent takes it from the queue', routed, accepts(ann), 'agent.joined'],
  ['the agent declines, and it waits on', routed, declines(), 'offer.declined'],
  ['the agent does not answer, and it waits on', due(routed), { type: 'time.pass' }, 'offer.ended'],
  ['the time is not over', routed, { type: 'time.pass' }, ''],
  ['the visitor writes meanwhile', routed, writes, 'message'],
  ['the agent is gone', routed, { type: 'routing.withdraw', offer: 2 }, 'offer.ended', { isOnline: () => false }],
  ['the agent is there again', routed, { type: 'routing.withdraw', offer: 2 }, ''],
  ['a later offer is made already', routed, { type: 'routing.withdraw', offer: 1 }, '', { isOnline: () => false }],
  [
    'another agent takes the offer back',
    routed,
    { type: 'agent.withdraw', agent: ann, anyone: false },
    'refused: not_offered',
  ],
  ['an admin takes the offer back', routed, { type: 'agent.withdraw', agent: ann, anyone: true }, 'offer.ended'],
]
for (const [title, state, command, then, more] of rows)
  test(`S5 ${title}: ${then || 'nothing'}`, () =>
    assert.equal(types(decide(state, command, { ...facts, ...more })), then))

test('S5 an offered chat keeps its place in the queue, and ends in its time', () => {
  assert.deepEqual(
    [routed.owner.kind, routed.waitingSince, routed.epoch],
    ['queue', waiting.waitingSince, waiting.epoch],
  )
  assert.deepEqual(routed.offer, { n: 2, to: bob, until: T + 60_000 })
  assert.equal(dueAt(routed), T + 60_000)
})

test('S5 the agents who did not accept are passed over until all were asked, and are forgotten when the chat waits anew', () => {
  assert.deepEqual(given(writes, routes(), declines()).passed, [bob.id])
  const both = given(writes, routes(), declines(), routes(ann), declines(ann))
  assert.deepEqual(both.passed, [bob.id, ann.id])
  const why = { ...WHY, again: true } as const
  assert.equal(given(writes, routes(), declines(), routes(ann), declines(ann), routes(bob, { why })).passed, undefined)
  assert.equal(given(writes, routes(), declines(), accepts(ann)).passed, undefined)
  assert.equal(given(writes, routes(), declines(), hands()).passed, undefined)
  // What a colleague offers does not count.
  assert.equal(given(writes, offers(), declines(ann)).passed, undefined)
  const late = decide(due(routed), { type: 'time.pass' }, facts)
  assert.ok(Array.isArray(late))
  assert.deepEqual(apply(routed, { ...late[0]!, n: 3, at: T }).passed, [bob.id])
  const gone = decide(routed, { type: 'routing.withdraw', offer: 2 }, { ...facts, isOnline: () => false })
  assert.ok(Array.isArray(gone))
  assert.equal(apply(routed, { ...gone[0]!, n: 3, at: T }).passed, undefined)
})
