import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { repeats } from '../../../../tools/extent.ts'
import { isOver, nextCall, type CallState, type CallStatus } from './call.ts'

const STATUSES: CallStatus[] = ['start', 'agent_connected', 'client_connected', 'end', 'error']

/** The statuses that were let through, in their order. */
function play(wanted: CallStatus[]): CallStatus[] {
  let call: CallState | undefined
  return wanted.filter((status) => {
    const next = nextCall(call, status)
    call = next ?? call
    return next !== undefined
  })
}

test('C17 a call starts, connects each side in any order, ends; or fails at any time', () => {
  const lives: CallStatus[][] = [
    ['start', 'agent_connected', 'client_connected', 'end'],
    ['start', 'client_connected', 'agent_connected', 'end'],
    ['start', 'agent_connected', 'end'],
    ['start', 'error'],
    ['start', 'client_connected', 'error'],
    ['start', 'agent_connected', 'client_connected', 'error'],
  ]
  for (const life of lives) assert.deepEqual(play(life), life)
  assert.deepEqual(play(['agent_connected', 'end', 'error']), [], 'nothing before the start')
  assert.deepEqual(play(['start', 'end']), ['start'], 'a call that was never answered fails, and does not end')
  assert.deepEqual(play(['start', 'start', 'agent_connected', 'agent_connected']), ['start', 'agent_connected'])
})

test('C17 of any reports of a driver in any order, only those that form one valid call are sent', () => {
  const CONNECTED = '(?:(?:A)(?:C)?|(?:C)(?:A)?)'
  const LIFE = new RegExp(`^(?:S(?:${CONNECTED}?X?|${CONNECTED}E)?)?$`)
  const SIGN = { start: 'S', agent_connected: 'A', client_connected: 'C', end: 'E', error: 'X' }
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...STATUSES), { maxLength: 12 }), (wanted) => {
      const life = play(wanted)
      assert.match(life.map((status) => SIGN[status]).join(''), LIFE)
      // Nothing is refused that might have come: each further status is let through where it makes a life.
      let call: CallState | undefined
      for (const status of life) call = nextCall(call, status)
      for (const status of STATUSES) {
        const longer = [...life, status].map((one) => SIGN[one]).join('')
        assert.equal(nextCall(call, status) !== undefined, LIFE.test(longer), longer)
      }
      assert.equal(call !== undefined && isOver(call), /[EX]$/.test(life.map((status) => SIGN[status]).join('')))
    }),
    repeats('call events', 3000, 30_000),
  )
})
