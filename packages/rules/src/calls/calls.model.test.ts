import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { repeats } from '../../../../tools/extent.ts'
import { foldCall, applyCall } from './apply.ts'
import type { CallCommand } from './commands.ts'
import { decideCall, startCall } from './decide.ts'
import { statusOf, type CallEntry, type CallEntryBody } from './entries.ts'
import { hasTalked, isFinal, OUTSIDE, type CallState, type CallStatus } from './state.ts'

const T = 1_790_000_000_000
const agent = fc.constantFrom({ id: 1, name: 'Ann' }, { id: 2, name: 'Bob' }, { id: 3, name: 'Cleo' })
/** An agent, or a telephone outside. */
const anyone = fc.oneof({ weight: 4, arbitrary: agent }, fc.constant({ id: OUTSIDE, name: '+4940123456' }))
const kind = <T extends string>(type: T) => fc.constant(type)
const started = fc.record({
  type: kind('call.start'),
  call: fc.constantFrom('callback' as const, 'incoming' as const, 'outgoing' as const),
  phone: fc.constantFrom('+4930123456', ''),
  records: fc.boolean(),
})
const command: fc.Arbitrary<Exclude<CallCommand, { type: 'call.start' }>> = fc.oneof(
  fc.record({ type: kind('call.ring'), agents: fc.array(agent, { maxLength: 3 }) }),
  { weight: 3, arbitrary: fc.record({ type: kind('call.accept'), agent: anyone }) },
  fc.record({ type: kind('call.decline'), agent }),
  fc.record({ type: kind('call.pass'), agent: anyone, why: fc.constantFrom('unanswered' as const, 'gone' as const) }),
  { weight: 3, arbitrary: fc.record({ type: kind('call.answered') }) },
  fc.record({ type: kind('call.hold'), agent, on: fc.boolean() }),
  { weight: 2, arbitrary: fc.record({ type: kind('call.invite'), agent, to: anyone, handsOver: fc.boolean() }) },
  fc.record({ type: kind('call.uninvite'), agent }),
  fc.record({ type: kind('call.hang_up'), agent, ends: fc.boolean() }),
  fc.record({ type: kind('call.gone'), side: fc.constant('client' as const) }),
  fc.record({ type: kind('call.gone'), side: fc.constant('agent' as const), agent: anyone }),
  fc.record({ type: kind('call.stop') }),
  fc.record({ type: kind('call.fail'), why: fc.constantFrom('no_agent' as const, 'media_unavailable' as const) }),
  fc.record({ type: kind('call.finish') }),
  fc.record({ type: kind('call.finish'), recording: fc.constant('file') }),
  fc.record({ type: kind('call.erase_recording') }),
)

/** What may follow each status, as the contract says it (C17). */
const FOLLOWS: Record<CallStatus, readonly CallStatus[]> = {
  start: ['agent_connected', 'client_connected', 'error'],
  agent_connected: ['client_connected', 'end', 'error'],
  client_connected: ['agent_connected', 'end', 'error'],
  end: [],
  error: [],
}

function run(
  first: CallCommand & { type: 'call.start' },
  commands: readonly Exclude<CallCommand, { type: 'call.start' }>[],
) {
  const log: CallEntry[] = []
  let state!: CallState
  const append = (bodies: readonly CallEntryBody[]) => {
    for (const body of bodies) {
      const entry = { ...body, n: log.length + 1, at: T + log.length } as CallEntry
      log.push(entry)
      state = applyCall(log.length === 1 ? undefined : state, entry)
    }
  }
  append(startCall(first))
  const steps = commands.map((one) => {
    const before = state
    const decision = decideCall(before, one)
    append(Array.isArray(decision) ? decision : [])
    return { one, before, decision, after: state }
  })
  return { log, state, steps }
}

test('C17 every call goes from its start by the statuses of the contract to one final status', () => {
  fc.assert(
    fc.property(started, fc.array(command, { maxLength: 40 }), (first, commands) => {
      const { log } = run(first, commands)
      const told = log.flatMap((entry) => statusOf(entry) ?? [])
      assert.equal(told[0], 'start')
      for (const [place, status] of told.entries()) {
        const next = told[place + 1]
        assert.ok(next === undefined || FOLLOWS[status].includes(next), told.join(' '))
      }
      assert.equal(new Set(told).size, told.length, told.join(' '))
      // A call ends only when both sides have talked.
      if (told.at(-1) === 'end') assert.equal(told.length, 4, told.join(' '))
    }),
    repeats('M5 call life', 2000, 100_000),
  )
})

test('the state of a call is its folded log, and of a call that is over nothing changes but that its recording is erased', () => {
  fc.assert(
    fc.property(started, fc.array(command, { maxLength: 40 }), (first, commands) => {
      const { log, state, steps } = run(first, commands)
      assert.deepEqual(foldCall(log), state)
      for (const { before, decision, after, one } of steps) {
        if (isFinal(before) && before.recording !== undefined && one.type === 'call.erase_recording') {
          const { recording: _, ...kept } = before
          assert.deepEqual(after, { ...kept, last: before.last + 1, recordingErased: true })
        } else if (isFinal(before)) assert.equal(after, before, one.type)
        if (!Array.isArray(decision)) assert.equal(after, before, one.type)
      }
      if (isFinal(state)) assert.deepEqual([state.rings, state.invitation], [[], undefined])
    }),
    repeats('M5 call life', 2000, 100_000),
  )
})

test('the agents who talk were asked, one has the call, and it is over when the last one goes', () => {
  fc.assert(
    fc.property(started, fc.array(command, { maxLength: 60 }), (first, commands) => {
      const { log, steps } = run(first, commands)
      const asked = new Set<number>()
      for (const entry of log) {
        if (entry.type === 'call.rang') for (const { id } of entry.agents) asked.add(id)
        if (entry.type === 'call.invited') asked.add(entry.to.id)
        if (entry.type === 'call.accepted' || entry.type === 'call.joined') assert.ok(asked.has(entry.agent.id))
      }
      for (const { after } of steps) {
        const ids = after.agents.map(({ id }) => id)
        assert.equal(new Set(ids).size, ids.length)
        if (hasTalked(after)) assert.ok(ids.length > 0)
        if (after.agents.length > 0) assert.deepEqual(after.rings, [])
      }
    }),
    repeats('M5 call life', 2000, 100_000),
  )
})

test('a call that is recorded ends when its recording is there, and another one at once', () => {
  fc.assert(
    fc.property(started, fc.array(command, { maxLength: 40 }), (first, commands) => {
      const { log, state } = run(first, commands)
      const overAt = log.findIndex(({ type }) => type === 'call.over')
      const end = log.findIndex(({ type }) => type === 'call.ended')
      if (end >= 0) assert.ok(overAt >= 0 && overAt < end)
      if (overAt >= 0 && !first.records) assert.equal(end, overAt + 1)
      if (state.recording !== undefined) assert.ok(first.records && state.status === 'end')
    }),
    repeats('M5 call life', 2000, 100_000),
  )
})
