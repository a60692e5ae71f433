import { isDeepStrictEqual } from 'node:util'
import type {
  AccountRecord,
  AgentRecord,
  BotRecord,
  ChannelRecord,
  DepartmentRecord,
  TagRecord,
  WebhookRecord,
} from './records.ts'
import type { AccountState } from './read/account-state.ts'
import type { StoredAccount } from './read/stored-accounts.ts'

/**
 * One account at one revision, with its failing bots and webhooks. Maps are keyed by number unless stated otherwise.
 */
export interface AccountSnapshot {
  readonly state: AccountState
  readonly stored: StoredAccount
  readonly account: AccountRecord
  readonly departments: ReadonlyMap<number, DepartmentRecord>
  readonly tags: ReadonlyMap<number, TagRecord>
  readonly agents: ReadonlyMap<number, AgentRecord>
  readonly channels: ReadonlyMap<number, ChannelRecord>
  readonly bots: ReadonlyMap<number, BotRecord>
  /** Keyed by the channel that the bot is attached to. */
  readonly botsOf: ReadonlyMap<number, BotRecord>
  readonly webhooks: ReadonlyMap<number, WebhookRecord>
}

/** Combines a stored account with a state that may have been read later. */
export function toSnapshot(stored: StoredAccount, state: AccountState): AccountSnapshot {
  const bots = byId(stored.bots.map((bot) => bot.toRecord(state.bots.get(bot.id))))
  return {
    state,
    stored,
    account: stored.account,
    departments: byId(stored.departments),
    tags: byId(stored.tags),
    agents: byId(stored.agents),
    channels: byId(stored.channels),
    bots,
    botsOf: new Map([...bots.values()].flatMap((bot) => [...bot.channels].map((channel) => [channel, bot] as const))),
    webhooks: byId(stored.webhooks.map((webhook) => webhook.toRecord(state.webhooks.get(webhook.id)))),
  }
}

/** Whether a snapshot has this state already. */
export function isAt(snapshot: AccountSnapshot | undefined, state: AccountState | undefined): boolean {
  if (!snapshot || !state) return !snapshot && !state
  const { revision, agentsRevision, bots, webhooks } = snapshot.state
  if (revision !== state.revision || agentsRevision !== state.agentsRevision) return false
  return isDeepStrictEqual(bots, state.bots) && isDeepStrictEqual(webhooks, state.webhooks)
}

const byId = <T extends { readonly id: number }>(all: readonly T[]): Map<number, T> =>
  new Map(all.map((one) => [one.id, one]))
