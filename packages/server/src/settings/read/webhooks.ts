import type { EventName } from '@deskbell/protocol/webhook/events'
import type { Db } from '../../db/db.ts'
import { statement } from '../../db/statement.ts'
import type { WebhookRecord } from '../records.ts'
import { webhookSecretContext } from '../webhooks.ts'
import type { WebhookFailing } from './account-state.ts'
import type { Opening } from './opening.ts'

const readWebhookRows = statement(
  'read_webhooks',
  `select account_id, id, name, url, secret, previous_secret, previous_secret_until, stream_token_hash, events, ask_early,
     state, created_at
   from webhook where account_id = any($1::int[]) and deleted_at is null order by account_id, id`,
)

interface WebhookRow {
  account_id: number
  id: number
  name: string
  url: string | null
  secret: Buffer
  previous_secret: Buffer | null
  previous_secret_until: number | null
  stream_token_hash: Buffer | null
  events: EventName[]
  ask_early: boolean
  state: WebhookRecord['state']
  created_at: number
}

/** A webhook as operators have configured it. */
export interface StoredWebhook {
  readonly accountId: number
  readonly id: number
  /** The key by which a request with its stream token finds it. */
  readonly streamTokenName: string | undefined
  /** Adds the state of its deliveries. */
  toRecord(failing: WebhookFailing | undefined): WebhookRecord
}

/** One name for a token that pulls events, by its hash. */
export const streamTokenName = (hash: Buffer): string => hash.toString('base64')

/** The webhooks of these accounts, without removed ones. Throws when a secret cannot be decrypted. */
export async function readWebhooks(db: Db, accounts: readonly number[], opening: Opening): Promise<StoredWebhook[]> {
  return (await db.query<WebhookRow>(readWebhookRows, [accounts])).map((row) => toStored(row, opening))
}

function toStored(row: WebhookRow, { keys, clock }: Opening): StoredWebhook {
  const { account_id: accountId, id } = row
  const context = webhookSecretContext(accountId, id)
  const secret = keys.open(row.secret, context)
  const previous = row.previous_secret && keys.open(row.previous_secret, context)
  const until = row.previous_secret_until ?? 0
  return {
    accountId,
    id,
    streamTokenName: row.stream_token_hash ? streamTokenName(row.stream_token_hash) : undefined,
    toRecord: (failing) => ({
      accountId,
      id,
      name: row.name,
      url: row.url,
      get secrets() {
        return previous && clock.now() < until ? [secret, previous] : [secret]
      },
      previousSecretUntil: row.previous_secret_until,
      stream: row.stream_token_hash !== null,
      events: new Set(row.events),
      askEarly: row.ask_early,
      state: failing?.disabled ? 'disabled' : row.state,
      failing: failing
        ? { since: failing.since, reason: failing.reason, ownersNotified: failing.ownersNotified }
        : null,
      createdAt: row.created_at,
    }),
  }
}
