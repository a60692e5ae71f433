import type { BotAuthorization, BotChange, NewBot } from '@deskbell/protocol/agent/bot'
import { BOT_SECRET_MIN } from '@deskbell/protocol/limits'
import { hashToken } from '../platform/crypto.ts'
import { sqlBuilder as k } from '../db/builder.ts'
import type { Tx } from '../db/db.ts'
import { isUniqueViolation } from '../db/errors.ts'
import { statement } from '../db/statement.ts'
import { Invalid } from '../platform/errors.ts'
import { markWorking } from './bot-failing.ts'
import { MASKED } from './channels.ts'
import { beginChange, notFound, type SettingsContext, refusedUrl, type InAccount } from './change.ts'

/** The names that a bot's sealed secrets are bound to (see `Keys.seal`). */
export const botTokenContext = (account: number, bot: number) => `bot ${account} ${bot} token`
export const botSecretContext = (account: number, bot: number) => `bot ${account} ${bot} secret`

const channelsThere = statement(
  'bot_channels_there',
  `select c.id, c.name, b.bot_id from channel c
   left join bot_channel b on b.account_id = c.account_id and b.channel_id = c.id and b.bot_id <> $3
   where c.account_id = $1 and c.id = any($2::int[]) and c.deleted_at is null`,
)
const dropChannels = statement(
  'bot_channels_drop',
  'delete from bot_channel where account_id = $1 and bot_id = $2 and channel_id <> all($3::int[])',
)
const putChannels = statement(
  'bot_channels_put',
  `insert into bot_channel (account_id, bot_id, channel_id) select $1, $2, unnest($3::int[])
   on conflict (account_id, channel_id) do nothing`,
)
/** Attaches a provider. Returns the bot's number. */
export async function createBot(
  settingsContext: SettingsContext,
  tx: Tx,
  account: number,
  input: NewBot,
): Promise<number> {
  await beginChange(tx, account)
  if (input.authorization?.secret === MASKED) throw new Invalid('/authorization/secret', { reason: 'secret_dots' })
  await checkBot(settingsContext, { tx, account }, 0, input)
  const nothing = Buffer.alloc(0)
  const [made] = await unlessTaken(
    tx.run(
      k
        .insertInto('bot')
        .values({
          account_id: account,
          name: input.name,
          provider_id: input.providerId,
          provider_url: input.providerUrl,
          token: nothing,
          token_hash: hashToken(input.token),
        })
        .returning('id'),
    ),
  )
  if (!made) throw new Error('no bot was stored')
  // A sealed secret is bound to the number of its bot.
  await changeColumns(tx, account, made.id, toColumns(settingsContext, account, made.id, input))
  await setChannels(tx, account, made.id, input.channels ?? [])
  return made.id
}

/**
 * Changes the named fields and keeps the others. A new address, token or authorization closes the breaker, and so does
 * enabling or disabling the bot. Values that equal the stored ones do not.
 */
export async function changeBot(
  settingsContext: SettingsContext,
  { tx, account }: InAccount,
  id: number,
  change: BotChange,
): Promise<void> {
  await beginChange(tx, account)
  const stored = await readBot(tx, account, id)
  const { token, ...rest } = change
  const named: BotChange = token === undefined || isMasked(token) ? rest : change
  await checkBot(settingsContext, { tx, account }, id, named)
  if (named.authorization?.secret === MASKED) checkKept(named.authorization, stored)
  const columns = toColumns(settingsContext, account, id, named)
  const moved = connectsAnew(settingsContext, { account, id }, stored, named)
  await changeColumns(tx, account, id, {
    ...columns,
    ...(moved && { connected_at: new Date(settingsContext.clock.now()) }),
  })
  const switched = named.enabled !== undefined && named.enabled !== stored.enabled
  if (moved || switched) await markWorking(tx, account, id)
  if (change.channels) await setChannels(tx, account, id, change.channels)
}

/** Whether a change makes requests to the provider differ: another address, token or authorization. */
function connectsAnew(
  { keys }: Pick<SettingsContext, 'keys'>,
  { account, id }: { account: number; id: number },
  stored: StoredBot,
  { providerUrl, token, authorization }: BotChange,
): boolean {
  if (providerUrl !== undefined && providerUrl !== stored.provider_url) return true
  if (token !== undefined && !hashToken(token).equals(stored.token_hash)) return true
  if (authorization === undefined) return false
  const { token_url, client_id, secret_in_body } = toAuthorization(authorization)
  if (token_url !== stored.token_url || client_id !== stored.client_id || secret_in_body !== stored.secret_in_body)
    return true
  if (authorization === null || authorization.secret === MASKED) return false
  return stored.secret === null || keys.open(stored.secret, botSecretContext(account, id)) !== authorization.secret
}

/** A kept secret is only ever sent to the address it was set for (T39). */
function checkKept({ tokenUrl }: BotAuthorization, stored: { secret: Buffer | null; token_url: string | null }): void {
  if (stored.secret === null) throw new Invalid('/authorization/secret', { reason: 'secret_missing' })
  const origin = (url: string | null) => URL.parse(url ?? '')?.origin
  if (origin(tokenUrl) !== origin(stored.token_url))
    throw new Invalid('/authorization/secret', { reason: 'secret_elsewhere' })
}

/** Removes a bot: its token is refused from now on, and visitors are routed to agents. */
export async function removeBot(
  { clock }: Pick<SettingsContext, 'clock'>,
  tx: Tx,
  account: number,
  id: number,
): Promise<void> {
  await beginChange(tx, account)
  await readBot(tx, account, id)
  await changeColumns(tx, account, id, { deleted_at: new Date(clock.now()) })
  await setChannels(tx, account, id, [])
}

async function readBot(tx: Tx, account: number, id: number) {
  const [bot] = await tx.run(
    k
      .selectFrom('bot')
      .select(['enabled', 'provider_url', 'token_hash', 'secret', 'token_url', 'client_id', 'secret_in_body'])
      .where('account_id', '=', account)
      .where('id', '=', id)
      .where('deleted_at', 'is', null),
  )
  if (!bot) throw notFound('bot')
  return bot
}

type StoredBot = Awaited<ReturnType<typeof readBot>>

async function changeColumns(tx: Tx, account: number, id: number, columns: object): Promise<void> {
  if (Object.keys(columns).length === 0) return
  await unlessTaken(tx.run(k.updateTable('bot').set(columns).where('account_id', '=', account).where('id', '=', id)))
}

/** The token must differ from every other token of the provider, also in other accounts. */
async function unlessTaken<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!isUniqueViolation(error, 'bot_token')) throw error
    throw new Invalid('/token', { reason: 'token_taken' })
  }
}

/** A token as it is returned. When this masked form is written back, the token is unchanged. */
export const maskToken = (token: string): string => MASKED + (token.length > 8 ? token.slice(-4) : '')
const isMasked = (token: string): boolean => token.startsWith(MASKED)

async function checkBot(
  { guard }: SettingsContext,
  { tx, account }: InAccount,
  id: number,
  input: BotChange,
): Promise<void> {
  if (input.providerUrl !== undefined) {
    const checked = guard.checkUrl(input.providerUrl, 'bot')
    if (!checked.ok) throw refusedUrl('/providerUrl', checked) // guard T13
  }
  if (input.authorization) {
    const checked = guard.checkUrl(input.authorization.tokenUrl, 'token')
    if (!checked.ok) throw refusedUrl('/authorization/tokenUrl', checked) // guard T39
  }
  checkLength(input.token, '/token') // guard T39
  checkLength(input.authorization?.secret, '/authorization/secret') // guard T39
  if (input.token !== undefined && /[/?#%]/.test(input.token)) throw new Invalid('/token', { reason: 'token_signs' })
  if (input.token !== undefined && /^\.{1,2}$/.test(input.token)) throw new Invalid('/token', { reason: 'token_dots' })
  if (input.channels) await checkChannels(tx, account, id, input.channels)
}

/**
 * Shorter secrets can be guessed. Secrets that were stored before the rule stay valid; the bots screen asks for longer
 * ones.
 */
function checkLength(secret: string | undefined, path: string): void {
  if (secret === undefined || secret === MASKED || secret.length >= BOT_SECRET_MIN) return
  throw new Invalid(path, { reason: 'secret_short', least: BOT_SECRET_MIN, given: secret.length })
}

async function checkChannels(tx: Tx, account: number, bot: number, channels: readonly number[]): Promise<void> {
  const rows = await tx.query<{ id: number; name: string; bot_id: number | null }>(channelsThere, [
    account,
    channels,
    bot,
  ])
  for (const [i, id] of channels.entries()) {
    const row = rows.find((one) => one.id === id)
    if (!row) throw new Invalid(`/channels/${i}`, { reason: 'no_channel', number: id })
    if (row.bot_id !== null) throw new Invalid(`/channels/${i}`, { reason: 'channel_has_bot', channel: row.name })
  }
}

async function setChannels(tx: Tx, account: number, bot: number, channels: readonly number[]): Promise<void> {
  await tx.query(dropChannels, [account, bot, channels])
  await tx.query(putChannels, [account, bot, channels])
}

function toColumns({ keys }: SettingsContext, account: number, id: number, change: BotChange) {
  const { token, authorization } = change
  return {
    ...(change.name === undefined ? {} : { name: change.name }),
    ...(change.providerId === undefined ? {} : { provider_id: change.providerId }),
    ...(change.providerUrl === undefined ? {} : { provider_url: change.providerUrl }),
    ...(token === undefined
      ? {}
      : { token: keys.seal(token, botTokenContext(account, id)), token_hash: hashToken(token) }),
    ...(change.enabled === undefined ? {} : { enabled: change.enabled }),
    ...(change.answersFirst === undefined ? {} : { answers_first: change.answersFirst }),
    ...(change.attempts === undefined ? {} : { attempts: change.attempts }),
    ...(change.silenceLimit === undefined ? {} : { silence_limit: change.silenceLimit }),
    ...(change.answerInBody === undefined ? {} : { answer_in_body: change.answerInBody }),
    ...(change.nativeMedia === undefined ? {} : { native_media: change.nativeMedia }),
    ...(change.extraFields === undefined ? {} : { extra_fields: change.extraFields }),
    ...(authorization === undefined ? {} : toAuthorization(authorization)),
    ...(authorization === undefined || authorization?.secret === MASKED
      ? {}
      : { secret: authorization && keys.seal(authorization.secret, botSecretContext(account, id)) }),
  }
}

function toAuthorization(authorization: BotAuthorization | null) {
  return {
    token_url: authorization?.tokenUrl ?? null,
    client_id: authorization?.clientId ?? null,
    secret_in_body: authorization?.inBody ?? false,
  }
}
