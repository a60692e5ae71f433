import type { ReplyClass } from '@deskbell/protocol/widget/reply-texts'
import type { Db } from '../../db/db.ts'
import { statement } from '../../db/statement.ts'
import type { Clock } from '../../platform/clock.ts'

/** How long a measured time is used before it is measured again (ms). */
const FRESH = 15 * 60_000
/** The chats that count: closed within this time (ms), at most so many of an account, and their first entries. */
const CLOSED_WITHIN = 14 * 24 * 3600_000
const CHATS_MAX = 200
const ENTRIES_MAX = 50
/** Fewer answered chats of a channel say nothing of the next one. */
const CHATS_MIN = 5

const MINUTE = 60_000
const CLASSES: readonly (readonly [most: number, ReplyClass])[] = [
  [10 * MINUTE, 'minutes'],
  [60 * MINUTE, 'hour'],
  [6 * 60 * MINUTE, 'hours'],
  [24 * 60 * MINUTE, 'day'],
]

/** For each channel the median time from a visitor's first message to the first one of an agent, of newly closed chats. */
const measure = statement(
  'widget_reply_times',
  `select channel_id as channel, (percentile_disc(0.5) within group (order by wait))::float8 as median
   from (
     select c.channel_id, 1000 * extract(epoch from
       min(e.at) filter (where e.body ->> 'from' = 'agent') - min(e.at) filter (where e.body ->> 'from' = 'visitor')) as wait
     from (
       select id, channel_id from chat
       where account_id = $1 and closed_at is not null and closed_at > $2 order by closed_at desc limit $3
     ) c
     join entry e on e.account_id = $1 and e.chat_id = c.id and e.n <= $4 and e.type = 'message'
     group by c.id, c.channel_id
   ) waits
   where wait >= 0 group by channel_id having count(*) >= $5`,
)

export interface ReplyTimes {
  /** How soon agents usually answer in this channel, as last measured; undefined when it is not known. */
  of(account: number, channel: number): ReplyClass | undefined
}

interface Measured {
  readonly at: number
  readonly channels: ReadonlyMap<number, ReplyClass>
}

/**
 * Measures an account's reply times when they are asked for and older than a quarter of an hour. The caller gets the
 * last measured value at once and never waits.
 */
export function makeReplyTimes({
  db,
  clock,
  onError,
}: {
  readonly db: Db
  readonly clock: Clock
  readonly onError: (error: unknown) => void
}): ReplyTimes {
  const known = new Map<number, Measured>()
  return {
    of(account, channel) {
      const last = known.get(account)
      const now = clock.now()
      if (!last || now - last.at >= FRESH) {
        // Until the answer is there, and if it fails, the last one is used.
        known.set(account, { at: now, channels: last?.channels ?? new Map<number, ReplyClass>() })
        read(account, now).catch(onError)
      }
      return last?.channels.get(channel)
    },
  }

  async function read(account: number, at: number): Promise<void> {
    const since = new Date(at - CLOSED_WITHIN)
    const rows = await db.query<{ channel: number; median: number }>(measure, [
      account,
      since,
      CHATS_MAX,
      ENTRIES_MAX,
      CHATS_MIN,
    ])
    const classes = rows.flatMap(({ channel, median }): [number, ReplyClass][] => {
      const found = CLASSES.find(([most]) => median <= most)
      return found ? [[channel, found[1]]] : []
    })
    known.set(account, { at, channels: new Map(classes) })
  }
}
