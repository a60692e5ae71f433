import { isDeepStrictEqual } from 'node:util'
import type { BotChange, NewBot } from '@deskbell/protocol/agent/bot'
import type { SetupBot } from '@deskbell/protocol/setup'
import { sqlBuilder as k } from '../db/builder.ts'
import { Invalid } from '../errors.ts'
import { botSecretPlace, botTokenPlace, changeBot, createBot } from './bots.ts'
import { at, sameMembers, type Run } from './setup-run.ts'

/** Brings about the file's bots. One is known by its name; what the file leaves out stays as it is. */
export async function setUpBots(run: Run, bots: readonly SetupBot[]): Promise<void> {
  if (bots.length === 0) return
  const channels = await readChannels(run)
  for (const [i, { channels: names, ...bot }] of bots.entries()) {
    await at(`/bots/${i}`, () => setUpBot(run, names ? { ...bot, channels: toNumbers(names, channels) } : bot))
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
  const { office, tx, account, outcome } = run
  const stored = await findBot(run, bot.name)
  if (!stored) {
    outcome.changed = true
    await createBot(office, tx, account, bot)
    return
  }
  const { channels, ...settings } = bot
  const change: BotChange = Object.fromEntries(
    Object.entries(settings).filter(([name, value]) => !isDeepStrictEqual(value, stored.settings[name])),
  )
  if (channels && !sameMembers(channels, stored.channels)) change.channels = channels
  if (Object.keys(change).length === 0) return
  outcome.changed = true
  await changeBot(office, tx, account, stored.id, change)
}

/** The bot of this name, with its secrets opened to be compared. */
async function findBot({ office: { keys }, tx, account }: Run, name: string) {
  const [row] = await tx.run(
    k
      .selectFrom('bot')
      .selectAll()
      .where('account_id', '=', account)
      .where('name', '=', name)
      .where('deleted_at', 'is', null)
      .orderBy('id'),
  )
  if (!row) return undefined
  const members = await tx.run(
    k.selectFrom('bot_channel').select('channel_id').where('account_id', '=', account).where('bot_id', '=', row.id),
  )
  const settings: Record<string, unknown> = {
    name: row.name,
    providerId: row.provider_id,
    providerUrl: row.provider_url,
    token: keys.open(row.token, botTokenPlace(account, row.id)),
    enabled: row.enabled,
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
            secret: keys.open(row.secret, botSecretPlace(account, row.id)),
            ...(row.secret_in_body && { inBody: true }),
          }
        : null,
  }
  return { id: row.id, channels: members.map((member) => member.channel_id), settings }
}
