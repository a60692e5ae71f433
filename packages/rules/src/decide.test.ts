import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  apply,
  decide,
  opened,
  type AgentClose,
  type ChatState,
  type Command,
  type EntryBody,
  type MacroCommand,
  type Refusal,
} from './index.ts'

const T = 1_790_000_000_000
const ann = { id: 1, name: 'Ann' }
const bob = { id: 2, name: 'Bob' }

const writes = (more: Partial<Command & { type: 'visitor.write' }> = {}): Command => ({
  type: 'visitor.write',
  id: 'm',
  text: 'hi',
  profile: {},
  ...more,
})
const accepts = (agent = ann, takeOver = false): Command => ({ type: 'agent.accept', agent, takeOver })
const answers = (agent = ann): Command => ({ type: 'agent.write', agent, id: 'a', text: 'hello' })
const closes = (agent = ann, anyone = false): AgentClose => ({ type: 'agent.close', agent, anyone })
const closesLater = (agent = ann): AgentClose => ({ ...closes(agent), undoFor: 5000 })
const keeps = (agent = ann): Command => ({ type: 'agent.keep-open', agent, anyone: false })
const holds = (id = 's'): Command => ({ type: 'agent.schedule', agent: ann, id, text: 'soon', when: { hold: 5000 } })
const later = (agent = ann): Command => ({
  type: 'agent.schedule',
  agent,
  id: 's',
  text: 'later',
  when: { due: T + 60_000 },
})
const takesBack = (agent = ann): Command => ({ type: 'agent.unschedule', agent, anyone: false, id: 's' })
const sendsNow = (): Command => ({ type: 'agent.send-now', agent: ann, id: 's' })
const leaves = (): Command => ({ type: 'agent.leave', agent: ann, anyone: false })
const snoozes = (until: number | null = null): Command => ({ type: 'agent.snooze', agent: ann, until })
const wakes = (): Command => ({ type: 'agent.wake', agent: ann, anyone: false })
const cleo = { id: 3, name: 'Cleo' }
const routes = (agent = ann): Command => ({
  type: 'agent.route',
  agent,
  anyone: false,
  department: { id: 4, name: 'Sales' },
})
const says = { type: 'agent.write' as const, agent: ann, id: 'm', text: 'done' }
const tags = { type: 'agent.tag' as const, agent: ann, add: [{ id: 1, name: 'VIP' }], remove: [] }
const runs = (...steps: MacroCommand[]): Command => ({ type: 'agent.macro', steps })
const hands = (agent = ann): Command => ({ type: 'agent.hand-over', agent, anyone: false, to: bob })
const resends = (of: number, agent = ann): Command => ({
  type: 'agent.resend',
  agent,
  of,
  message: { id: 'a', text: 'hello', from: 'agent', agent },
})
const fails = (of: number): Command => ({ type: 'delivery.failed', of, text: 'no answer' })
const succeeds = (of: number): Command => ({ type: 'delivery.succeeded', of })

/** The chat after commands that must all be accepted. */
function given(...commands: Command[]): ChatState {
  let state = opened(T)
  for (const command of commands) {
    const bodies = decide(state, command, { now: T, known: {}, bot: null, available: true })
    assert.ok(Array.isArray(bodies), `${command.type} was refused`)
    for (const body of bodies) state = apply(state, { ...body, n: state.last + 1, at: T })
  }
  return state
}

const types = (decided: EntryBody[] | Refusal) =>
  Array.isArray(decided)
    ? decided.map((body) => body.type).join(' ')
    : `refused: ${decided.refused}${decided.step === undefined ? '' : ` at ${decided.step}`}`

const handedOver = given(writes(), accepts(), later(), accepts(bob, true))
const rows: [title: string, state: ChatState, command: Command, then: string][] = [
  ['a first message', given(), writes(), 'message'],
  ['a message does not reopen a closed chat', given(writes(), closes()), writes(), 'refused: closed'],
  ['accepting from the queue', given(writes()), accepts(), 'agent.joined'],
  ['accepting twice changes nothing', given(writes(), accepts()), accepts(), ''],
  ['accepting a chat that another agent holds', given(writes(), accepts()), accepts(bob), 'refused: taken'],
  ['taking over a chat that another agent holds', given(writes(), accepts()), accepts(bob, true), 'agent.joined'],
  ['accepting a closed chat', given(writes(), closes()), accepts(), 'refused: closed'],
  ['writing in a chat that no agent holds', given(writes()), answers(), 'refused: not_yours'],
  ['writing in another agent’s chat', given(writes(), accepts()), answers(bob), 'refused: taken'],
  ['writing in one’s own chat', given(writes(), accepts()), answers(), 'message'],
  ['writing after the end', given(writes(), accepts(), closes()), answers(), 'refused: closed'],
  ['closing from the queue', given(writes()), closes(), 'chat.closed'],
  ['closing twice changes nothing', given(writes(), closes()), closes(), ''],
  ['closing another’s chat', given(writes(), accepts()), closes(bob), 'refused: taken'],
  [
    'closing another agent’s chat with the right to do so',
    given(writes(), accepts()),
    closes(bob, true),
    'chat.closed',
  ],
  ['closing with time to take it back', given(writes(), accepts()), closesLater(), 'chat.closing'],
  ['closing again while the chat is closing', given(writes(), accepts(), closesLater()), closesLater(), ''],
  ['closing at once while the chat is closing', given(writes(), accepts(), closesLater()), closes(), 'chat.closed'],
  ['closing with all messages read', given(writes(), accepts()), { ...closesLater(), received: 1 }, 'chat.closing'],
  [
    'closing when the visitor has written more than the agent had',
    given(writes(), accepts(), writes({ id: 'n' })),
    { ...closesLater(), received: 1 },
    'chat.closing closing.cancelled',
  ],
  [
    'closing at once when the visitor has written more than the agent had',
    given(writes(), accepts(), writes({ id: 'n' })),
    { ...closes(), received: 1 },
    'chat.closing closing.cancelled',
  ],
  ['closing another’s chat, with time', given(writes(), accepts()), closesLater(bob), 'refused: taken'],
  ['taking a closing back', given(writes(), accepts(), closesLater()), keeps(), 'closing.cancelled'],
  ['taking another’s closing back', given(writes(), accepts(), closesLater()), keeps(bob), 'refused: taken'],
  ['taking back without a closing changes nothing', given(writes(), accepts()), keeps(), ''],
  ['taking back after the end', given(writes(), accepts(), closes()), keeps(), 'refused: closed'],
  ['the visitor writes', given(writes(), accepts(), closesLater()), writes(), 'closing.cancelled message'],
  ['the agent goes on', given(writes(), accepts(), closesLater()), answers(), 'closing.cancelled message'],
  [
    'another agent takes the chat over while it is closing',
    given(writes(), accepts(), closesLater()),
    accepts(bob, true),
    'closing.cancelled agent.joined',
  ],
  ['holding a message', given(writes(), accepts()), holds(), 'message.scheduled'],
  ['scheduling a message in a chat that no agent holds', given(writes()), later(), 'refused: not_yours'],
  ['scheduling a message in another agent’s chat', given(writes(), accepts()), later(bob), 'refused: taken'],
  ['taking a scheduled message back', given(writes(), accepts(), later()), takesBack(), 'message.unscheduled'],
  [
    'taking back what is not scheduled',
    given(writes(), accepts(), later(), takesBack()),
    takesBack(),
    'refused: not_scheduled',
  ],
  ['taking another agent’s message back', given(writes(), accepts(), later()), takesBack(bob), 'refused: taken'],
  [
    'the author takes a message back in a chat that a colleague has now',
    handedOver,
    takesBack(),
    'message.unscheduled',
  ],
  ['the colleague who has the chat cancels it', handedOver, takesBack(bob), 'message.unscheduled'],
  ['sending a scheduled message now', given(writes(), accepts(), later()), sendsNow(), 'message'],
  ['answering sends a held message first', given(writes(), accepts(), holds()), answers(), 'message message'],
  ['answering leaves a message for later', given(writes(), accepts(), later()), answers(), 'message'],
  ['leaving sends a held message first', given(writes(), accepts(), holds()), leaves(), 'message agent.left'],
  ['leaving keeps a message for later', given(writes(), accepts(), later()), leaves(), 'agent.left'],
  ['closing sends a held message first', given(writes(), accepts(), holds()), closes(), 'message chat.closed'],
  [
    'closing cancels a message for later',
    given(writes(), accepts(), later()),
    closes(),
    'message.unscheduled chat.closed',
  ],
  [
    'blocking cancels every scheduled message',
    given(writes(), accepts(), holds('x'), later()),
    { type: 'agent.block', agent: ann, anyone: false },
    'message.unscheduled message.unscheduled visitor.blocked chat.closed',
  ],
  ['handing over', given(writes(), accepts()), hands(), 'chat.handed agent.joined'],
  ['handing a waiting chat over', given(writes()), hands(), 'chat.handed agent.joined'],
  ['handing over to the agent who has the chat', given(writes(), accepts(bob)), hands(bob), ''],
  ['handing another agent’s chat over', given(writes(), accepts(cleo)), hands(), 'refused: taken'],
  ['handing over after the end', given(writes(), closes()), hands(), 'refused: closed'],
  ['giving a chat to a department', given(writes(), accepts()), routes(), 'agent.left department.changed'],
  ['giving a waiting chat to a department', given(writes()), routes(), 'department.changed'],
  ['giving it to the department that it waits for', given(writes(), routes()), routes(), ''],
  ['giving another agent’s chat to a department', given(writes(), accepts(cleo)), routes(), 'refused: taken'],
  ['giving a chat to a department after the end', given(writes(), closes()), routes(), 'refused: closed'],
  [
    'giving a chat that is snoozed and has a held message to a department',
    given(writes(), accepts(), holds(), snoozes()),
    routes(),
    'message chat.woken agent.left department.changed',
  ],
  [
    'a macro that takes the chat, answers and closes it',
    given(writes()),
    runs({ type: 'agent.accept', agent: ann, takeOver: false }, says, {
      type: 'agent.close',
      agent: ann,
      anyone: false,
    }),
    'agent.joined message chat.closed',
  ],
  ['a macro whose second step is refused', given(writes()), runs(tags, says), 'refused: not_yours at 1'],
  ['a macro that does what is done already', given(writes(), tags), runs(tags), ''],
  [
    'a macro whose answer ends a closing',
    given(writes(), accepts(), closesLater()),
    runs(says, says),
    'closing.cancelled message message',
  ],
  ['a macro after the end', given(writes(), accepts(), closes()), runs(tags, says), 'refused: closed at 1'],
  ['snoozing', given(writes(), accepts()), snoozes(T + 5), 'chat.snoozed'],
  ['snoozing a chat that no agent holds', given(writes()), snoozes(), 'refused: not_yours'],
  ['snoozing until the same time changes nothing', given(writes(), accepts(), snoozes()), snoozes(), ''],
  ['snoozing until another time', given(writes(), accepts(), snoozes()), snoozes(T + 5), 'chat.snoozed'],
  ['the visitor’s message wakes a chat', given(writes(), accepts(), snoozes()), writes(), 'chat.woken message'],
  ['an agent wakes a chat', given(writes(), accepts(), snoozes()), wakes(), 'chat.woken'],
  ['waking a chat that is awake changes nothing', given(writes(), accepts()), wakes(), ''],
  ['answering leaves a chat snoozed', given(writes(), accepts(), snoozes()), answers(), 'message'],
  ['taking over wakes a chat', given(writes(), accepts(), snoozes()), accepts(bob, true), 'chat.woken agent.joined'],
  ['time before the end of the undo', given(writes(), accepts(), closesLater()), { type: 'time.pass' }, ''],
  ['sending a failed message again', given(writes(), accepts(), answers(), fails(3)), resends(3), 'message.resent'],
  [
    'sending a message again that did not fail',
    given(writes(), accepts(), answers()),
    resends(3),
    'refused: not_failed',
  ],
  [
    'sending a failed message again twice',
    given(writes(), accepts(), answers(), fails(3), resends(3)),
    resends(3),
    'refused: not_failed',
  ],
  [
    'sending a failed message again in another agent’s chat',
    given(writes(), accepts(), answers(), fails(3)),
    resends(3, bob),
    'refused: taken',
  ],
  [
    'a delivery result after the end of the chat',
    given(writes(), accepts(), answers(), closes()),
    succeeds(3),
    'message.delivered',
  ],
  ['A12 an invitation is recorded before the message', given(), writes({ invite: 'Hi?' }), 'visitor.invited message'],
  [
    'A12 the same invitation is not recorded again',
    given(writes({ invite: 'Hi?' })),
    writes({ invite: 'Hi?' }),
    'message',
  ],
  [
    'A12 another invitation is recorded',
    given(writes({ invite: 'Hi?' })),
    writes({ invite: 'Still there?' }),
    'visitor.invited message',
  ],
  ['A9 a changed name is recorded', given(writes()), writes({ profile: { name: 'Cy' } }), 'visitor.changed message'],
  ['A9 a name with the first message is no change', given(), writes({ profile: { name: 'Cy' } }), 'message'],
]
for (const [title, state, command, then] of rows)
  test(title, () =>
    assert.equal(types(decide(state, command, { now: T, known: {}, bot: null, available: true })), then),
  )

test('the chat closes when the time is over, and at most ten seconds are given', () => {
  const closing = given(writes(), accepts(), { ...closes(), undoFor: 60_000 } as Command)
  assert.deepEqual(closing.closing, { until: T + 10_000, agent: ann })
  const pass = (now: number) => decide(closing, { type: 'time.pass' }, { now, known: {}, bot: null, available: true })
  assert.deepEqual(pass(T + 9999), [])
  assert.deepEqual(pass(T + 10_000), [{ type: 'chat.closed', agent: ann }])
})

test('a held message is sent after its time, and one that was held shorter does not overtake it', () => {
  const hold = (id: string, ms: number): Command =>
    ({ type: 'agent.schedule', agent: ann, id, text: id, when: { hold: ms } }) as const
  const state = given(writes(), accepts(), hold('long', 90_000), hold('short', 1000), later())
  const sent = (now: number) => {
    const bodies = decide(state, { type: 'time.pass' }, { now, known: {}, bot: null, available: true })
    assert.ok(Array.isArray(bodies))
    return bodies.map((body) => (body.type === 'message' ? body.text : body.type))
  }
  assert.deepEqual(sent(T + 999), [])
  assert.deepEqual(sent(T + 1000), ['long', 'short'])
  assert.deepEqual(sent(T + 60_000), ['long', 'short', 'later'])
  assert.equal(state.scheduled?.[0]?.due, T + 30_000, 'at most thirty seconds')
})

test('after a long stop, messages whose time came are sent before the chat closes', () => {
  const state = given(writes(), accepts(), later(), closesLater())
  const bodies = decide(state, { type: 'time.pass' }, { now: T + 99_000, known: {}, bot: null, available: true })
  assert.equal(types(bodies), 'message chat.closed')
})

test('a chat keeps at most twenty scheduled messages, and marks those before which the visitor wrote', () => {
  const many = Array.from({ length: 20 }, (_, i): Command => ({ ...later(), id: `s${i}` }) as Command)
  const full = given(writes(), accepts(), ...many)
  const more = decide(full, later(), { now: T, known: {}, bot: null, available: true })
  assert.deepEqual(more, { refused: 'too_many_scheduled' })
  assert.equal(given(writes(), accepts(), later(), writes()).scheduled?.[0]?.visitorWrote, true)
})

test('a snoozed chat wakes at its time, and is marked from there on', () => {
  const state = given(writes(), accepts(), snoozes(T + 5))
  const at = (now: number) => decide(state, { type: 'time.pass' }, { now, known: {}, bot: null, available: true })
  assert.deepEqual(at(T + 4), [])
  assert.deepEqual(at(T + 5), [{ type: 'chat.woken', why: 'time' }])
  assert.equal(apply(state, { type: 'chat.woken', why: 'time', n: 4, at: T + 5 }).woken, 4)
})

test('A9 the same name again is no change', () => {
  const command = writes({ profile: { name: 'Cy', phone: '1' } })
  const known = { name: 'Cy' }
  assert.deepEqual(decide(given(writes()), command, { now: T, known, bot: null, available: true }), [
    { type: 'visitor.changed', phone: '1' },
    { type: 'message', from: 'visitor', id: 'm', text: 'hi' },
  ])
})

test('a refusal names the agent who holds the chat', () => {
  assert.deepEqual(
    decide(given(writes(), accepts()), accepts(bob), { now: T, known: {}, bot: null, available: true }),
    {
      refused: 'taken',
      holder: ann,
    },
  )
})
