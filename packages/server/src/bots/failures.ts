import type { Db } from '../db/db.ts'
import { statement } from '../db/statement.ts'
import type { Clock } from '../platform/clock.ts'

/** Failures further apart than this do not count as in a row (ms). */
const IN_A_ROW = 600_000
/** How often a process that counted nothing looks whether another one did, when the bot works (ms). */
const LOOK_EVERY = 1000

const countStatement = statement(
  'bot_failure_count',
  `insert into bot_failure as f (account_id, bot_id, failures, silences, at) values ($1, $2, $3, $4, $5)
   on conflict (account_id, bot_id) do update set at = excluded.at,
     failures = excluded.failures + case when f.at < $6 then 0 else f.failures end,
     silences = excluded.silences + case when f.at < $6 then 0 else f.silences end
   returning failures, silences`,
)
const resetStatement = statement(
  'bot_failure_reset',
  `update bot_failure set failures = 0, silences = case when $3 then 0 else silences end
   where account_id = $1 and bot_id = $2 and (failures > 0 or ($3 and silences > 0))`,
)

/** A bot of an account. */
export interface BotOf {
  readonly account: number
  readonly bot: number
}

export interface Counts {
  /** Messages in a row that the bot did not accept. */
  readonly failures: number
  /** Messages in a row that it accepted and did not answer. */
  readonly silences: number
}

/** How often bots failed in a row, over all processes. */
export interface Failures {
  /** Counts one more. Resolves with the counts. */
  count(bot: BotOf, what: keyof Counts): Promise<Counts>
  /** The bot works: it accepted a message, or `answered` one. */
  reset(bot: BotOf, answered: boolean): void
  /** Resolves when everything so far was written. */
  idle(): Promise<void>
}

export function makeFailures(options: {
  readonly db: Db
  readonly clock: Clock
  readonly onError: (error: unknown) => void
}): Failures {
  const { db, clock, onError } = options
  /** When a reset may be spared: nothing was counted here since the last one. */
  const spared = new Map<string, number>()
  /** One write at a time, in the order of the calls. */
  let writing: Promise<unknown> = Promise.resolve()
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = writing.then(work)
    writing = done.catch(() => {})
    return done
  }
  const nameOf = ({ account, bot }: BotOf, answered: boolean) => `${account} ${bot} ${answered}`

  return {
    async count(of, what) {
      for (const answered of [true, false]) spared.delete(nameOf(of, answered))
      const now = clock.now()
      const added = [what === 'failures' ? 1 : 0, what === 'silences' ? 1 : 0]
      const values = [of.account, of.bot, ...added, new Date(now), new Date(now - IN_A_ROW)]
      const [counts] = await inTurn(() => db.query<Counts>(countStatement, values))
      if (!counts) throw new Error('the failures of a bot were not counted')
      return counts
    },
    reset(of, answered) {
      const name = nameOf(of, answered)
      if (clock.now() < (spared.get(name) ?? 0)) return
      spared.set(name, clock.now() + LOOK_EVERY)
      inTurn(() => db.query(resetStatement, [of.account, of.bot, answered])).catch((error: unknown) => {
        spared.delete(name)
        onError(error)
      })
    },
    idle: async () => void (await writing),
  }
}
