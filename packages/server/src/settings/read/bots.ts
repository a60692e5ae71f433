import type { Db } from '../../db/db.ts'
import { statement } from '../../db/statement.ts'
import { botSecretContext, botTokenContext } from '../bots.ts'
import type { BotRecord } from '../records.ts'
import type { BotFailing } from './account-state.ts'
import type { Opening } from './opening.ts'

const readBotRows = statement(
  'read_bots',
  `select account_id, id, name, provider_id, provider_url, token, token_hash, enabled, answers_first, attempts, silence_limit,
     answer_in_body, native_media, extra_fields, token_url, client_id, secret, secret_in_body, created_at,
     array(select c.channel_id from bot_channel c
         join channel h on h.account_id = c.account_id and h.id = c.channel_id and h.deleted_at is null
       where c.account_id = b.account_id and c.bot_id = b.id order by c.channel_id) as channels
   from bot b where account_id = any($1::int[]) and deleted_at is null order by account_id, lower(name), id`,
)

interface BotRow {
  account_id: number
  id: number
  name: string
  provider_id: string
  provider_url: string
  token: Buffer
  token_hash: Buffer
  enabled: boolean
  answers_first: boolean
  attempts: number
  silence_limit: number
  answer_in_body: boolean
  native_media: boolean
  extra_fields: boolean
  token_url: string | null
  client_id: string | null
  secret: Buffer | null
  secret_in_body: boolean
  created_at: number
  channels: number[]
}

/** A bot as operators have configured it. */
export interface StoredBot {
  readonly accountId: number
  readonly id: number
  /** The key by which a request of its provider finds it. */
  readonly tokenName: string
  readonly channels: ReadonlySet<number>
  /** Adds the state of the breaker. */
  toRecord(failing: BotFailing | undefined): BotRecord
}

/** One name for a provider and a token, by the token's hash. */
export const tokenName = (providerId: string, hash: Buffer): string => `${hash.toString('base64')} ${providerId}`

/** The bots of these accounts, without removed ones. Throws when a secret cannot be decrypted. */
export async function readBots(db: Db, accounts: readonly number[], opening: Opening): Promise<StoredBot[]> {
  return (await db.query<BotRow>(readBotRows, [accounts])).map((row) => toStored(row, opening))
}

function toStored(row: BotRow, opening: Opening): StoredBot {
  const settings = toSettings(row, opening)
  const { accountId, id, channels } = settings
  return {
    accountId,
    id,
    channels,
    tokenName: tokenName(row.provider_id, row.token_hash),
    toRecord: (failing) => ({ ...settings, failing: failing ?? null }),
  }
}

function toSettings(row: BotRow, { keys }: Opening): Omit<BotRecord, 'failing'> {
  const { account_id: accountId, id, token_url: tokenUrl, client_id: clientId, secret } = row
  return {
    accountId,
    id,
    name: row.name,
    providerId: row.provider_id,
    providerUrl: row.provider_url,
    token: keys.open(row.token, botTokenContext(accountId, id)),
    enabled: row.enabled,
    answersFirst: row.answers_first,
    attempts: row.attempts,
    silenceLimit: row.silence_limit,
    answerInBody: row.answer_in_body,
    nativeMedia: row.native_media,
    extraFields: row.extra_fields,
    authorization:
      tokenUrl !== null && clientId !== null && secret
        ? { tokenUrl, clientId, secret: keys.open(secret, botSecretContext(accountId, id)), inBody: row.secret_in_body }
        : null,
    channels: new Set(row.channels),
    createdAt: row.created_at,
  }
}
