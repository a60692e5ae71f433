import type { Entry } from '@deskbell/rules'
import type { ChatEvents } from '../realtime/chat-events.ts'
import type { Db } from '../db/db.ts'
import { markFailing, markWorking, takeProbe } from '../settings/bot-failing.ts'
import type { BotRecord, Directory } from '../settings/directory.ts'
import type { Clock } from '../platform/clock.ts'
import { botKey } from './bot-key.ts'
import { makeFailures, type Counts } from './failures.ts'
import { REASONS } from '@deskbell/protocol/agent/reasons'

/** A bot is skipped after this many messages in a row that it did not accept, or did not answer. */
const FAILURES_MAX = 3
/** A skipped bot gets one chat as a probe after this time (ms); the wait doubles with each probe, up to the last. */
const PROBE_FIRST = 30_000
const PROBE_LAST = 300_000
const CHECK_EVERY = 1000
/** Silence limits that pass this soon after the start are not counted: they ran while no process was up (ms). */
const GRACE = 10_000
const SILENT = REASONS.bot_silent

/** Skips bots that fail repeatedly, so that chats go to agents immediately, and probes them until they work again. */
export interface Breaker {
  /** Why the bot is skipped; undefined while it is not. */
  whySkipped(bot: BotRecord): string | undefined
  /** True once for each probe that this process has acquired. */
  takePermit(bot: BotRecord): boolean
  /** The bot accepted a message. */
  worked(account: number, bot: number): void
  close(): Promise<void>
}

interface Tally {
  /** As counted last by this process, over all of them. */
  counts: Counts
  /** A state that this process has set and the directory does not show yet. */
  known: { failing: string | null } | undefined
  /** Whether the bot was failing when the directory was read last. */
  wasFailing: boolean
}

export interface BreakerOptions {
  readonly db: Db
  readonly clock: Clock
  readonly directory: Directory
  readonly chatEvents: ChatEvents
  readonly onError: (error: unknown) => void
}

/**
 * All processes count failures together. The resulting state is written to the bot's row, where all processes and the agent
 * application read it, and where one process at a time acquires the next probe.
 */
export function makeBreaker({ db, clock, directory, chatEvents, onError }: BreakerOptions): Breaker {
  const tallies = new Map<string, Tally>()
  const failures = makeFailures({ db, clock, onError })
  const permits = new Set<string>()
  let writing = Promise.resolve()
  const acquiring = new Set<string>()
  const written = new Set<Tally>()
  /** Accounts with a write that the directory does not show yet. */
  const accountsToRefresh = new Set<number>()
  let pending = 0
  const begun = clock.now()
  let closed = false
  let cancel = clock.after(CHECK_EVERY, checkProbes)

  function tallyOf(account: number, bot: number): Tally {
    const name = botKey({ accountId: account, id: bot })
    let tally = tallies.get(name)
    if (!tally) {
      const wasFailing = Boolean(directory.bot(account, bot)?.failing)
      tallies.set(name, (tally = { counts: NONE, known: undefined, wasFailing }))
    }
    return tally
  }

  /** When the bot works again or an admin has changed it, in this or another process, its counts are reset. */
  const stopWatching = directory.onChange((account) => {
    for (const { id, failing } of directory.bots(account)) {
      const tally = tallies.get(botKey({ accountId: account, id }))
      if (!tally) continue
      if (tally.wasFailing && !failing) works(account, id, true)
      tally.wasFailing = Boolean(failing)
    }
  })

  function whySkipped({ accountId, id, failing }: BotRecord): string | undefined {
    const known = tallies.get(botKey({ accountId, id }))?.known
    return (known ? known.failing : failing?.reason) ?? undefined
  }

  /** Runs writes one after the other, and refreshes the directory once after the last one that waits. */
  async function enqueueWrite(account: number, work: () => Promise<unknown>): Promise<void> {
    pending++
    accountsToRefresh.add(account)
    const before = writing
    const done = Promise.withResolvers<void>()
    writing = done.promise
    await before
    await work().catch(onError)
    if (--pending === 0) {
      const accounts = [...accountsToRefresh]
      accountsToRefresh.clear()
      await Promise.all(accounts.map((one) => directory.refresh(one))).catch(onError)
      // The directory shows the state now. If the write failed, the next failure writes again.
      for (const tally of written) tally.known = undefined
      written.clear()
    }
    done.resolve()
  }

  function write(tally: Tally, account: number, failing: string | null, work: () => Promise<unknown>): void {
    tally.known = { failing }
    void enqueueWrite(account, async () => {
      written.add(tally)
      await work()
    })
  }

  function checkProbes(): void {
    for (const { id: account } of directory.accounts())
      for (const bot of directory.bots(account)) {
        const name = botKey(bot)
        const { failing, enabled, channels } = bot
        if (!failing) permits.delete(name)
        else if (enabled && channels.size > 0 && failing.probeAt <= clock.now() && !permits.has(name))
          acquireProbe(bot, name, failing.probes)
      }
    if (!closed) cancel = clock.after(CHECK_EVERY, checkProbes)
  }

  function acquireProbe({ accountId: account, id: bot }: BotRecord, name: string, probes: number): void {
    if (acquiring.has(name)) return
    acquiring.add(name)
    const now = clock.now()
    const next = now + Math.min(PROBE_LAST, PROBE_FIRST * 2 ** (probes + 1))
    void enqueueWrite(account, async () => {
      if (await db.transaction((tx) => takeProbe(tx, { account, bot, now, next }))) permits.add(name)
    }).finally(() => acquiring.delete(name))
  }

  function openBreaker(tally: Tally, account: number, bot: number, reason: string): void {
    const record = directory.bot(account, bot)
    if (!record || Math.max(...Object.values(tally.counts)) < FAILURES_MAX || whySkipped(record) !== undefined) return
    const at = clock.now()
    write(tally, account, reason, () =>
      db.transaction((tx) => markFailing(tx, { account, bot, at, reason, probeAt: at + PROBE_FIRST })),
    )
  }

  function closeBreaker(account: number, bot: number): void {
    const record = directory.bot(account, bot)
    if (!record || whySkipped(record) === undefined) return
    write(tallyOf(account, bot), account, null, () => db.transaction((tx) => markWorking(tx, account, bot)))
  }

  async function count(account: number, bot: number, what: keyof Counts, reason: string): Promise<void> {
    const tally = tallyOf(account, bot)
    tally.counts = await failures.count({ account, bot }, what)
    openBreaker(tally, account, bot, reason)
  }

  /** The bot accepted a message, or `answered` one. */
  function works(account: number, bot: number, answered: boolean): void {
    const tally = tallies.get(botKey({ accountId: account, id: bot }))
    if (tally) tally.counts = answered ? NONE : { ...tally.counts, failures: 0 }
    failures.reset({ account, bot }, answered)
  }

  /** Replies, silences and failed messages are entries of the chats. */
  const stopListening = chatEvents.subscribe({
    onCommitted({ account, state, entries }) {
      if (!state.bot) return
      const { id } = state.bot
      for (const entry of entries) {
        if (isBotReply(entry)) {
          works(account, id, true)
          closeBreaker(account, id)
        } else if (entry.type === 'bot.left' && entry.why === 'failed') {
          count(account, id, 'failures', entry.text ?? '').catch(onError)
        } else if (entry.type === 'bot.left' && entry.why === 'silent' && clock.now() - begun > GRACE) {
          count(account, id, 'silences', SILENT).catch(onError)
        }
      }
    },
  })

  return {
    whySkipped,
    takePermit: ({ accountId, id }) => permits.delete(botKey({ accountId, id })),
    worked(account, bot) {
      const tally = tallies.get(botKey({ accountId: account, id: bot }))
      works(account, bot, false)
      // A bot that is skipped for its silence must reply to a message; accepting one is not enough.
      const silent =
        (tally?.counts.silences ?? 0) >= FAILURES_MAX || directory.bot(account, bot)?.failing?.reason === SILENT
      if (!silent) closeBreaker(account, bot)
    },
    async close() {
      closed = true
      stopListening()
      stopWatching()
      cancel()
      await failures.idle()
      await writing
    },
  }
}

const NONE: Counts = { failures: 0, silences: 0 }

/** The bot wrote a message, or invited an agent. */
function isBotReply(entry: Entry): boolean {
  if (entry.type === 'message') return entry.from === 'bot'
  return entry.type === 'agent.invited' || (entry.type === 'agent.unavailable' && entry.why === 'none')
}
