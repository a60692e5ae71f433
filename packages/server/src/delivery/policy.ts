import { BOT_STARTS, BOT_TIMEOUT, CHANNEL_STARTS, CHANNEL_TIMEOUT } from '@deskbell/protocol/limits'
import type { DeliveryKind } from './delivery.ts'

/** How long a claim holds (ms). A process that dies or freezes is replaced after this time (R19). */
export const LEASE = 30_000
/** A delivery over which processes died, froze or threw so often is parked, so that those behind it go on (R24). */
export const CRASHES_MAX = 5

export interface Policy {
  /** When attempts start, after the first one (ms). Their number is the number of attempts. */
  readonly starts: readonly number[]
  /** The total time of one attempt (ms). */
  readonly timeout: number
  /** Requests under way to one endpoint, and how many more may wait in memory for their turn. */
  readonly concurrency: number
  readonly backlog: number
  /** An attempt that our own end broke off counts as one: the receiver may have acted on it. */
  readonly brokenOffCounts?: true
}

// B8. How many of the starts a bot gets is its own setting.
const bot: Policy = { starts: BOT_STARTS, timeout: BOT_TIMEOUT, concurrency: 256, backlog: 2000, brokenOffCounts: true }

export const policies: Readonly<Record<DeliveryKind, Policy>> = {
  // A24. Recipients wait for each other only within their lane, so the limit is for the endpoint's sake alone.
  agent_message: { starts: CHANNEL_STARTS, timeout: CHANNEL_TIMEOUT, concurrency: 256, backlog: 2000 },
  CLIENT_MESSAGE: bot,
  AGENT_JOINED: bot,
  AGENT_UNAVAILABLE: bot,
  media_fetch: { starts: [0, 5000, 30_000], timeout: 20_000, concurrency: 4, backlog: 200 },
  photo_fetch: { starts: [0, 30_000], timeout: 20_000, concurrency: 2, backlog: 100 },
}

/** The name under which deliveries share a limit: those to one bot, those to or about one channel. */
export function endpointOf(kind: DeliveryKind, of: number): string {
  switch (kind) {
    case 'CLIENT_MESSAGE':
    case 'AGENT_JOINED':
    case 'AGENT_UNAVAILABLE':
      return `bot:${of}`
    case 'agent_message':
      return `channel:${of}`
    case 'media_fetch':
    case 'photo_fetch':
      return `${kind}:${of}`
  }
}

/**
 * When the attempt after number `made` (1 for the first) starts, if that one started at `startedAt`; undefined when
 * there is none left.
 */
export function nextStart(policy: Policy, made: number, startedAt: number): number | undefined {
  const next = policy.starts[made]
  const before = policy.starts[made - 1]
  return next === undefined || before === undefined ? undefined : startedAt + next - before
}
