import { isDeepStrictEqual } from 'node:util'
import type { BotChange, NewBot } from '@deskbell/protocol/agent/bot'
import type { SetupBot } from '@deskbell/protocol/setup'
import { hashToken } from '../platform/crypto.ts'
import { sqlBuilder as k } from '../db/builder.ts'
import { Invalid } from '../platform/errors.ts'
import { botSecretContext, botTokenContext, changeBot, createBot } from '../settings/bots.ts'
import { at, sameMembers, type Run } from './run.ts'

/** Applies the file's bots, identified by name; fields that the file omits stay unchanged. */
export async function setUpBots(run: Run, bots: readonly SetupBot[]): Promise<void> {
  if (bots.length === 0) return
  const channels = await readChannels(run)
  const wanted: NewBot[] = []
  for (const [i, { channels: names, ...bot }] of bots.entries()) {
    const named = names ? { ...bot, channels: await at(`/bots/${i}`, async () => toNumbers(names, channels)) } : bot
    wanted.push(named)
  }
  await detachOthers(run, wanted)
  for (const [i, bot] of wanted.entries()) await at(`/bots/${i}`, () => setUpBot(run, bot))
}

/**
 * Channels that the file gives to one bot are first taken from its other bots, so that two bots can exchange channels.
 */
async function detachOthers({ tx, account }: Run, bots: readonly NewBot[]): Promise<void> {
  const names = bots.map(({ name }) => name)
  const stored = await tx.run(
    k
      .selectFrom('bot')
      .select(['id', 'name'])
      .where('account_id', '=', account)
      .where('name', 'in', names)
      .where('deleted_at', 'is', null),
  )
  for (const { id, name } of stored) {
    const others = bots.flatMap((bot) => (bot.name === name ? [] : (bot.channels ?? [])))
    if (others.length === 0) continue
    await tx.run(
      k
        .deleteFrom('bot_channel')
        .where('account_id', '=', account)
        .where('bot_id', '=', id)
        .where('channel_id', 'in', others),
    )
  }
}

async function readChannels({ tx, account }: Run): Promise<Map<string, number>> {
  const rows = await tx.run(
    k.selectFrom('channel').select(['id', 'name']).where('account_id', '=', account).where('deleted_at', 'is', null),
  )
  return new Map(rows.map(({ id, name }) => [name, id]))
}

function toNumbers(names: readonly string[], channels: ReadonlyMap<string, number>): number[] {
  return names.map((name, i) => {
    const id = channels.get(name)
    if (id === undefined) throw new Invalid(`/channels/${i}`, `there is no channel "${name}"; name it under "channels"`)
    return id
  })
}

async function setUpBot(run: Run, bot: NewBot): Promise<void> {
  const { settingsContext, tx, account, outcome } = run
  const stored = await findBot(run, bot)
  if (!stored) {
    outcome.changed = true
    await createBot(settingsContext, tx, account, bot)
    return
  }
  const { channels, ...given } = bot
  const { authorization } = given
  const settings = {
    ...given,
    ...(authorization && { authorization: { ...authorization, inBody: authorization.inBody ?? false } }),
  }
  const change: BotChange = Object.fromEntries(
    Object.entries(settings).filter(([name, value]) => !isDeepStrictEqual(value, stored.settings[name])),
  )
  if (channels && !sameMembers(channels, stored.channels)) change.channels = channels
  if (Object.keys(change).length === 0) return
  outcome.changed = true
  await changeBot(settingsContext, { tx, account }, stored.id, change)
}

/**
 * The bot of this name, or else the bot with this provider id and token, which was renamed. Its secrets are decrypted.
 */
async function findBot({ settingsContext: { keys }, tx, account }: Run, { name, providerId, token }: NewBot) {
  const rows = await tx.run(
    k.selectFrom('bot').selectAll().where('account_id', '=', account).where('deleted_at', 'is', null).orderBy('id'),
  )
  const hash = hashToken(token)
  const row =
    rows.find((one) => one.name === name) ??
    rows.find((one) => one.provider_id === providerId && one.token_hash.equals(hash))
  if (!row) return undefined
  const members = await tx.run(
    k.selectFrom('bot_channel').select('channel_id').where('account_id', '=', account).where('bot_id', '=', row.id),
  )
  const settings: Record<string, unknown> = {
    name: row.name,
    providerId: row.provider_id,
    providerUrl: row.provider_url,
    token: keys.open(row.token, botTokenContext(account, row.id)),
    enabled: row.enabled,
    answersFirst: row.answers_first,
    attempts: row.attempts,
    silenceLimit: row.silence_limit,
    answerInBody: row.answer_in_body,
    nativeMedia: row.native_media,
    extraFields: row.extra_fields,
    authorization:
      row.secret && row.token_url !== null
        ? {
            tokenUrl: row.token_url,
            clientId: row.client_id,
            secret: keys.open(row.secret, botSecretContext(account, row.id)),
            inBody: row.secret_in_body,
          }
        : null,
  }
  return { id: row.id, channels: members.map((member) => member.channel_id), settings }
}
