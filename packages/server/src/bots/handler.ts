import { parseBotEvent } from '@deskbell/protocol/bot/incoming'
import { parseJson } from '@deskbell/protocol/json'
import type { ChatState, Command, ChatDelivery } from '@deskbell/rules'
import type { Commit } from '../conversation/commit/commit.ts'
import { CommitRefused } from '../conversation/commit/input.ts'
import type { Db } from '../db/db.ts'
import { statement } from '../db/statement.ts'
import { coalesce } from '../db/coalesce.ts'
import type { LeasedDelivery } from '../deliveries/delivery.ts'
import type { Attempted, Handler } from '../deliveries/handler.ts'
import { withoutRequest } from '../deliveries/record.ts'
import type { Links } from '../files/links.ts'
import type { BotRecord, ChannelRecord, Directory } from '../settings/directory.ts'
import type { Clock } from '../platform/clock.ts'
import type { Ids } from '../platform/ids.ts'
import type { Breaker } from './breaker.ts'
import { toCommand } from './commands.ts'
import { toEvent, type Extra } from './event.ts'
import type { BotReply, PostToBot } from './post.ts'
import { REASONS } from '@deskbell/protocol/agent/reasons'

type Body = (ChatDelivery & { kind: 'CLIENT_MESSAGE' })['body']

/** For this long after its commit a message goes to the bot without a look at the chat's owner (ms). */
const FRESH = 50

const stateStatement = statement(
  'bot_chat_state',
  `select t.place, c.state, a.at as tried, a.status
   from unnest($1::int[], $2::int[], $3::bigint[]) with ordinality as t(account_id, chat_id, delivery_id, place)
   join lateral (select state from chat c where c.account_id = t.account_id and c.id = t.chat_id limit 1) c on true
   left join lateral (select at, status from attempt a where a.account_id = t.account_id and a.delivery_id = t.delivery_id
     order by number desc limit 1) a on true`,
)
const senderStatement = statement(
  'bot_visitor',
  'select name, phone, email, url from visitor where account_id = $1 and number = $2',
)

export interface BotHandlerServices {
  readonly db: Db
  readonly clock: Clock
  readonly ids: Ids
  readonly directory: Directory
  readonly links: Links
  readonly commit: Commit
  readonly post: PostToBot
  readonly breaker: Breaker
  /** Whether an agent could accept a chat of the channel now. */
  readonly available: (channel: ChannelRecord) => boolean
}

/** Deliveries to bot providers (B2): builds the event, reads the answer, and commits the result. */
export function botHandler(tools: BotHandlerServices): Handler {
  const { db, clock, ids, directory, links, commit, post, breaker } = tools
  const stateOf = coalesce((deliveries: readonly LeasedDelivery[]) => readStates(db, deliveries))

  return {
    /** A bot gets no message of a chat that it no longer owns, and no second copy of a message that it has answered. */
    async skip(delivery) {
      if (delivery.kind !== 'CLIENT_MESSAGE' || delivery.replayOf !== null) return undefined
      if (clock.now() - delivery.firstAt < FRESH) return undefined
      const row = await stateOf(delivery)
      const { owner, bot } = row?.state ?? {}
      if (owner?.kind !== 'bot') return 'the bot no longer has the chat'
      // An attempt that got an HTTP status was refused; a reply from before the last attempt does not answer it.
      const mayHaveArrived = delivery.attempts + delivery.crashes > 0 && (row?.status ?? null) === null
      const replied = bot?.answered === delivery.of && (bot?.spokeAt ?? 0) >= (row?.tried ?? delivery.firstAt)
      return mayHaveArrived && replied ? 'the bot has answered' : undefined
    },

    async attempt(delivery, number) {
      const bot = directory.bot(delivery.account, delivery.bot ?? 0)
      if (!bot?.enabled) return never(number, REASONS.bot_removed, 'removed', clock.now())
      // A process that crashed may have sent the request before, so its attempt counts.
      const made = number + delivery.crashes
      const most = attemptsOf(delivery, bot)
      if (made > most) return never(number, REASONS.process_ended, 'interrupted', clock.now())
      const extra = bot.extraFields && delivery.kind === 'CLIENT_MESSAGE' ? await extraOf(delivery) : undefined
      const event = toEvent(delivery, bot, { links, extra })
      const { reply, record } = await post(bot, JSON.stringify(event))
      const last = made >= most
      return {
        record: { ...record, number, outcome: reply.ok ? 'ok' : 'retry', reason: reply.ok ? null : reply.reason },
        diagnosis: null,
        ...(last && { next: 'none' as const }),
        result: reply,
      }
    },

    async conclude(delivery, attempted, settlement) {
      const { account, kind, replayOf } = delivery
      const bot = delivery.bot ?? 0
      const settles = { account, target: { chat: delivery.chat ?? 0 }, settles: settlement }
      const reply = attempted?.result as BotReply | undefined
      // AGENT_JOINED and AGENT_UNAVAILABLE need no answer, so a failed one does not change the chat.
      if (replayOf !== null || kind !== 'CLIENT_MESSAGE' || settlement.state === 'cancelled') {
        await commit(settles)
        return
      }
      if (reply?.ok) {
        await concludeTaken(reply.body)
        breaker.worked(account, bot)
        return
      }
      const text = reply?.reason ?? REASONS.every_attempt
      const why = reply ? reply.why : 'interrupted'
      const of = delivery.of ?? 0
      await commit({ ...settles, command: { type: 'bot.gave-up', bot, of, text, ...(why && { why }) } })

      async function concludeTaken(body: Buffer): Promise<void> {
        const at = attempted?.record.at ?? clock.now()
        const taken: Command = { type: 'bot.take', bot, of: delivery.of ?? 0, at }
        const command = answerIn(body, delivery, directory.bot(account, bot))
        try {
          // The bot's reply usually follows within milliseconds; unhurried, both are committed in one transaction.
          await commit({ ...settles, command: command ?? taken }, { unhurried: command === undefined })
        } catch (error) {
          // The command in the answer is refused; the bot still accepted the message.
          if (!(error instanceof CommitRefused) || error.code === 'lease_lost' || !command) throw error
          await commit({ ...settles, command: taken })
        }
      }
    },
  }

  function attemptsOf(delivery: LeasedDelivery, bot: BotRecord): number {
    return delivery.replayOf !== null || (delivery.body as Body).probe ? 1 : bot.attempts
  }

  /** B11: an event in the answer counts as posted when the bot's setting allows it. One that names another chat is ignored. */
  function answerIn(body: Buffer, delivery: LeasedDelivery, bot: BotRecord | undefined): Command | undefined {
    if (!bot?.answerInBody) return undefined
    const json = parseJson(body)
    const input = json.ok ? parseBotEvent(json.value) : undefined
    if (input?.kind !== 'message' && input?.kind !== 'invite') return undefined
    const { chatId = String(delivery.chat), clientId = String((delivery.body as Body).client) } = input
    if (chatId !== String(delivery.chat) || clientId !== String((delivery.body as Body).client)) return undefined
    return toCommand(input, bot, ids, body)
  }

  async function extraOf({ account, channel: id, body }: LeasedDelivery): Promise<Extra | undefined> {
    const channel = directory.channel(account, id ?? 0)
    if (!channel) return undefined
    const { client } = body as Body
    type Sender = Record<'name' | 'phone' | 'email' | 'url', string | null>
    const [row] = await db.query<Sender>(senderStatement, [account, client])
    return {
      site_id: account,
      agents_online: tools.available(channel),
      sender: {
        id: client,
        name: row?.name ?? '',
        url: row?.url ?? '',
        has_contacts: Boolean(row?.phone || row?.email),
      },
      channel: { id: channel.publicId, type: channel.kind },
    }
  }
}

interface Tried {
  state: ChatState
  /** When the delivery was attempted last, and the HTTP status of that attempt; null without one. */
  tried: number | null
  status: number | null
}

async function readStates(db: Db, deliveries: readonly LeasedDelivery[]): Promise<(Tried | undefined)[]> {
  const rows = await db.query<Tried & { place: number }>(stateStatement, [
    deliveries.map(({ account }) => account),
    deliveries.map(({ chat }) => chat),
    deliveries.map(({ id }) => id),
  ])
  const found = new Map(rows.map((row) => [row.place, row]))
  return deliveries.map((_, place) => found.get(place + 1))
}

/** A final failure without a request. */
function never(number: number, text: string, why: 'interrupted' | 'removed', at: number): Attempted {
  const result: BotReply = { ok: false, reason: text, why }
  return withoutRequest(result, { number, at, reason: text })
}
