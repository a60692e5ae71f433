import { parentPort } from 'node:worker_threads'
import type { RoutingSettings } from '../settings.ts'
import type { ReplayResult } from '@deskbell/protocol/agent/routing-replay'
import { replaying, type Replayed } from '@deskbell/rules'
import type { Company } from './company.ts'
import { realClock } from '../../platform/clock.ts'
import { outcomeOf, toOutcome } from './outcome.ts'
import { toPast, type PresenceRow, type Span, type WaitRow } from './past.ts'

/** The thread of one replay. It rests between its steps, because messages of customers need the processor more. */

/** To the thread: rows in the order in which the waits began, and then the order to replay them. */
export type ReplayHears =
  | { readonly waits: readonly WaitRow[] }
  | {
      readonly span: Span
      readonly presence: readonly PresenceRow[]
      readonly company: Company
      readonly current: RoutingSettings
      readonly changed: RoutingSettings
    }
/** From the thread: its share of the work (0 to 1), or the result. */
export type ReplaySays = { readonly progress: number } | { readonly result: ReplayResult }

/** It works so long, and then rests so long (ms). */
const WORK = 4
const REST = 14

const port = parentPort
if (!port) throw new Error('worker.ts runs in a worker thread')
const say = (said: ReplaySays) => port.postMessage(said)
const pause = new Int32Array(new SharedArrayBuffer(4))

const waits: WaitRow[] = []
port.on('message', (heard: ReplayHears) => {
  if ('waits' in heard) {
    waits.push(...heard.waits)
    return
  }
  const { span, presence, company } = heard
  const under = (routing: RoutingSettings, done: number) => {
    const { past, policies } = toPast({ waits, presence, span }, company, routing)
    return toOutcome(rest(replaying(past, policies), (begun) => say({ progress: (done + begun / waits.length) / 2 })))
  }
  const result = {
    ...span,
    chats: waits.length,
    real: outcomeOf(waits, span),
    current: under(heard.current, 0),
    changed: under(heard.changed, 1),
  }
  say({ result })
  port.close()
})

/** Runs to the end, with rests. */
function rest(run: Generator<number, Replayed>, report: (begun: number) => void): Replayed {
  for (let since = realClock.steady(); ;) {
    const next = run.next()
    if (next.done) return next.value
    if (realClock.steady() - since < WORK) continue
    report(next.value)
    Atomics.wait(pause, 0, 0, REST)
    since = realClock.steady()
  }
}
