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
  Array.isArray(decided) ? decided.map((body) => body.type).join(' ') : `refused: ${decided.refused}`

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
