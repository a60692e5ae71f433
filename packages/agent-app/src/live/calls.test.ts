import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Call } from '@deskbell/protocol/agent/call'
import type { Me } from '@deskbell/protocol/agent/people'
import { Cell } from './cells.ts'
import { receiveCall, ringsAt } from './calls.ts'

const ANN = { id: 1, name: 'Ann' }
const BOB = { id: 2, name: 'Bob' }
const CALL: Call = {
  ...{ id: 7, type: 'incoming', carrier: 'direct', phone: '', status: 'client_connected', missed: false },
  ...{
    channel: { id: 1, name: 'Site' },
    chat: null,
    rings: [ANN, BOB],
    agents: [],
    held: false,
    recorded: false,
    started: 0,
  },
  visitor: { number: '3', contact: 3, name: null, email: null, phone: null },
  ...{ connected: { agent: null, client: 0 }, ended: null },
} as Call
const liveOf = () => ({
  calls: new Cell<readonly Call[]>([]),
  overCalls: new Set<number>(),
  me: new Cell({ id: 1 } as Me),
})

test('a call that is over stays with an agent who talked in it, and no frame brings it back to life', () => {
  const live = liveOf()
  receiveCall(live, CALL)
  receiveCall(live, { ...CALL, rings: [], agents: [ANN] })
  receiveCall(live, { ...CALL, rings: [], agents: [ANN], ended: 5 })
  assert.deepEqual([live.calls.get().length, live.calls.get()[0]?.ended], [1, 5])
  receiveCall(live, { ...CALL, rings: [], agents: [ANN] })
  assert.equal(live.calls.get()[0]?.ended, 5)
})

test('a call that is over goes from agents who did not talk in it', () => {
  const live = liveOf()
  receiveCall(live, { ...CALL, rings: [], agents: [BOB] })
  receiveCall(live, { ...CALL, rings: [], agents: [BOB], ended: 5 })
  assert.deepEqual(live.calls.get(), [])
})

test('a call rings at the agents whom it names, and at the colleague who is asked into it', () => {
  assert.deepEqual([ringsAt(CALL, 1), ringsAt(CALL, 9)], [true, false])
  assert.equal(ringsAt({ ...CALL, rings: [], invitation: { by: ANN, to: BOB, handsOver: true } }, 2), true)
  assert.equal(ringsAt({ ...CALL, ended: 5 }, 1), false)
})
