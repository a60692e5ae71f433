import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { repeats } from '../../../tools/extent.ts'
import {
  SCHEDULED_MAX,
  apply,
  decide,
  deliveriesOf,
  dueAt,
  fold,
  opened,
  waitMarkOf,
  waitsOf,
  type ChatState,
  type Command,
  type Entry,
  type MacroCommand,
} from './index.ts'

const T = 1_790_000_000_000
const person = fc.constantFrom({ id: 1, name: 'Ann' }, { id: 2, name: 'Bob' }, { id: 3, name: 'Cleo' })
const of = fc.integer({ min: 1, max: 12 })
const text = fc.string({ unit: 'grapheme', maxLength: 200 })
const link = fc.constantFrom('https://crm.test/1', 'https://crm.test/2')

const department = fc.constantFrom({ id: 1, name: 'Sales' }, { id: 2, name: 'Support' })
const routes = fc.record({
  type: fc.constant('agent.route' as const),
  agent: person,
  anyone: fc.boolean(),
  department,
})
const offers = fc.record({ type: fc.constant('agent.offer' as const), agent: person, anyone: fc.boolean(), to: person })
const step: fc.Arbitrary<MacroCommand> = fc.oneof(
  routes,
  fc.record({ type: fc.constant('agent.accept' as const), agent: person, takeOver: fc.boolean() }),
  fc.record({ type: fc.constant('agent.write' as const), agent: person, id: fc.uuid(), text }),
  offers,
  fc.record({ type: fc.constant('agent.snooze' as const), agent: person, until: fc.constantFrom(null, T + 50) }),
  fc.record({
    type: fc.constant('agent.close' as const),
    agent: person,
    anyone: fc.boolean(),
    undoFor: fc.constantFrom(1, 10_000),
  }),
)

const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record(
      {
        type: fc.constant('visitor.write' as const),
        id: fc.uuid(),
        text,
        profile: fc.record({ name: text }, { requiredKeys: [] }),
        invite: text,
      },
      { requiredKeys: ['type', 'id', 'text', 'profile'] },
    ),
  },
  fc.record({ type: fc.constant('agent.accept' as const), agent: person, takeOver: fc.boolean() }),
  {
    weight: 3,
    arbitrary: fc.record({ type: fc.constant('agent.write' as const), agent: person, id: fc.uuid(), text }),
  },
  fc.record({
    type: fc.constant('agent.resend' as const),
    agent: person,
    of,
    message: fc.record({ id: fc.uuid(), text, from: fc.constant('agent' as const), agent: person }),
  }),
  fc.record(
    {
      type: fc.constant('agent.close' as const),
      agent: person,
      anyone: fc.boolean(),
      undoFor: fc.constantFrom(0, 1, 5, 10_000),
      received: fc.nat(3),
    },
    { requiredKeys: ['type', 'agent', 'anyone'] },
  ),
  fc.record({ type: fc.constant('agent.keep-open' as const), agent: person, anyone: fc.boolean() }),
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('agent.schedule' as const),
      agent: person,
      id: fc.uuid(),
      text,
      when: fc.oneof(
        fc.record({ due: fc.integer({ min: T, max: T + 100 }) }),
        fc.record({ hold: fc.constantFrom(1, 5, 20, 30_000) }),
      ),
    }),
  },
  // The identifiers of scheduled messages are put in by the test: `some` chooses one.
  fc.record({
    type: fc.constant('agent.unschedule' as const),
    agent: person,
    anyone: fc.boolean(),
    id: fc.constantFrom('0', '1', '2'),
  }),
  fc.record({ type: fc.constant('agent.send-now' as const), agent: person, id: fc.constantFrom('0', '1', '2') }),
  fc.record({
    type: fc.constant('agent.snooze' as const),
    agent: person,
    until: fc.oneof(fc.constant(null), fc.integer({ min: T, max: T + 100 })),
  }),
  fc.record({ type: fc.constant('agent.hand-over' as const), agent: person, anyone: fc.boolean(), to: person }),
  routes,
  fc.record({ type: fc.constant('agent.macro' as const), steps: fc.array(step, { maxLength: 4 }) }),
  fc.record({ type: fc.constant('agent.wake' as const), agent: person, anyone: fc.boolean() }),
  fc.record({ type: fc.constant('agent.leave' as const), agent: person, anyone: fc.boolean() }),
  { weight: 2, arbitrary: offers },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('routing.offer' as const),
      to: person,
      within: fc.constantFrom(null, 1, 10_000),
      why: fc.record(
        {
          by: fc.constant('least-busy' as const),
          load: fc.nat(3),
          capacity: fc.constant(4),
          among: fc.nat(9),
          again: fc.constant(true as const),
        },
        { requiredKeys: ['by', 'load', 'capacity', 'among'] },
      ),
      turn: fc.constant('t'),
      epoch: fc.integer({ min: 1, max: 4 }),
    }),
  },
  fc.record({ type: fc.constant('routing.withdraw' as const), offer: of }),
  {
    weight: 2,
    arbitrary: fc.record(
      {
        type: fc.constant('routing.overflow' as const),
        why: fc.constantFrom('nobody' as const, 'unanswered' as const),
        waited: fc.nat(9),
        before: department,
        to: fc.constant('department' as const),
        department,
        turn: fc.constant('t'),
        epoch: fc.integer({ min: 1, max: 4 }),
      },
      { requiredKeys: ['type', 'why', 'waited', 'to', 'department', 'turn', 'epoch'] },
    ),
  },
  fc.record({
    type: fc.constant('routing.overflow' as const),
    why: fc.constant('nobody' as const),
    waited: fc.nat(9),
    to: fc.constantFrom('bot' as const, 'form' as const),
    turn: fc.constant('t'),
    epoch: fc.integer({ min: 1, max: 4 }),
    asks: fc.constant([{ of: 1, bodies: [{ text: 'hi', at: T }] }]),
    received: fc.integer({ min: 1, max: 3 }),
  }),
  fc.record({ type: fc.constant('agent.decline' as const), agent: person }),
  fc.record({ type: fc.constant('agent.withdraw' as const), agent: person, anyone: fc.boolean() }),
  fc.record({ type: fc.constant('agent.ask' as const), agent: person, anyone: fc.boolean(), to: person }),
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constant('agent.join' as const), agent: person, anyone: fc.boolean() }),
  },
  fc.record({ type: fc.constant('delivery.succeeded' as const), of }),
  fc.record({ type: fc.constant('delivery.failed' as const), of, text }),
  fc.record({
    type: fc.constant('media.arrived' as const),
    of,
    attachment: fc.nat(2),
    media: fc.record({ kind: fc.constant('photo' as const), file: fc.uuid() }),
  }),
  fc.record({
    type: fc.constant('media.missed' as const),
    of,
    attachment: fc.nat(2),
    media: fc.record({ kind: fc.constant('photo' as const) }),
    reason: text,
  }),
  fc.record({ type: fc.constant('visitor.introduce' as const), profile: fc.record({ name: text }) }),
  fc.record({ type: fc.constant('time.pass' as const) }),
  fc.record({ type: fc.constant('agent.block' as const), agent: person, anyone: fc.boolean() }),
  fc.record({ type: fc.constant('agent.unblock' as const), agent: person }),
  fc.record({
    type: fc.constant('agent.tag' as const),
    agent: person,
    add: fc.array(
      fc.integer({ min: 1, max: 40 }).map((id) => ({ id, name: `tag ${id}` })),
      { maxLength: 20 },
    ),
    remove: fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 5 }),
  }),
  fc.record({
    type: fc.constant('agent.note' as const),
    agent: person,
    text,
    mentions: fc.array(fc.integer({ min: 1, max: 80 }), { maxLength: 20 }),
  }),
  fc.record({ type: fc.constant('agent.assign' as const), agent: person, link }),
  fc.record(
    {
      type: fc.constant('crm.answer' as const),
      webhook: fc.integer({ min: 1, max: 2 }),
      name: fc.constant('CRM'),
      to: of,
      fields: fc.constant([]),
      link,
      assignable: fc.boolean(),
      profile: fc.record({ name: text }, { requiredKeys: [] }),
    },
    { requiredKeys: ['type', 'webhook', 'name', 'to', 'fields', 'assignable', 'profile'] },
  ),
)

interface Run {
  state: ChatState
  log: Entry[]
  deliveries: number
}

/** The command with the identifier of a scheduled message, if the chat has one at the chosen place. */
function named(command: Command, { scheduled = [] }: ChatState): Command {
  if (command.type !== 'agent.unschedule' && command.type !== 'agent.send-now') return command
  return { ...command, id: scheduled[Number(command.id)]?.id ?? 'none' }
}

function run(commands: readonly Command[]): Run {
  let state = opened(T)
  const log: Entry[] = []
  let deliveries = 0
  for (const [i, given] of commands.entries()) {
    const one = named(given, state)
    const before = structuredClone(state)
    const bodies = decide(state, one, { now: T + i, known: {}, bot: null, available: true, tellsChanges: true })
    assert.deepEqual(state, before, 'decide changed the state it was given')
    if ('refused' in bodies) continue
    for (const body of bodies) {
      const entry: Entry = { ...body, n: state.last + 1, at: T + i }
      state = apply(state, entry)
      deliveries += deliveriesOf(state, entry, one, { channel: 1, followsLog: false, visitor: 1, chat: 1 }).length
      log.push(entry)
    }
  }
  return { state, log, deliveries }
}

test('M1 folding the log gives the state after any commands', () => {
  fc.assert(
    fc.property(fc.array(command, { maxLength: 60 }), (commands) => {
      const { state, log } = run(commands)
      // As the database returns it.
      assert.deepEqual(fold(T, JSON.parse(JSON.stringify(log)), opened), JSON.parse(JSON.stringify(state)))
    }),
    repeats('M1 chat life', 400, 10_000),
  )
})

test('M1 entry numbers have no gap, the epoch grows with each owner, no agent writes in another agent’s chat', () => {
  fc.assert(
    fc.property(fc.array(command, { maxLength: 60 }), (commands) => {
      const { state, log, deliveries } = run(commands)
      assert.deepEqual(
        log.map((entry) => entry.n),
        log.map((_, i) => i + 1),
      )
      let holder: number | undefined
      let colleagues = new Set<number>()
      let closed = false
      let epoch = 1
      let expected = 0
      const later = new Map<string, { agent: number; hold: boolean }>()
      for (const entry of log) {
        if (entry.type === 'agent.joined') {
          assert.ok(!closed)
          assert.notEqual(entry.agent.id, holder)
          holder = entry.agent.id
          colleagues.delete(holder)
          epoch++
        }
        if (entry.type === 'colleague.joined') {
          assert.ok(!closed && holder !== undefined && holder !== entry.agent.id && !colleagues.has(entry.agent.id))
          colleagues.add(entry.agent.id)
        }
        if (entry.type === 'colleague.left') assert.ok(colleagues.delete(entry.agent.id))
        if (entry.type === 'chat.closed') {
          assert.ok(!closed, 'closed twice')
          closed = true
          holder = undefined
          colleagues = new Set()
          epoch++
        }
        if (entry.type === 'agent.left') {
          holder = undefined
          epoch++
        }
        if (entry.type === 'message') assert.ok(!closed, 'a message after the end')
        if (entry.type === 'message.scheduled') later.set(entry.id, { agent: entry.agent.id, hold: entry.hold })
        const planned = entry.type === 'message' ? later.get(entry.id) : undefined
        // A message for later is sent in the name of the agent who wrote it, also when another agent holds the chat by then.
        if (entry.type === 'message' && entry.from === 'agent') {
          const author = entry.agent?.id ?? 0
          if (planned) assert.equal(author, planned.agent)
          if (!planned || planned.hold) assert.ok(author === holder || colleagues.has(author))
        }
        if (entry.type === 'message.late') assert.ok(entry.agent.id !== holder && !closed)
        if ((entry.type === 'message' && entry.from === 'agent') || entry.type === 'message.resent') expected++
      }
      assert.equal(state.epoch, epoch)
      assert.equal(state.owner.kind === 'nobody', closed)
      assert.deepEqual(new Set((state.colleagues ?? []).map(({ id }) => id)), colleagues)
      assert.equal(state.received, log.filter((entry) => entry.type === 'message' && entry.from === 'visitor').length)
      assert.equal(deliveries, expected, 'each message to the visitor has one delivery')
    }),
    repeats('M1 chat life', 400, 10_000),
  )
})

test('M1 a message is marked as failed exactly while its last result is a failure', () => {
  fc.assert(
    fc.property(fc.array(command, { maxLength: 60 }), (commands) => {
      const { state, log } = run(commands)
      const last = new Map<number, string>()
      for (const entry of log)
        if (entry.type === 'message.failed' || entry.type === 'message.delivered' || entry.type === 'message.resent')
          last.set(entry.of, entry.type)
      const failed = [...last].filter(([, type]) => type === 'message.failed').map(([n]) => n)
      assert.deepEqual(
        state.failed.toSorted((a, b) => a - b),
        failed.toSorted((a, b) => a - b),
      )
    }),
    repeats('M1 chat life', 400, 10_000),
  )
})

test('C14 C22 a link binds a chat once, and webhooks get every change of the visitor', () => {
  fc.assert(
    fc.property(fc.array(command, { maxLength: 60 }), (commands) => {
      const { state, log } = run(commands)
      const bound = log.flatMap((entry) => (entry.type === 'crm.assigned' ? [entry.link] : []))
      assert.equal(new Set(bound).size, bound.length)
      const changed = log.findLastIndex((entry) => entry.type === 'visitor.changed')
      const told = log.findLastIndex((entry) => entry.type === 'visitor.updated')
      assert.equal(state.changedAt !== undefined, changed > told)
      if (state.owner.kind === 'nobody') assert.equal(state.changedAt, undefined)
    }),
    repeats('M1 chat life', 400, 10_000),
  )
})

test('every scheduled message is sent once, cancelled once, or still waits, and never outlives the chat', () => {
  fc.assert(
    fc.property(fc.array(command, { maxLength: 60 }), (commands) => {
      const { state, log } = run(commands)
      const waits = new Set<string>()
      for (const entry of log) {
        if (entry.type === 'message.scheduled') waits.add(entry.id)
        const ends = entry.type === 'message.unscheduled' || (entry.type === 'message' && entry.from === 'agent')
        if (entry.type === 'message.unscheduled') assert.ok(waits.has(entry.id))
        if (ends) waits.delete(entry.id)
        if (entry.type === 'chat.closed') assert.equal(waits.size, 0, 'a message outlives the chat')
      }
      assert.deepEqual(
        (state.scheduled ?? []).map(({ id }) => id),
        [...waits],
      )
      assert.ok(waits.size <= SCHEDULED_MAX)
      const times = (state.scheduled ?? []).map(({ due }) => due)
      if (times.length > 0) assert.ok(dueAt(state)! <= Math.min(...times))
    }),
    repeats('M1 chat life', 400, 10_000),
  )
})

type Offering = Extract<Entry, { type: 'chat.offered' | 'chat.routed' }>
const isOffer = (entry: Entry): entry is Offering =>
  entry.type === 'chat.offered' || (entry.type === 'chat.routed' && entry.until !== undefined)

test('the router’s offers leave a waiting chat in the queue, and those who did not accept one are passed over', () => {
  fc.assert(
    fc.property(fc.array(command, { maxLength: 60 }), (commands) => {
      const { state } = run(commands)
      if (state.offer && !state.offer.by) assert.equal(state.owner.kind, 'queue')
      if (state.owner.kind !== 'queue') assert.equal(state.passed, undefined)
      assert.equal(new Set(state.passed).size, state.passed?.length ?? 0)
    }),
    repeats('M1 chat life', 400, 10_000),
  )
})

test('a chat is offered exactly between an offer and what ends it, and only while it is open', () => {
  fc.assert(
    fc.property(fc.array(command, { maxLength: 60 }), (commands) => {
      const { state, log } = run(commands)
      const began = log.findLast(isOffer)
      const ends = ['offer.declined', 'offer.ended', 'agent.joined', 'agent.left', 'department.changed', 'chat.closed']
      const ended = log.findLast(({ type }) => ends.includes(type))
      assert.equal(state.offer?.n, began && began.n > (ended?.n ?? 0) ? began.n : undefined)
      if (state.offer) assert.ok(dueAt(state)! <= state.offer.until)
      assert.ok(state.owner.kind !== 'agent' || state.owner.agent.id !== state.offer?.to.id, 'offered to its holder')
      for (const entry of log)
        if (entry.type === 'offer.declined' || entry.type === 'offer.ended') {
          const before = log.slice(0, entry.n - 1).findLast(isOffer)
          const to = entry.type === 'offer.ended' ? entry.to : entry.agent
          assert.equal(before?.to.id, to.id)
        }
    }),
    repeats('M1 chat life', 400, 10_000),
  )
})

test('a chat is snoozed exactly between a snooze and what wakes it, and only while it is open', () => {
  fc.assert(
    fc.property(fc.array(command, { maxLength: 60 }), (commands) => {
      const { state, log } = run(commands)
      const began = log.findLastIndex(({ type }) => type === 'chat.snoozed')
      const ended = log.findLastIndex(({ type }) => type === 'chat.woken' || type === 'chat.closed')
      assert.equal(state.snoozed !== undefined, began > ended)
      const wrote = log.findLastIndex((entry) => entry.type === 'message' && entry.from === 'visitor')
      if (state.snoozed) assert.ok(wrote < began, 'a message of the visitor wakes the chat')
    }),
    repeats('M1 chat life', 400, 10_000),
  )
})

test('a chat waits to close exactly between a closing and what ends it, and closes by the timer in its time', () => {
  fc.assert(
    fc.property(fc.array(command, { maxLength: 60 }), (commands) => {
      const { state, log } = run(commands)
      const asked = log.findLastIndex(({ type }) => type === 'chat.closing')
      const ended = log.findLastIndex(({ type }) => type === 'closing.cancelled' || type === 'chat.closed')
      assert.equal(state.closing !== undefined, asked > ended)
      if (!state.closing) return
      const later = { now: state.closing.until, known: {}, bot: null, available: true }
      assert.equal(dueAt(state)! <= state.closing.until, true)
      const bodies = decide(state, { type: 'time.pass' }, later)
      assert.ok(Array.isArray(bodies))
      assert.equal(bodies.at(-1)?.type, 'chat.closed')
    }),
    repeats('M1 chat life', 400, 10_000),
  )
})

test('the preview never ends in half a character', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), (given) => {
      const { state } = run([{ type: 'visitor.write', id: 'm', text: given, profile: {} }])
      assert.ok((state.preview?.text ?? '').isWellFormed())
    }),
  )
})

test('the waits that are read from some entries of a log end as the chat does', () => {
  fc.assert(
    fc.property(fc.array(command, { maxLength: 60 }), (commands) => {
      const { state, log } = run(commands)
      const marks = log.flatMap((entry) => waitMarkOf(entry) ?? [])
      const waits = waitsOf({ at: T, team: null }, marks)
      const open = waits.filter(({ until }) => until === null)
      assert.deepEqual(
        open.map(({ at }) => at),
        state.waitingSince === null ? [] : [state.waitingSince],
      )
      if (open[0]) assert.equal(open[0].team, state.department?.id ?? null)
      const held = waits.filter(({ agent, heldUntil }) => agent !== null && heldUntil === null)
      assert.ok(held.length <= (state.owner.kind === 'agent' ? 1 : 0))
    }),
    repeats('M1 chat life', 400, 10_000),
  )
})
