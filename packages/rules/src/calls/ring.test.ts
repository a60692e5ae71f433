import assert from 'node:assert/strict'
import { test } from 'node:test'
import { applyCall } from './apply.ts'
import { decideCall, startCall } from './decide.ts'
import type { CallCommand } from './commands.ts'
import type { CallEntry, CallEntryBody } from './entries.ts'
import { dueOf, lookAtCall, RECORDING_WITHIN, type CallPool } from './ring.ts'
import { isFinal, type CallState } from './state.ts'

const TIMES = { ring: 20_000, wait: 60_000, talk: 3_600_000 }
const ANN = { id: 1, name: 'Ann' }
const BOB = { id: 2, name: 'Bob' }
type Next = Exclude<CallCommand, { type: 'call.start' }>

/** A call whose commands take place at the given times. */
function makeCall(records = false) {
  let [n, state] = [0, undefined as CallState | undefined]
  const append = (bodies: readonly CallEntryBody[], at: number) => {
    for (const body of bodies) state = applyCall(state, { ...body, n: ++n, at } as CallEntry)
  }
  append(startCall({ type: 'call.start', call: 'callback', phone: '+4930123456', records }), 0)
  return {
    state: () => state!,
    at(time: number, ...commands: Next[]) {
      for (const command of commands) {
        const decision = decideCall(state!, command)
        assert.ok(Array.isArray(decision), `${command.type}: ${JSON.stringify(decision)}`)
        append(decision, time)
      }
    },
    /** What follows at a time; it is carried out. */
    look(time: number, pool: CallPool): Next[] {
      const follows = lookAtCall(state!, time, TIMES, pool)
      this.at(time, ...follows)
      return follows
    },
  }
}

const free = (...agents: { id: number; name: string }[]) => agents.map((one) => ({ ...one, isFree: true }))

test('all agents who are free ring at once, and the call has failed when none of them answers', () => {
  const call = makeCall()
  const pool = { agents: [...free(ANN), { ...BOB, isFree: false }], together: true }
  assert.deepEqual(call.look(0, pool), [{ type: 'call.ring', agents: [ANN] }])
  assert.equal(dueOf(call.state(), TIMES), 20_000)
  assert.deepEqual(call.look(19_999, pool), [])
  // Bob, who was in another call, is free now.
  assert.deepEqual(call.look(19_999, { agents: free(ANN, BOB), together: true }), [
    { type: 'call.ring', agents: [BOB] },
  ])
  assert.deepEqual(call.look(20_000, pool), [{ type: 'call.pass', agent: ANN, why: 'unanswered' }])
  assert.deepEqual(call.look(39_999, { agents: free(ANN, BOB), together: true }), [
    { type: 'call.pass', agent: BOB, why: 'unanswered' },
    { type: 'call.fail', why: 'agent_unanswered' },
  ])
  assert.equal(dueOf(call.state(), TIMES), null)
})

test('agents ring one after the other in the order of the policy', () => {
  const call = makeCall()
  const pool = { agents: free(BOB, ANN), together: false }
  assert.deepEqual(call.look(0, pool), [{ type: 'call.ring', agents: [BOB] }])
  assert.deepEqual(call.look(10_000, pool), [])
  assert.deepEqual(call.look(20_000, pool), [
    { type: 'call.pass', agent: BOB, why: 'unanswered' },
    { type: 'call.ring', agents: [ANN] },
  ])
  call.at(21_000, { type: 'call.decline', agent: ANN })
  assert.deepEqual(call.look(21_000, pool), [{ type: 'call.fail', why: 'agent_unanswered' }])
})

test('an agent who leaves is passed over, and a call that no agent can take fails at once', () => {
  const call = makeCall()
  call.look(0, { agents: free(ANN), together: true })
  assert.deepEqual(call.look(1000, { agents: [], together: true }), [
    { type: 'call.pass', agent: ANN, why: 'gone' },
    { type: 'call.fail', why: 'agent_unanswered' },
  ])
  assert.deepEqual(makeCall().look(0, { agents: [], together: true }), [{ type: 'call.fail', why: 'no_agent' }])
})

test('a client waits for agents who are in other calls as long as the settings say', () => {
  const call = makeCall()
  const pool = { agents: [{ ...ANN, isFree: false }], together: true }
  assert.deepEqual(call.look(0, pool), [])
  // It is looked at again and again.
  assert.equal(dueOf(call.state(), TIMES), 0)
  assert.deepEqual(call.look(59_999, pool), [])
  assert.deepEqual(call.look(60_000, pool), [{ type: 'call.fail', why: 'no_agent' }])
})

test('a client who does not answer in time ends the call', () => {
  const call = makeCall()
  call.look(0, { agents: free(ANN), together: true })
  call.at(5000, { type: 'call.accept', agent: ANN })
  assert.equal(dueOf(call.state(), TIMES), 65_000)
  assert.deepEqual(call.look(65_000, { agents: [], together: true }), [{ type: 'call.fail', why: 'client_unanswered' }])
})

test('a call ends when it has taken as long as it may, and with its recording or without', () => {
  const call = makeCall(true)
  call.at(0, { type: 'call.ring', agents: [ANN] }, { type: 'call.accept', agent: ANN })
  call.at(1000, { type: 'call.answered' })
  const nobody = { agents: [], together: true }
  assert.equal(dueOf(call.state(), TIMES), 1000 + TIMES.talk)
  assert.deepEqual(call.look(1000 + TIMES.talk, nobody), [{ type: 'call.stop' }])
  const over = 1000 + TIMES.talk
  assert.equal(dueOf(call.state(), TIMES), over + RECORDING_WITHIN)
  assert.deepEqual(call.look(over + RECORDING_WITHIN, nobody), [{ type: 'call.finish' }])
  assert.ok(isFinal(call.state()))
})

test('a colleague who does not answer an invitation is passed over after the ring time, and the call goes on', () => {
  const call = makeCall()
  call.at(0, { type: 'call.ring', agents: [ANN] }, { type: 'call.accept', agent: ANN }, { type: 'call.answered' })
  call.at(30_000, { type: 'call.invite', agent: ANN, to: BOB, handsOver: true })
  assert.equal(dueOf(call.state(), TIMES), 50_000)
  assert.deepEqual(call.look(50_000, { agents: [], together: true }), [
    { type: 'call.pass', agent: BOB, why: 'unanswered' },
  ])
  assert.deepEqual(call.state().agents, [ANN])
})
