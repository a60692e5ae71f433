import type { Db } from '../db/db.ts'
import { statement } from '../db/statement.ts'
import type { Clock } from '../platform/clock.ts'
import { makeSweeps } from '../platform/sweeps.ts'
import type { Bus } from './bus/bus.ts'
import type { CallEvents } from './call-events.ts'
import type { Losses } from './losses.ts'

const POLL_EVERY = 2000
/** A call that began or ended so long ago may not be known here (ms): far more than between two polls and two clocks. */
const RECENT = 3 * 60_000
/** No call that this process has heard of goes on for longer without being heard of again (ms). */
const KNOWN_FOR = 24 * 3600_000

const lookStatement = statement(
  'call_watch',
  `select account_id as account, id as call, channel_id as channel, visitor_number as visitor, (state->>'last')::int as last
   from call where ended_at is null
   union
   select account_id, id, channel_id, visitor_number, (state->>'last')::int from call
   where account_id = any($1::int[]) and started_at >= $2
   union
   select c.account_id, c.id, c.channel_id, c.visitor_number, (c.state->>'last')::int
   from unnest($3::int[], $4::int[]) as k(account_id, id)
   join call c on c.account_id = k.account_id and c.id = k.id where c.ended_at >= $2`,
)

interface Row {
  readonly account: number
  readonly call: number
  readonly channel: number
  readonly visitor: number
  /** The number of the newest entry. */
  readonly last: number
}

/** `last`: of the newest entry that a poll has told. */
interface Known {
  readonly account: number
  readonly call: number
  last: number
  at: number
}

export interface WatchCallsOptions {
  readonly db: Pick<Db, 'query'>
  readonly clock: Clock
  readonly callEvents: CallEvents
  readonly bus: Pick<Bus, 'joined'>
  readonly losses: Pick<Losses, 'watch' | 'onLoss'>
  readonly onError: (error: unknown) => void
}

/**
 * Finds what other processes did to calls and the bus did not announce: polls those that go on, and those of the joined accounts that
 * began or ended just now, every two seconds while announcements may be missing. Returns the function that stops it.
 */
export function watchCalls({ db, clock, callEvents, bus, losses, onError }: WatchCallsOptions): () => Promise<void> {
  const known = new Map<string, Known>()
  const mayHaveMissed = losses.watch()
  let hasFailed = false

  function know(account: number, call: number): Known {
    const name = `${account}:${call}`
    const one = known.get(name) ?? { account, call, last: 0, at: 0 }
    known.delete(name)
    known.set(name, one)
    one.at = clock.now()
    return one
  }

  async function look(): Promise<void> {
    forget()
    if (!mayHaveMissed() && !hasFailed) return
    hasFailed = true
    const heard = [...known.values()]
    const rows = await db.query<Row>(lookStatement, [
      [...bus.joined().keys()],
      new Date(clock.now() - RECENT),
      heard.map(({ account }) => account),
      heard.map(({ call }) => call),
    ])
    hasFailed = false
    for (const { last, ...changed } of rows) {
      const one = know(changed.account, changed.call)
      if (last <= one.last) continue
      one.last = last
      callEvents.changedElsewhere(changed)
    }
  }

  /** The oldest ones are first. */
  function forget(): void {
    for (const [name, { at }] of known) {
      if (clock.now() - at < KNOWN_FOR) return
      known.delete(name)
    }
  }

  const sweeps = makeSweeps({ clock, every: POLL_EVERY, sweep: look, onError })
  const ends = [
    callEvents.subscribe({ onChanged: ({ account, call }) => void know(account, call) }),
    losses.onLoss(() => sweeps.wake()),
  ]
  const stop = sweeps.start()
  return async () => {
    for (const end of ends) end()
    await stop()
  }
}
