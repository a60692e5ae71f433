import type { Bell } from '../chat/bell.ts'
import type { Db } from '../db/db.ts'
import { markFailing, markWorking, takeProbe } from '../office/bots.ts'
import type { BotRecord, Directory } from '../office/directory.ts'
import type { Clock } from '../world.ts'

/** So many messages in a row that the bot did not take, or took and never answered, and it is skipped. */
export const FAILURES_MAX = 3
/** A bot that is skipped is given one chat to try after this time (ms), then after twice as long, up to the last. */
const PROBE_FIRST = 30_000
const PROBE_LAST = 300_000
const LOOK_EVERY = 1000

/** Skips bots that fail repeatedly, so that customers go to people at once, and finds out when they work again. */
export interface Breaker {
  /** Why the bot is not to be asked; undefined while it is. */
  whySkipped(bot: BotRecord): string | undefined
  /** True once for each time that this process may try a skipped bot. */
  takePermit(bot: BotRecord): boolean
  /** It took a message. */
  worked(account: number, bot: number): void
  /** A message was given up. */
  failed(account: number, bot: number, reason: string): void
  close(): Promise<void>
}

interface Tally {
  failures: number
  /** Messages in a row that it took and never answered. */
  silences: number
  /** What is known here and not yet in the directory. */
  known: { failing: string | null } | undefined
  /** What the directory said last. */
  wasFailing: boolean
}

export interface BreakerOptions {
  readonly db: Db
  readonly clock: Clock
  readonly directory: Directory
  readonly bell: Bell
  readonly onError: (error: unknown) => void
}

/**
 * Failures are counted by each process; what follows from them is written to the bot's row, where all processes and the
 * agent application read it, and where one of them at a time takes the right to try again.
 */
export function makeBreaker({ db, clock, directory, bell, onError }: BreakerOptions): Breaker {
  const tallies = new Map<string, Tally>()
  const permits = new Set<string>()
  let writing = Promise.resolve()
  let pending = 0
  let closed = false
  let cancel = clock.after(LOOK_EVERY, look)

  const nameOf = (account: number, bot: number): string => `${account}:${bot}`

  function tallyOf(account: number, bot: number): Tally {
    const name = nameOf(account, bot)
    let tally = tallies.get(name)
    if (!tally) {
      const wasFailing = Boolean(directory.bot(account, bot)?.failing)
      tallies.set(name, (tally = { failures: 0, silences: 0, known: undefined, wasFailing }))
    }
    return tally
  }

  /** It works again, or an operator has changed it, maybe by way of another process: what was counted is forgotten. */
  const stopWatching = directory.onChange(() => {
    for (const { id: account } of directory.accounts())
      for (const { id, failing } of directory.bots(account)) {
        const tally = tallies.get(nameOf(account, id))
        if (!tally) continue
        if (tally.wasFailing && !failing) tally.failures = tally.silences = 0
        tally.wasFailing = Boolean(failing)
      }
  })

  function whySkipped({ accountId, id, failing }: BotRecord): string | undefined {
    const known = tallies.get(nameOf(accountId, id))?.known
    return (known ? known.failing : failing?.reason) ?? undefined
  }

  /** Writes come one after the other, and the directory reads itself once behind all that are waiting. */
  async function inTurn(work: () => Promise<unknown>): Promise<void> {
    pending++
    const before = writing
    const done = Promise.withResolvers<void>()
    writing = done.promise
    await before
    try {
      await work()
    } catch (error) {
      onError(error)
    }
    if (--pending === 0) await directory.refresh().catch(onError)
    done.resolve()
  }

  /** What cannot be written is not known either, and the next failure tries again. */
  function write(tally: Tally, failing: string | null, work: () => Promise<unknown>): void {
    const known = { failing }
    tally.known = known
    void inTurn(work).then(() => {
      if (tally.known === known) tally.known = undefined
    })
  }

  function look(): void {
    for (const { id: account } of directory.accounts())
      for (const bot of directory.bots(account)) {
        const name = nameOf(account, bot.id)
        const { failing } = bot
        if (!failing) permits.delete(name)
        else if (failing.probeAt <= clock.now() && !permits.has(name)) takeTurn(bot, failing.probes)
      }
    if (!closed) cancel = clock.after(LOOK_EVERY, look)
  }

  function takeTurn({ accountId: account, id: bot }: BotRecord, probes: number): void {
    const now = clock.now()
    const next = now + Math.min(PROBE_LAST, PROBE_FIRST * 2 ** (probes + 1))
    void inTurn(async () => {
      if (await db.transaction((tx) => takeProbe(tx, { account, bot, now, next }))) permits.add(nameOf(account, bot))
    })
  }

  function open(tally: Tally, account: number, bot: number, reason: string): void {
    const record = directory.bot(account, bot)
    if (!record || Math.max(tally.failures, tally.silences) < FAILURES_MAX || whySkipped(record) !== undefined) return
    const at = clock.now()
    write(tally, reason, () =>
      db.transaction((tx) => markFailing(tx, { account, bot, at, reason, probeAt: at + PROBE_FIRST })),
    )
  }

  function shut(account: number, bot: number): void {
    const record = directory.bot(account, bot)
    if (!record || whySkipped(record) === undefined) return
    write(tallyOf(account, bot), null, () => db.transaction((tx) => markWorking(tx, account, bot)))
  }

  /** What it says, and what it leaves unsaid, stands in the chats. */
  const stopListening = bell.listen({
    onNews({ account, state, entries }) {
      if (!state.bot) return
      const { id } = state.bot
      for (const entry of entries) {
        if (entry.type === 'message' && entry.from === 'bot') {
          const tally = tallies.get(nameOf(account, id))
          if (tally) tally.failures = tally.silences = 0
          shut(account, id)
        } else if (entry.type === 'bot.left' && entry.why === 'silent') {
          const tally = tallyOf(account, id)
          tally.silences++
          open(tally, account, id, 'it takes messages and does not answer them')
        }
      }
    },
  })

  return {
    whySkipped,
    takePermit: ({ accountId, id }) => permits.delete(nameOf(accountId, id)),
    worked(account, bot) {
      const tally = tallies.get(nameOf(account, bot))
      if (tally) tally.failures = 0
      // One that takes messages and never answers has yet to answer.
      if ((tally?.silences ?? 0) < FAILURES_MAX) shut(account, bot)
    },
    failed(account, bot, reason) {
      const tally = tallyOf(account, bot)
      tally.failures++
      open(tally, account, bot, reason)
    },
    async close() {
      closed = true
      stopListening()
      stopWatching()
      cancel()
      await writing
    },
  }
}
