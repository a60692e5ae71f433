import { ACCEPTED_TIMEOUT, nextWait, WEBHOOK_TIMEOUT } from '@deskbell/protocol/webhook/schedule'
import { BOT_STARTS, BOT_TIMEOUT, CHANNEL_STARTS, CHANNEL_TIMEOUT } from '@deskbell/protocol/limits'
import type { DeliveryKind } from './delivery.ts'

/** How long a claim holds (ms). A process that dies or freezes is replaced after this time (R19). */
export const LEASE = 30_000
/** A delivery that threw so often is parked, so that those behind it go on (R24). */
export const CRASHES_MAX = 5

/** One attempt that failed. Times in ms since the epoch. */
export interface Tried {
  /** How many attempts were made: 1 after the first. */
  readonly made: number
  readonly startedAt: number
  readonly now: number
  /** A number in [0, 1), for a schedule with jitter. */
  readonly chance: number
  /** How long the receiver asked us to wait (ms). */
  readonly retryAfter?: number | undefined
}

export interface Policy {
  /** When the next attempt starts (ms since the epoch); undefined when there is none left. */
  readonly next: (tried: Tried) => number | undefined
  /** The total time of one attempt (ms). */
  readonly timeout: number
  /** Requests under way to one endpoint, and how many more may wait in memory for their turn. */
  readonly concurrency: number
  readonly backlog: number
  /** There may be any number of such endpoints: what all of them have together is bounded, and shared out. */
  readonly shares?: boolean
  /** Requests under way to an endpoint whose last ones all failed, so that a dead one costs little. */
  readonly whenFailing?: number
  /** An attempt that our own end broke off counts as one: the receiver may have acted on it. */
  readonly brokenOffCounts?: true
  /** Those behind it in its lane wait so long (ms), since its first attempt, and then no more. */
  readonly orderFor?: number
}

/** Attempts that start at these times after the first one (ms), however long one of them takes. */
function startingAt(starts: readonly number[]): Policy['next'] {
  return ({ made, startedAt }) => {
    const next = starts[made]
    const before = starts[made - 1]
    return next === undefined || before === undefined ? undefined : startedAt + next - before
  }
}

const HOUR = 3600 * 1000
/** When a mail is tried again: a mail server that is away is back within a day, or stays away. */
const MAIL_STARTS = [0, 60_000, 10 * 60_000, HOUR, 4 * HOUR, 12 * HOUR, 24 * HOUR]

// B8. How many of the starts a bot gets is its own setting.
const bot: Policy = {
  next: startingAt(BOT_STARTS),
  timeout: BOT_TIMEOUT,
  concurrency: 256,
  backlog: 2000,
  brokenOffCounts: true,
}

// C19: each wait begins where the attempt before ended.
const webhook: Policy = {
  next({ made, now, chance, retryAfter }) {
    const wait = nextWait({ attempts: made, chance, retryAfter })
    return wait === undefined ? undefined : now + wait
  },
  timeout: WEBHOOK_TIMEOUT,
  concurrency: 32,
  backlog: 200,
  shares: true,
  whenFailing: 1,
  orderFor: 24 * HOUR,
}

export const policies: Readonly<Record<DeliveryKind, Policy>> = {
  // A24. Recipients wait for each other only within their lane, so the limit is for the endpoint's sake alone.
  agent_message: { next: startingAt(CHANNEL_STARTS), timeout: CHANNEL_TIMEOUT, concurrency: 256, backlog: 2000 },
  CLIENT_MESSAGE: bot,
  AGENT_JOINED: bot,
  AGENT_UNAVAILABLE: bot,
  // C12: an agent waits for its answer.
  chat_accepted: { ...webhook, timeout: ACCEPTED_TIMEOUT },
  chat_assigned: webhook,
  chat_updated: webhook,
  chat_finished: webhook,
  offline_message: webhook,
  call_event: webhook,
  media_fetch: { next: startingAt([0, 5000, 30_000]), timeout: 20_000, concurrency: 4, backlog: 200 },
  // As many as the mailer has connections: what would wait there is in memory whole, and no longer confirmed.
  mail: { next: startingAt(MAIL_STARTS), timeout: 60_000, concurrency: 2, backlog: 100 },
  // Nobody outside can refuse it: what goes wrong is a fault of ours, and tried again like one (R24).
  chat_index: { next: startingAt([0]), timeout: 20_000, concurrency: 2, backlog: 200 },
  photo_fetch: { next: startingAt([0, 30_000]), timeout: 20_000, concurrency: 2, backlog: 100 },
}

/** The name under which deliveries share a limit: those to one bot or webhook, those to or about one channel, all mail, all words of chats. */
export function endpointOf(kind: DeliveryKind, of: number): string {
  switch (kind) {
    case 'CLIENT_MESSAGE':
    case 'AGENT_JOINED':
    case 'AGENT_UNAVAILABLE':
      return `bot:${of}`
    case 'agent_message':
      return `channel:${of}`
    case 'chat_accepted':
    case 'chat_assigned':
    case 'chat_updated':
    case 'chat_finished':
    case 'offline_message':
    case 'call_event':
      return `webhook:${of}`
    case 'media_fetch':
    case 'photo_fetch':
      return `${kind}:${of}`
    case 'mail':
      return 'mail'
    case 'chat_index':
      return 'index'
  }
}
