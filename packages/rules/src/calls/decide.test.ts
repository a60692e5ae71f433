import assert from 'node:assert/strict'
import { test } from 'node:test'
import { applyCall } from './apply.ts'
import type { CallCommand } from './commands.ts'
import { decideCall, startCall } from './decide.ts'
import type { CallEntry, CallEntryBody } from './entries.ts'
import { toPhoneNumber } from './phone-number.ts'
import { OUTSIDE, talkTime, type CallState } from './state.ts'

const ANN = { id: 1, name: 'Ann' }
const BOB = { id: 2, name: 'Bob' }
const CLEO = { id: 3, name: 'Cleo' }
type Next = Exclude<CallCommand, { type: 'call.start' }>

/** A call after these commands, each of which must be accepted. */
function after(...commands: Next[]): CallState {
  let [n, state] = [0, undefined as CallState | undefined]
  const append = (bodies: readonly CallEntryBody[]) => {
    for (const body of bodies) state = applyCall(state, { ...body, n: ++n, at: n * 1000 } as CallEntry)
  }
  append(startCall({ type: 'call.start', call: 'callback', phone: '+4930123456', records: true }))
  for (const command of commands) {
    const decision = decideCall(state!, command)
    assert.ok(Array.isArray(decision), `${command.type}: ${JSON.stringify(decision)}`)
    append(decision)
  }
  return state!
}

const ring: Next = { type: 'call.ring', agents: [ANN, BOB] }
const accept: Next = { type: 'call.accept', agent: ANN }
const answered: Next = { type: 'call.answered' }
const TALKS = [ring, accept, answered] as const

test('of two agents whose devices ring, the first to accept has the call, and the other one is told who', () => {
  const state = after(ring, accept)
  assert.deepEqual([state.agents, state.rings, state.status], [[ANN], [], 'agent_connected'])
  assert.deepEqual(decideCall(state, { type: 'call.accept', agent: BOB }), { refused: 'taken', holder: ANN })
  assert.deepEqual(decideCall(state, accept), [])
  assert.deepEqual(decideCall(after(), accept), { refused: 'not_asked' })
})

test('a telephone outside has the call when it answers, and the call is over when it hangs up', () => {
  const outside = { id: OUTSIDE, name: '+4940123456' }
  const forward: Next = { type: 'call.invite', agent: ANN, to: outside, handsOver: true }
  assert.deepEqual(decideCall(after(ring, accept), forward), { refused: 'not_talking' })
  assert.deepEqual(decideCall(after(...TALKS), { ...forward, agent: BOB }), { refused: 'not_yours' })
  const asked = after(...TALKS, forward)
  const busy = after(...TALKS, forward, { type: 'call.pass', agent: outside, why: 'unanswered' })
  assert.deepEqual([busy.agents, busy.invitation], [[ANN], undefined])
  const taken: Next = { type: 'call.accept', agent: outside, on: 'phone' }
  assert.deepEqual(decideCall(busy, taken), { refused: 'taken', holder: ANN })
  assert.deepEqual(asked.agents, [ANN])
  const has = after(...TALKS, forward, taken)
  assert.deepEqual(has.agents, [{ ...outside, on: 'phone' }])
  assert.deepEqual(decideCall(has, taken), [])
  assert.deepEqual(decideCall(has, { type: 'call.gone', side: 'agent', agent: outside }), [
    { type: 'call.over', by: 'agent' },
  ])
})

test('an agent who declined is not asked again, and the others are', () => {
  const state = after(ring, { type: 'call.decline', agent: ANN })
  assert.deepEqual([state.rings, state.passed], [[{ ...BOB, at: 2000 }], [1]])
  assert.deepEqual(decideCall(state, { type: 'call.ring', agents: [ANN, BOB, CLEO] }), [
    { type: 'call.rang', agents: [CLEO] },
  ])
})

test('what ends before both sides talk is an error that says why', () => {
  const failed = (why: string) => [{ type: 'call.failed', why }]
  assert.deepEqual(decideCall(after(ring), { type: 'call.gone', side: 'client' }), failed('client_gone'))
  assert.deepEqual(
    decideCall(after(ring, accept), { type: 'call.gone', side: 'agent', agent: ANN }),
    failed('agent_gone'),
  )
  assert.deepEqual(decideCall(after(ring, accept), { type: 'call.fail', why: 'client_busy' }), failed('client_busy'))
  assert.deepEqual(
    decideCall(after(ring, accept), { type: 'call.hang_up', agent: ANN, ends: true }),
    failed('agent_gone'),
  )
})

test('a recorded call is over when a side hangs up, and ends with its recording', () => {
  const over = after(...TALKS, { type: 'call.gone', side: 'client' })
  assert.deepEqual([over.status, over.over], ['client_connected', { at: 5000, by: 'client' }])
  assert.equal(talkTime(over, 99_000), 1000)
  assert.deepEqual(decideCall(over, { type: 'call.gone', side: 'agent', agent: ANN }), [])
  assert.deepEqual(decideCall(over, { type: 'call.hold', agent: ANN, on: true }), { refused: 'over' })
  assert.deepEqual(decideCall(over, { type: 'call.finish', recording: 'f1' }), [
    { type: 'call.ended', recording: 'f1' },
  ])
  // The recording could not be made.
  assert.deepEqual(decideCall(over, { type: 'call.fail', why: 'media_unavailable' }), [{ type: 'call.ended' }])
})

test('a call is handed over when the colleague accepts, and stays where it is when they do not', () => {
  const invited = after(...TALKS, { type: 'call.invite', agent: ANN, to: BOB, handsOver: true })
  assert.deepEqual(decideCall(invited, { type: 'call.invite', agent: ANN, to: CLEO, handsOver: true }), {
    refused: 'invited',
  })
  assert.deepEqual(decideCall(invited, { type: 'call.accept', agent: BOB }), [
    { type: 'call.joined', agent: BOB },
    { type: 'call.left', agent: ANN },
  ])
  assert.deepEqual(decideCall(invited, { type: 'call.pass', agent: BOB, why: 'unanswered' }), [
    { type: 'call.invitation_ended', to: BOB, why: 'unanswered' },
  ])
})

test('a third agent talks too, and the call goes on when the first one leaves', () => {
  const three = after(
    ...TALKS,
    { type: 'call.invite', agent: ANN, to: BOB, handsOver: false },
    { type: 'call.accept', agent: BOB },
  )
  assert.deepEqual(three.agents, [ANN, BOB])
  assert.deepEqual(decideCall(three, { type: 'call.hang_up', agent: ANN, ends: false }), [
    { type: 'call.left', agent: ANN },
  ])
  assert.deepEqual(decideCall(three, { type: 'call.hang_up', agent: BOB, ends: true }), [
    { type: 'call.over', by: 'agent' },
  ])
})

test('the recording of a call that is over is erased once, and the call says that there was one', () => {
  const over = after(...TALKS, { type: 'call.stop' }, { type: 'call.finish', recording: 'file' })
  assert.equal(over.recording, 'file')
  const erased = after(
    ...TALKS,
    { type: 'call.stop' },
    { type: 'call.finish', recording: 'file' },
    { type: 'call.erase_recording' },
  )
  assert.deepEqual([erased.recording, erased.recordingErased, erased.status], [undefined, true, 'end'])
  assert.deepEqual(decideCall(erased, { type: 'call.erase_recording' }), [])
  assert.deepEqual(decideCall(after(...TALKS), { type: 'call.erase_recording' }), [], 'while it goes on there is none')
})

test('only an agent who talks in the call may hold it, and only while both sides talk', () => {
  assert.deepEqual(decideCall(after(...TALKS), { type: 'call.hold', agent: BOB, on: true }), { refused: 'not_yours' })
  assert.deepEqual(decideCall(after(ring, accept), { type: 'call.hold', agent: ANN, on: true }), {
    refused: 'not_talking',
  })
  assert.equal(after(...TALKS, { type: 'call.hold', agent: ANN, on: true }).isHeld, true)
})

test('W10 a phone number has 7 to 15 digits, with a plus where it was given', () => {
  const numbers: [string, string | undefined][] = [
    ['+49 (30) 123-456', '+4930123456'],
    ['1234567', '1234567'],
    ['123456789012345', '123456789012345'],
    ['123456', undefined],
    ['1234567890123456', undefined],
    ['49+30123456', undefined],
    ['+49 30 12a456', undefined],
    ['', undefined],
  ]
  for (const [text, number] of numbers) assert.equal(toPhoneNumber(text), number, text)
})
