import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  apply,
  COLLEAGUES_MAX,
  decide,
  dueAt,
  eventOf,
  isSeenBy,
  OFFER_WITHIN,
  opened,
  RETURN_WITHIN,
  type ChatState,
  type Command,
  type Entry,
  type EntryBody,
  type Facts,
  type Refusal,
} from './index.ts'

const T = 1_790_000_000_000
const ann = { id: 1, name: 'Ann' }
const bob = { id: 2, name: 'Bob' }
const cleo = { id: 3, name: 'Cleo' }
const facts: Facts = { now: T, known: {}, bot: null, available: true }

const writes = (): Command => ({ type: 'visitor.write', id: 'm', text: 'hi', profile: {} })
const accepts = (agent = ann, takeOver = false): Command => ({ type: 'agent.accept', agent, takeOver })
const answers = (agent = ann): Command => ({ type: 'agent.write', agent, id: 'a', text: 'hello' })
const holds = (agent = ann): Command => ({ type: 'agent.schedule', agent, id: 's', text: 'soon', when: { hold: 5000 } })
const leaves = (agent = ann): Command => ({ type: 'agent.leave', agent, anyone: false })
const closes = (agent = ann): Command => ({ type: 'agent.close', agent, anyone: false })
const offers = (to = bob, agent = ann, anyone = false): Command => ({ type: 'agent.offer', agent, anyone, to })
const declines = (agent = bob): Command => ({ type: 'agent.decline', agent, reason: 'at lunch' })
const withdraws = (agent = ann, anyone = false): Command => ({ type: 'agent.withdraw', agent, anyone })
const asks = (to = bob, agent = ann, anyone = false): Command => ({ type: 'agent.ask', agent, anyone, to })
const joins = (agent = bob, anyone = false): Command => ({ type: 'agent.join', agent, anyone })
const routes = (agent = ann): Command => ({
  type: 'agent.route',
  agent,
  anyone: false,
  department: { id: 4, name: 'Sales' },
})

/** The log and the state after commands that must all be accepted. */
function played(...commands: Command[]): { state: ChatState; log: Entry[] } {
  let state = opened(T)
  const log: Entry[] = []
  for (const command of commands) {
    const bodies = decide(state, command, facts)
    assert.ok(Array.isArray(bodies), `${command.type} was refused`)
    for (const body of bodies) {
      const entry = { ...body, n: state.last + 1, at: T }
      state = apply(state, entry)
      log.push(entry)
    }
  }
  return { state, log }
}
const given = (...commands: Command[]): ChatState => played(...commands).state

const types = (decided: EntryBody[] | Refusal) =>
  Array.isArray(decided) ? decided.map((body) => body.type).join(' ') : `refused: ${decided.refused}`

const held = given(writes(), accepts())
const offered = given(writes(), accepts(), offers())
const together = given(writes(), accepts(), asks(), joins())
const many = Array.from({ length: COLLEAGUES_MAX }, (_, i) => asks({ id: 10 + i, name: `${i}` }))

const rows: [title: string, state: ChatState, command: Command, then: string][] = [
  ['offering one’s chat to a colleague', held, offers(), 'chat.offered'],
  ['offering it to the same colleague again changes nothing', offered, offers(), ''],
  ['offering it to another colleague replaces the offer', offered, offers(cleo), 'chat.offered'],
  ['offering a chat that waits', given(writes()), offers(), 'chat.offered'],
  ['offering another’s chat', held, offers(cleo, bob), 'refused: taken'],
  ['offering another’s chat with the right to do so', held, offers(cleo, bob, true), 'chat.offered'],
  ['offering a chat to the agent who holds it changes nothing', held, offers(ann, bob, true), ''],
  ['offering a closed chat', given(writes(), closes()), offers(), 'refused: closed'],
  ['a held message is sent before the offer', given(writes(), accepts(), holds()), offers(), 'message chat.offered'],
  ['the colleague accepts without the right to take over', offered, accepts(bob), 'agent.joined'],
  ['an agent to whom the chat is not offered accepts it', offered, accepts(cleo), 'refused: taken'],
  ['the sender goes on while the offer is open', offered, answers(), 'message'],
  ['the visitor writes while the offer is open', offered, writes(), 'message'],
  ['the colleague declines', offered, declines(), 'offer.declined'],
  ['an agent to whom the chat is not offered declines', offered, declines(cleo), 'refused: not_offered'],
  ['declining twice', given(writes(), accepts(), offers(), declines()), declines(), 'refused: not_offered'],
  ['the sender withdraws the offer', offered, withdraws(), 'offer.ended'],
  ['another agent withdraws it', offered, withdraws(cleo), 'refused: taken'],
  ['withdrawing without an offer changes nothing', held, withdraws(), ''],
  [
    'the offer ends in its time',
    { ...offered, offer: { ...offered.offer!, until: T } },
    { type: 'time.pass' },
    'offer.ended',
  ],
  ['the offer is still open', offered, { type: 'time.pass' }, ''],
  ['asking a colleague to write too', held, asks(), 'colleague.asked'],
  ['asking twice changes nothing', given(writes(), accepts(), asks()), asks(), ''],
  ['asking the holder changes nothing', held, asks(ann), ''],
  ['asking in another’s chat', held, asks(cleo, bob), 'refused: taken'],
  ['asking in another’s chat with the right to do so', held, asks(cleo, bob, true), 'colleague.asked'],
  ['a colleague asks a further one', together, asks(cleo, bob), 'colleague.asked'],
  ['asking in a chat that no agent holds', given(writes()), asks(), 'refused: not_yours'],
  ['asking too many', given(writes(), accepts(), ...many), asks(), 'refused: too_many_colleagues'],
  ['the colleague joins', given(writes(), accepts(), asks()), joins(), 'colleague.joined'],
  ['the colleague does not join', given(writes(), accepts(), asks()), declines(), 'colleague.declined'],
  ['joining unasked', held, joins(), 'refused: taken'],
  ['joining unasked with the right to do so', held, joins(bob, true), 'colleague.joined'],
  ['joining twice changes nothing', together, joins(), ''],
  ['joining a chat that no agent holds', given(writes()), joins(bob, true), 'refused: not_yours'],
  ['a colleague writes', together, answers(bob), 'message'],
  ['the holder writes beside a colleague', together, answers(), 'message'],
  ['a colleague closes the chat', together, closes(bob), 'refused: taken'],
  ['a colleague leaves', together, leaves(bob), 'colleague.left'],
  [
    'a colleague who leaves sends what was held',
    given(writes(), accepts(), asks(), joins(), holds(bob)),
    leaves(bob),
    'message colleague.left',
  ],
  [
    'a colleague who has left writes',
    given(writes(), accepts(), asks(), joins(), leaves(bob)),
    answers(bob),
    'message.late',
  ],
  [
    'a colleague writes after the holder has left',
    given(writes(), accepts(), asks(), joins(), leaves()),
    answers(bob),
    'message.late',
  ],
  [
    'a late message of the agent who handed the chat over',
    given(writes(), accepts(), offers(), accepts(bob)),
    answers(),
    'message.late',
  ],
  ['a late message that was to be held', given(writes(), accepts(), offers(), accepts(bob)), holds(), 'message.late'],
  [
    'a late message after the chat went to a department',
    given(writes(), accepts(), routes()),
    answers(),
    'message.late',
  ],
  ['a late message after the end', given(writes(), accepts(), closes()), answers(), 'refused: closed'],
  ['a message of an agent who never took part', given(writes(), accepts()), answers(cleo), 'refused: taken'],
]
for (const [title, state, command, then] of rows)
  test(`S1 ${title}: ${then || 'nothing'}`, () => assert.equal(types(decide(state, command, facts)), then))

test('S1 the owner keeps an offered chat until the colleague accepts, and the timer waits for the end of the offer', () => {
  assert.deepEqual([offered.owner.kind, offered.epoch], [held.owner.kind, held.epoch])
  assert.deepEqual(offered.offer, { n: offered.last, by: ann, to: bob, until: T + OFFER_WITHIN })
  assert.equal(dueAt(offered), T + OFFER_WITHIN)
  const taken = given(writes(), accepts(), offers(), accepts(bob))
  assert.deepEqual(taken.owner, { kind: 'agent', agent: bob })
  assert.deepEqual([taken.offer, dueAt(taken)], [undefined, null])
})

for (const [what, command] of [
  ['declined', declines()],
  ['unanswered', { type: 'time.pass' }],
] as const) {
  const state = { ...offered, offer: { ...offered.offer!, until: T } }
  test(`S2 an offer that is ${what} leaves the chat with its sender who is online, else puts it into the queue`, () => {
    const decided = (isOnline: boolean) => types(decide(state, command, { ...facts, isOnline: () => isOnline }))
    const first = what === 'declined' ? 'offer.declined' : 'offer.ended'
    assert.equal(decided(true), first)
    assert.equal(decided(false), `${first} agent.left`)
  })
}

test('S2 the sender is not asked about when the chat was offered from the queue', () => {
  const waiting = given(writes(), offers())
  const state = { ...waiting, offer: { ...waiting.offer!, until: T } }
  assert.equal(types(decide(state, { type: 'time.pass' }, { ...facts, isOnline: () => false })), 'offer.ended')
})

test('S3 all agents who took part are remembered once, in the order in which they joined', () => {
  const { state } = played(
    writes(),
    accepts(),
    asks(cleo),
    joins(cleo),
    offers(),
    accepts(bob),
    offers(ann, bob),
    accepts(),
  )
  assert.deepEqual(state.agents, [ann, cleo, bob])
  assert.deepEqual(state.colleagues, [cleo])
})

test('S3 a colleague who accepts the chat holds it and is no colleague any more', () => {
  const state = given(writes(), accepts(), asks(), joins(), accepts(bob, true))
  assert.deepEqual(state.owner, { kind: 'agent', agent: bob })
  assert.equal(state.colleagues, undefined)
})

test('S3 C15 `chat_accepted` tells of each agent who accepts, and of no colleague', () => {
  const commands = [writes(), accepts(), asks(cleo), joins(cleo), offers(), accepts(bob)]
  const { log } = played(...commands)
  const told = log.flatMap((entry) => {
    const event = eventOf(entry, accepts(), { opens: false, left: false })
    return event?.name === 'chat_accepted' && event.agent ? [event.agent.name] : []
  })
  assert.deepEqual(told, ['Ann', 'Bob'])
})

test('S3 the visitor is shown no offer, no colleague’s coming and going, and no late message', () => {
  const commands = [writes(), accepts(), asks(cleo), joins(cleo), answers(cleo), leaves(cleo), answers(cleo), offers()]
  const { log } = played(...commands, declines(), offers(), accepts(bob))
  const seen = log.filter((entry) => isSeenBy('visitor', entry)).map(({ type }) => type)
  assert.deepEqual(seen, ['message', 'agent.joined', 'message', 'agent.joined'])
  const written = log.filter((entry) => isSeenBy('transcript', entry)).map(({ type }) => type)
  assert.deepEqual(written, ['message', 'agent.joined', 'colleague.joined', 'message', 'agent.joined'])
})

test('S1 nothing of an offer, and no colleague, is left in a closed chat', () => {
  const state = given(writes(), accepts(), asks(), joins(), asks(cleo), offers(cleo), closes())
  assert.deepEqual([state.offer, state.colleagues, state.asked, dueAt(state)], [undefined, undefined, undefined, null])
})

const given5 = { now: T + RETURN_WITHIN, known: {}, bot: null, available: true } as const
test('S2 a chat that an agent gives to a department returns to them when no agent accepts it in time', () => {
  const routed = given(writes(), accepts(), routes())
  assert.deepEqual(routed.returns, { to: ann, until: T + RETURN_WITHIN })
  assert.equal(dueAt(routed), T + RETURN_WITHIN)
  assert.equal(types(decide(routed, { type: 'time.pass' }, facts)), '')
  const back = decide(routed, { type: 'time.pass' }, { ...given5, isOnline: () => true })
  assert.equal(types(back), 'chat.returned agent.joined')
  assert.equal(types(decide(routed, { type: 'time.pass' }, { ...given5, isOnline: () => false })), 'chat.returned')
  let state = routed
  for (const body of back as EntryBody[]) {
    const entry = { ...body, n: state.last + 1, at: T }
    assert.equal(eventOf(entry, { type: 'time.pass' }, { opens: false, left: false }), undefined)
    state = apply(state, entry)
  }
  assert.deepEqual([state.owner, state.returns, dueAt(state)], [{ kind: 'agent', agent: ann }, undefined, null])
})

test('S2 a chat that an agent of the department accepts, or that no agent held, does not return', () => {
  assert.equal(given(writes(), accepts(), routes(), accepts(bob)).returns, undefined)
  assert.equal(given(writes(), routes()).returns, undefined)
  assert.equal(given(writes(), accepts(), routes(), closes()).returns, undefined)
})
