import assert from 'node:assert/strict'
import { test } from 'node:test'
import { apply, decide, opened, type ChatState, type Command, type EntryBody, type Refusal } from './index.ts'

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
const closes = (agent = ann, anyone = false): Command => ({ type: 'agent.close', agent, anyone })
const resends = (of: number, agent = ann): Command => ({
  type: 'agent.resend',
  agent,
  of,
  message: { id: 'a', text: 'hello', from: 'agent', agent },
})
const fails = (of: number): Command => ({ type: 'delivery.failed', of, text: 'no answer' })
const succeeds = (of: number): Command => ({ type: 'delivery.succeeded', of })

/** The chat after commands that are all taken. */
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
  Array.isArray(decided) ? decided.map((body) => body.type).join(' ') : `refused: ${decided.refused}`

const rows: [title: string, state: ChatState, command: Command, then: string][] = [
  ['a first message', given(), writes(), 'message'],
  ['a message in a closed chat opens no door', given(writes(), closes()), writes(), 'refused: closed'],
  ['accepting from the queue', given(writes()), accepts(), 'agent.joined'],
  ['accepting twice changes nothing', given(writes(), accepts()), accepts(), ''],
  ['accepting what another holds', given(writes(), accepts()), accepts(bob), 'refused: taken'],
  ['taking over what another holds', given(writes(), accepts()), accepts(bob, true), 'agent.joined'],
  ['accepting a closed chat', given(writes(), closes()), accepts(), 'refused: closed'],
  ['writing without holding', given(writes()), answers(), 'refused: not_yours'],
  ['writing in another’s chat', given(writes(), accepts()), answers(bob), 'refused: taken'],
  ['writing in one’s own', given(writes(), accepts()), answers(), 'message'],
  ['writing after the end', given(writes(), accepts(), closes()), answers(), 'refused: closed'],
  ['closing from the queue', given(writes()), closes(), 'chat.closed'],
  ['closing twice changes nothing', given(writes(), closes()), closes(), ''],
  ['closing another’s chat', given(writes(), accepts()), closes(bob), 'refused: taken'],
  ['closing another’s chat with the right to', given(writes(), accepts()), closes(bob, true), 'chat.closed'],
  ['sending again what failed', given(writes(), accepts(), answers(), fails(3)), resends(3), 'message.resent'],
  ['sending again what did not fail', given(writes(), accepts(), answers()), resends(3), 'refused: not_failed'],
  [
    'sending again twice',
    given(writes(), accepts(), answers(), fails(3), resends(3)),
    resends(3),
    'refused: not_failed',
  ],
  [
    'sending again in another’s chat',
    given(writes(), accepts(), answers(), fails(3)),
    resends(3, bob),
    'refused: taken',
  ],
  [
    'a delivery that ends after the chat',
    given(writes(), accepts(), answers(), closes()),
    succeeds(3),
    'message.delivered',
  ],
  ['A12 an invitation is noted before the message', given(), writes({ invite: 'Hi?' }), 'visitor.invited message'],
  [
    'A12 the same invitation is not noted again',
    given(writes({ invite: 'Hi?' })),
    writes({ invite: 'Hi?' }),
    'message',
  ],
  [
    'A12 another invitation is',
    given(writes({ invite: 'Hi?' })),
    writes({ invite: 'Still there?' }),
    'visitor.invited message',
  ],
  ['A9 a new name is noted', given(writes()), writes({ profile: { name: 'Cy' } }), 'visitor.changed message'],
  ['A9 but not with the first message', given(), writes({ profile: { name: 'Cy' } }), 'message'],
]
for (const [title, state, command, then] of rows)
  test(title, () =>
    assert.equal(types(decide(state, command, { now: T, known: {}, bot: null, available: true })), then),
  )

test('A9 the same name again is no change', () => {
  const command = writes({ profile: { name: 'Cy', phone: '1' } })
  const known = { name: 'Cy' }
  assert.deepEqual(decide(given(writes()), command, { now: T, known, bot: null, available: true }), [
    { type: 'visitor.changed', phone: '1' },
    { type: 'message', from: 'visitor', id: 'm', text: 'hi' },
  ])
})

test('who holds it is told to who is refused', () => {
  assert.deepEqual(
    decide(given(writes(), accepts()), accepts(bob), { now: T, known: {}, bot: null, available: true }),
    {
      refused: 'taken',
      holder: ann,
    },
  )
})
