import { hashToken, type Keys } from '../platform/crypto.ts'
import type { Db } from '../db/db.ts'
import type { Clock } from '../platform/clock.ts'
import type {
  AccountRecord,
  AgentRecord,
  BotRecord,
  ChannelRecord,
  DepartmentRecord,
  WebhookRecord,
} from './records.ts'
import { ofChannel, readRevision, readSnapshot, tokenName } from './snapshot.ts'

export type {
  AccountRecord,
  AgentRecord,
  BotRecord,
  ChannelRecord,
  DepartmentRecord,
  WebhookRecord,
} from './records.ts'

/**
 * Who works here and where visitors write from, in memory. Records are never changed: after a change there are new
 * ones, so keep numbers, not records, across an await. Deleted agents and channels are not in it.
 */
export interface Directory {
  accounts(): AccountRecord[]
  account(id: number): AccountRecord | undefined
  department(account: number, id: number): DepartmentRecord | undefined
  departments(account: number): DepartmentRecord[]
  channelByPublicId(publicId: string): ChannelRecord | undefined
  channel(account: number, id: number): ChannelRecord | undefined
  channels(account: number): ChannelRecord[]
  bot(account: number, id: number): BotRecord | undefined
  bots(account: number): BotRecord[]
  /** The bot attached to a channel. */
  botOf(account: number, channel: number): BotRecord | undefined
  /** The bot whose provider shows this token; found by its hash, so that no time tells how much of a guess was right. */
  botByToken(providerId: string, token: string): BotRecord | undefined
  webhook(account: number, id: number): WebhookRecord | undefined
  webhooks(account: number): WebhookRecord[]
  /** The webhook whose events this token pulls. */
  webhookByStreamToken(token: string): WebhookRecord | undefined
  agent(account: number, id: number): AgentRecord | undefined
  agents(account: number): AgentRecord[]
  /** Resolves when everything that was committed before the call is in the directory. */
  refresh(): Promise<void>
  /** Calls fn after each change, with the new records in place. The returned function ends it. */
  onChange(fn: () => void): () => void
  close(): void
}

/** How often another process's changes are looked for, should its bell be lost (ms). */
const POLL = 2000

export interface Sources {
  db: Db
  keys: Keys
  clock: Clock
  log: { error(fields: object, message: string): void }
}

/** Reads the directory and keeps it as the tables are. Throws when a stored secret cannot be read. */
export async function openDirectory({ db, keys, clock, log }: Sources): Promise<Directory> {
  let snapshot = await readSnapshot(db, keys, clock)
  let reading: Promise<void> | undefined
  let next: Promise<void> | undefined
  let closed = false
  const listeners = new Set<() => void>()

  async function readAgain(): Promise<void> {
    const [row] = await db.query<{ n: number }>(readRevision, [])
    if (!row || row.n === snapshot.revision) return
    snapshot = await readSnapshot(db, keys, clock)
    for (const fn of listeners) fn()
  }

  /** One reading at a time. A call during one asks for another: what is being read may be older than the call. */
  function refresh(): Promise<void> {
    if (next) return next
    if (reading) {
      next = reading.then(start, start)
      return next
    }
    return start()
  }
  function start(): Promise<void> {
    next = undefined
    reading = readAgain().finally(() => void (reading = undefined))
    return reading
  }

  let cancel = clock.after(POLL, poll)
  function poll(): void {
    refresh()
      .catch((error: unknown) => log.error({ err: error }, 'the directory could not be read; the one before is used'))
      .finally(() => {
        if (!closed) cancel = clock.after(POLL, poll)
      })
  }

  return {
    accounts: () => [...snapshot.accounts.values()],
    account: (id) => snapshot.accounts.get(id),
    department: (account, id) => snapshot.departments.get(account)?.get(id),
    departments: (account) => [...(snapshot.departments.get(account)?.values() ?? [])],
    channelByPublicId: (publicId) => snapshot.byPublicId.get(publicId),
    channel: (account, id) => snapshot.channels.get(account)?.get(id),
    channels: (account) => [...(snapshot.channels.get(account)?.values() ?? [])],
    bot: (account, id) => snapshot.bots.get(account)?.get(id),
    bots: (account) => [...(snapshot.bots.get(account)?.values() ?? [])],
    botOf: (account, channel) => snapshot.botsOf.get(ofChannel(account, channel)),
    botByToken: (providerId, token) => snapshot.byToken.get(tokenName(providerId, hashToken(token))),
    webhook: (account, id) => snapshot.webhooks.get(account)?.get(id),
    webhooks: (account) => [...(snapshot.webhooks.get(account)?.values() ?? [])],
    webhookByStreamToken: (token) => snapshot.byStreamToken.get(hashToken(token).toString('base64')),
    agent: (account, id) => snapshot.agents.get(account)?.get(id),
    agents: (account) => [...(snapshot.agents.get(account)?.values() ?? [])],
    refresh,
    onChange(fn) {
      listeners.add(fn)
      return () => void listeners.delete(fn)
    },
    close() {
      closed = true
      cancel()
      listeners.clear()
    },
  }
}
