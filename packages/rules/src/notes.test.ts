import assert from 'node:assert/strict'
import { test } from 'node:test'
import { apply, decide, deliveriesOf, eventOf, mentionsIn, opened, type ChatState, type Command } from './index.ts'

const T = 1_790_000_000_000
const ann = { id: 1, name: 'Ann' }
const bob = { id: 2, name: 'Bob' }
const facts = { now: T, known: {}, bot: null, available: true }
const note = (agent = ann, mentions: number[] = []): Command => ({ type: 'agent.note', agent, text: 'hm', mentions })

function given(...commands: Command[]): ChatState {
  let state = opened(T)
  for (const command of commands) {
    const bodies = decide(state, command, facts)
    assert.ok(Array.isArray(bodies), `${command.type} was refused`)
    for (const body of bodies) state = apply(state, { ...body, n: state.last + 1, at: T })
  }
  return state
}
const writes: Command = { type: 'visitor.write', id: 'm', text: 'hi', profile: {} }
const accepts: Command = { type: 'agent.accept', agent: ann, takeOver: false }
const closes: Command = { type: 'agent.close', agent: ann, anyone: false }

test('an agent writes a note in a waiting chat, in a chat of another agent, and in a closed one', () => {
  for (const state of [given(writes), given(writes, accepts), given(writes, accepts, closes)])
    assert.deepEqual(decide(state, note(bob, [1, 1]), facts), [
      { type: 'note.written', agent: bob, text: 'hm', mentions: [1] },
    ])
})

test('a note causes no delivery and no event, and changes neither owner nor preview', () => {
  const before = given(writes, accepts)
  const entry = { type: 'note.written' as const, agent: ann, text: 'hm', mentions: [2], n: before.last + 1, at: T }
  const after = apply(before, entry)
  assert.deepEqual(deliveriesOf(after, entry, note(), { channel: 1, followsLog: false, visitor: 1, chat: 1 }), [])
  assert.equal(eventOf(entry, note(), { opens: false, left: false }), undefined)
  assert.deepEqual([after.owner, after.preview, after.received], [before.owner, before.preview, before.received])
})

test('a chat remembers the newest mention of each agent; authors who mention themselves are not mentioned', () => {
  const state = given(writes, note(ann, [2, 1]), note(bob, [1]), note(ann, [2]))
  assert.deepEqual(state.mentions, [
    { agent: 1, n: 3 },
    { agent: 2, n: 4 },
  ])
  assert.deepEqual(mentionsIn({ type: 'note.written', agent: ann, text: '', mentions: [1, 2] }), [2])
  assert.deepEqual(mentionsIn({ type: 'chat.closed' }), [])
})
