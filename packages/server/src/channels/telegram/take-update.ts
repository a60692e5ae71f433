import { createHash } from 'node:crypto'
import type { Update } from 'grammy/types'
import type { Command } from '@deskbell/rules'
import type { Input } from '../../conversation/commit/input.ts'
import { CommitRefused, Unavailable } from '../../conversation/commit/input.ts'
import type { Db } from '../../db/db.ts'
import { isUnavailable } from '../../db/errors.ts'
import { statement } from '../../db/statement.ts'
import type { Keys } from '../../platform/crypto.ts'
import type { Ids } from '../../platform/ids.ts'
import type { Services } from '../../services.ts'
import type { ChannelNotes } from '../channel-notes.ts'
import { sealSource } from '../source.ts'
import { botOf, type TelegramChannel } from './settings.ts'
import { toIncoming, type FromVisitor } from './updates.ts'

/**
 * Commits an update. Resolves with 0 when the update is on disk, was taken before, or is nothing for agents, and
 * Telegram may forget it; with the seconds to wait before it is taken again when its visitor is over the account's
 * limit and `overLimit` is not set. Rejects when the database cannot write now.
 */
export type TakeUpdate = (
  of: TelegramChannel,
  update: Update,
  options?: { readonly overLimit?: boolean },
) => Promise<number>

type Needs = Pick<Services, 'db' | 'ids' | 'keys' | 'log' | 'commit' | 'rates'> & {
  readonly notes: Pick<ChannelNotes, 'note'>
}

const messageStatement = statement(
  'telegram_message',
  `select c.id as chat, e.n, coalesce(
     (select d.body->>'text' from entry d where d.account_id = e.account_id and d.chat_id = e.chat_id and d.n > e.n
        and d.type = 'message.edited' and (d.body->>'of')::int = e.n order by d.n desc limit 1),
     e.body->>'text', '') as text
   from visitor v
   join chat c on c.account_id = v.account_id and c.channel_id = v.channel_id and c.visitor_number = v.number
   join entry e on e.account_id = c.account_id and e.chat_id = c.id
   where v.account_id = $1 and v.channel_id = $2 and v.key = $3
     and e.type = 'message' and e.body->>'from' = 'visitor' and e.body->>'theirId' = $4
   order by c.id desc limit 1`,
)

export function makeTakeUpdate({ db, ids, keys, log, commit, rates, notes }: Needs): TakeUpdate {
  return async (of, update, { overLimit = false } = {}) => {
    try {
      return await commitUpdate(of, update, overLimit)
    } catch (error) {
      if (isUnavailable(error) || error instanceof Unavailable) throw error
      // A blocked visitor's messages are dropped. An update that cannot be read must not keep back those behind it.
      if (error instanceof CommitRefused) return 0
      const { accountId: account, id: channel } = of.channel
      log.error({ err: error, account, channel, update: update.update_id }, 'an update of Telegram was dropped')
      return 0
    }
  }

  async function commitUpdate(
    { token, channel: { accountId: account, id: channel } }: TelegramChannel,
    update: Update,
    overLimit: boolean,
  ): Promise<number> {
    const incoming = toIncoming(update)
    if (incoming.type === 'nothing') return 0
    const rate = rates(account, 'channelMessagesPerSender').take(`${channel} ${incoming.key}`)
    if (!rate.ok) notes.note(account, channel, 'too_many')
    if (!rate.ok && !overLimit) return rate.retryAfterSeconds
    const input =
      incoming.type === 'message'
        ? toMessage({ ids, keys }, { account, channel }, incoming)
        : await toEdit(db, { account, channel }, incoming)
    if (!input) return 0
    // Telegram repeats an update that it has no answer for. Each bot counts its own.
    const key = `update ${botOf(token)} ${update.update_id}`
    const hash = createHash('sha256').update(key).digest()
    await commit({ ...input, once: { scope: `channel ${channel}`, key, hash, answer: () => ({}) } })
    return 0
  }
}

interface In {
  readonly account: number
  readonly channel: number
}

function toMessage(
  { ids, keys }: { readonly ids: Ids; readonly keys: Keys },
  { account, channel }: In,
  { key, theirId, text, visitor, media, file }: FromVisitor,
): Input {
  const { name, phone } = visitor
  const command: Command = {
    type: 'visitor.write',
    id: ids.letters(22),
    text,
    theirId,
    profile: { ...(name !== undefined && { name }), ...(phone !== undefined && { phone }) },
    ...(media && { attachments: [{ media, ...(file !== undefined && { source: sealSource(keys, { file }) }) }] }),
  }
  return { account, target: { channel, key }, command, visitor }
}

/**
 * Undefined for a message that was written before the bot was connected, and for an edit that left the text as it was:
 * Telegram reports every change of a message, such as another picture with the same caption.
 */
async function toEdit(
  db: Db,
  { account, channel }: In,
  { key, theirId, text }: FromVisitor,
): Promise<Input | undefined> {
  const [found] = await db.query<{ chat: number; n: number; text: string }>(messageStatement, [
    account,
    channel,
    key,
    theirId,
  ])
  if (!found || found.text === text) return undefined
  return { account, target: { chat: found.chat }, command: { type: 'visitor.edit', of: found.n, text } }
}
