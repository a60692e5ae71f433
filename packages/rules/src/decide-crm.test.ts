import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  apply,
  decide,
  dueAt,
  eventOf,
  opened,
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
const CARD = 'https://crm.test/7'

const writes: Command = { type: 'visitor.write', id: 'm', text: 'hi', profile: {} }
const accepts = (agent = ann): Command => ({ type: 'agent.accept', agent, takeOver: true })
const closes: Command = { type: 'agent.close', agent: ann, anyone: false }
const introduces = (name: string): Command => ({ type: 'visitor.introduce', profile: { name } })
const passes: Command = { type: 'time.pass' }
const answer = (more: Partial<Command & { type: 'crm.answer' }> = {}): Command => ({
  type: 'crm.answer',
  webhook: 1,
  name: 'CRM',
  to: 2,
  fields: [],
  assignable: false,
  profile: {},
  ...more,
})
const assigns = (link = CARD, agent = ann): Command => ({ type: 'agent.assign', agent, link })
const blocks: Command = { type: 'agent.block', agent: ann, anyone: false }

interface Chat {
  state: ChatState
  log: Entry[]
}

function decided(state: ChatState, command: Command, facts: Partial<Facts> = {}): EntryBody[] | Refusal {
  return decide(state, command, { now: T, known: {}, bot: null, available: true, tellsChanges: true, ...facts })
}

/** The chat after commands that must all be accepted. A command may come with its own facts. */
function given(...commands: (Command | [Command, Partial<Facts>])[]): Chat {
  const chat: Chat = { state: opened(T), log: [] }
  for (const one of commands) {
    const [command, facts] = Array.isArray(one) ? one : [one, {}]
    const bodies = decided(chat.state, command, facts)
    assert.ok(Array.isArray(bodies), `${command.type} was refused`)
    for (const body of bodies) {
      const entry: Entry = { ...body, n: chat.state.last + 1, at: facts.now ?? T }
      chat.state = apply(chat.state, entry)
      chat.log.push(entry)
    }
  }
  return chat
}

const types = (bodies: EntryBody[] | Refusal) =>
  Array.isArray(bodies) ? bodies.map(({ type }) => type).join(' ') : `refused: ${bodies.refused}`

const accepted = given(writes, accepts())
const rows: [title: string, chat: Chat, command: Command, then: string, facts?: Partial<Facts>][] = [
  ['C11 an answer is recorded', accepted, answer(), 'crm.answered'],
  ['C11 an answer to a closed chat', given(writes, accepts(), closes), answer(), 'refused: closed'],
  ['C12 an answer to an older event', given(writes, accepts(), answer({ to: 9 })), answer(), 'refused: too_late'],
  [
    'C12 an older answer of another webhook',
    given(writes, accepts(), answer({ to: 9 })),
    answer({ webhook: 2 }),
    'crm.answered',
  ],
  [
    'W16 new contact data in an answer',
    accepted,
    answer({ profile: { name: 'Vera' } }),
    'crm.answered visitor.changed',
  ],
  [
    'C22 known contact data in an answer',
    accepted,
    answer({ profile: { name: 'Vera' } }),
    'crm.answered',
    { known: { name: 'Vera' } },
  ],
  ['C14 a link without a button binds automatically', accepted, answer({ link: CARD }), 'crm.answered crm.assigned'],
  [
    'C14 a link with a button does not bind automatically',
    accepted,
    answer({ link: CARD, assignable: true }),
    'crm.answered',
  ],
  [
    'C14 a link binds once per chat',
    given(writes, accepts(), answer({ link: CARD })),
    answer({ link: CARD }),
    'crm.answered',
  ],
  [
    'C14 a second link binds too',
    given(writes, accepts(), answer({ link: CARD })),
    answer({ link: `${CARD}1` }),
    'crm.answered crm.assigned',
  ],
  ['C14 a link does not bind before an agent accepted', given(writes), answer({ link: CARD, to: 1 }), 'crm.answered'],
  [
    'C14 a waiting link binds when an agent accepts',
    given(writes, answer({ link: CARD, to: 1 })),
    accepts(),
    'agent.joined crm.assigned',
  ],
  [
    'C14 the button binds',
    given(writes, accepts(), answer({ link: CARD, assignable: true })),
    assigns(),
    'crm.assigned',
  ],
  [
    'C14 a second press of the button changes nothing',
    given(writes, accepts(), answer({ link: CARD, assignable: true }), assigns()),
    assigns(),
    '',
  ],
  ['C14 a link that no answer named', accepted, assigns(), 'refused: no_card'],
  [
    'C14 the button in another agent’s chat',
    given(writes, accepts(), answer({ link: CARD, assignable: true })),
    assigns(CARD, bob),
    'refused: taken',
  ],
  ['C14 the button after the end', given(writes, accepts(), closes), assigns(), 'refused: closed'],
  ['C22 a change is not told within its second', given(writes, introduces('A')), passes, '', { now: T + 999 }],
  ['C22 a second after the change', given(writes, introduces('A')), passes, 'visitor.updated', { now: T + 1000 }],
  [
    'C22 two changes within a second are told together',
    given(writes, introduces('A'), [introduces('B'), { now: T + 900 }]),
    passes,
    'visitor.updated',
    { now: T + 1000 },
  ],
  [
    'C22 a change is told once',
    given(writes, introduces('A'), [passes, { now: T + 1000 }]),
    passes,
    '',
    { now: T + 5000 },
  ],
  [
    'C22 a change is told before the end of the chat',
    given(writes, accepts(), introduces('A')),
    closes,
    'visitor.updated chat.closed',
  ],
  [
    'C22 a change is not told when no webhook wants it',
    given(writes, [introduces('A'), { tellsChanges: false }]),
    passes,
    '',
    { now: T + 9000 },
  ],
  ['C22 a closed chat records no changes', given(writes, accepts(), closes), introduces('A'), ''],
  ['a message of a blocked visitor', given(writes), writes, 'refused: blocked', { blocked: true }],
  ['blocking ends the chat', accepted, blocks, 'visitor.blocked chat.closed'],
  ['blocking after the end', given(writes, accepts(), closes), blocks, 'visitor.blocked'],
  ['blocking twice changes nothing', given(writes, accepts(), closes), blocks, '', { blocked: true }],
  ['blocking in another agent’s chat', given(writes, accepts(bob)), blocks, 'refused: taken'],
  ['unblocking', given(writes, blocks), { type: 'agent.unblock', agent: ann }, 'visitor.unblocked', { blocked: true }],
  ['unblocking a visitor who is not blocked', given(writes), { type: 'agent.unblock', agent: ann }, ''],
]

for (const [title, { state }, command, then, facts] of rows)
  test(title, () => assert.equal(types(decided(state, command, facts)), then))

test('C22 the chat is due when the event about its changes is due, and not afterwards', () => {
  const changed = given(writes, introduces('A'))
  assert.equal(dueAt(changed.state), T + 1000)
  assert.equal(dueAt(given(writes, introduces('A'), [passes, { now: T + 1000 }]).state), null)
})

/** The events that the entries of a log cause, as if the last command had made each entry. */
const toldBy = ({ log }: Chat, command: Command, of = { opens: false, left: false }) =>
  log.flatMap((entry) => eventOf(entry, command, of)?.name ?? [])

test('C15 each accept by another agent causes an event', () => {
  const chat = given(writes, accepts(), accepts(bob), accepts(bob), accepts())
  assert.deepEqual(toldBy(chat, accepts()), ['chat_accepted', 'chat_accepted', 'chat_accepted'])
})

test('C22 a change causes one event, a CRM answer causes none', () => {
  const chat = given(writes, accepts(), answer({ profile: { name: 'A' } }), [passes, { now: T + 1000 }], closes)
  assert.deepEqual(toldBy(chat, closes), ['chat_accepted', 'chat_updated', 'chat_finished'])
})

test('C2 a message of the offline form causes offline_message and no early chat_accepted', () => {
  const chat = given(writes)
  assert.deepEqual(toldBy(chat, writes, { opens: true, left: true }), ['offline_message'])
  assert.deepEqual(toldBy(chat, writes, { opens: true, left: false }), ['chat_accepted'])
  assert.deepEqual(toldBy(chat, writes), [])
})
