import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BusMessage } from '@deskbell/protocol/bus/messages'
import type { PageSignal } from '@deskbell/protocol/bus/page-signal'
import { realClock } from '../platform/clock.ts'
import { makeLocalBus } from './bus/bus.ts'
import { makeCallEvents } from './call-events.ts'

const OFFER: PageSignal = {
  ...{ account: 1, call: 2, from: { agent: 3 }, to: { visitor: 4 } },
  signal: { kind: 'offer', offer: 5, sdp: 'v=0' },
}
/** As the database gives it back: it orders the fields by their length. */
const STORED: PageSignal = { ...OFFER, signal: { sdp: 'v=0', kind: 'offer', offer: 5 } }

test('a signal that comes over the bus and through the database is heard once, and the same one later once more', async () => {
  let fromBus: (message: BusMessage) => void = () => assert.fail()
  let fromDatabase: (request: { signals: PageSignal[] }) => Promise<unknown> = () => assert.fail()
  const heard: PageSignal[] = []
  const events = makeCallEvents({
    bus: {
      ...makeLocalBus(realClock),
      subscribe(fn) {
        fromBus = fn
        return () => {}
      },
    },
    rpc: {
      serve: (_, answer) => void (fromDatabase = answer as typeof fromDatabase),
      ask: () => assert.fail('it was only heard'),
    },
    losses: { isWhole: () => true },
    clock: realClock,
    onError: assert.ifError,
  })
  events.subscribe({ onSignal: (signal) => heard.push(signal) })
  fromBus({ type: 'call_signal', ...OFFER })
  await fromDatabase({ signals: [STORED] })
  assert.equal(heard.length, 1)
  await fromDatabase({ signals: [STORED] })
  fromBus({ type: 'call_signal', ...OFFER })
  assert.equal(heard.length, 2)
  fromBus({ type: 'call_signal', ...OFFER })
  fromBus({ type: 'call_signal', ...OFFER })
  assert.equal(heard.length, 4)
})
