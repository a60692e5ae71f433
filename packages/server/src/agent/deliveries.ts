import {
  DeliveriesPage,
  DeliveriesQuery,
  Delivery,
  DeliveryWithAttempts,
  type Attempt,
} from '@deskbell/protocol/agent/channel'
import type { Static } from 'typebox'
import type { AttemptRecord } from '../delivery/delivery.ts'
import { sqlBuilder as k } from '../db/builder.ts'
import { statement } from '../db/statement.ts'
import { Refused } from '../errors.ts'
import { notFound } from '../office/office.ts'
import { allow } from '../office/policy.ts'
import type { AgentDoor, Api } from './door.ts'
import { whoAsks } from './guard.ts'
import { parseCursor, toCursor } from './page.ts'
import { BotPath, ChannelPath, DeliveryPath } from './shapes.ts'

type Asked = Static<typeof DeliveriesQuery>
type Page = Static<typeof DeliveriesPage>

/** The same once more, due at once; found by the next sweep. */
const replayStatement = statement(
  'delivery_replay',
  `insert into delivery (account_id, kind, lane, endpoint, channel_id, bot_id, chat_id, entry_n, recipient, body, state,
     first_at, next_at, created_at, replay_of)
   select account_id, kind, 'replay:' || id, endpoint, channel_id, bot_id, chat_id, entry_n, recipient, body, 'due', $3, $3, $3,
     coalesce(replay_of, id)
   from delivery where account_id = $1 and id = $2 returning id`,
)

/** The delivery log: what we owed integrators, and what came of it. */
export function deliveryRoutes(app: Api, door: AgentDoor): void {
  const { db, clock, directory } = door

  const rows = (account: number) =>
    k
      .selectFrom('delivery')
      .select(['id', 'kind', 'state', 'chat_id', 'entry_n', 'recipient', 'attempts', 'created_at', 'finished_at'])
      .select(['next_at', 'status', 'reason', 'diagnosis', 'bot_id', 'replay_of'])
      .where('account_id', '=', account) // guard T17

  async function page(account: number, of: ReturnType<typeof rows>, asked: Asked): Promise<Page> {
    const { after, state, chat, limit = 50 } = asked
    const place = parseCursor(after)
    let query = of
    if (place) query = query.where('id', '<', place.at)
    if (state !== undefined) query = query.where('state', '=', state)
    if (chat !== undefined) query = query.where('chat_id', '=', chat)
    const found = await db.asAccount(account, (tx) => tx.run(query.orderBy('id', 'desc').limit(limit + 1)))
    const deliveries = found.slice(0, limit).map(toDelivery)
    const last = found.length > limit ? deliveries.at(-1) : undefined
    return { deliveries, next: last ? toCursor({ at: last.id, id: 0 }) : null }
  }

  app.get(
    '/channels/:channel/deliveries',
    {
      schema: {
        tags: ['Delivery log'],
        summary: 'List a channel’s deliveries',
        description: 'Newest first.',
        params: ChannelPath,
        querystring: DeliveriesQuery,
        response: { 200: DeliveriesPage },
      },
    },
    async (request) => {
      const { account, agent } = whoAsks(request)
      const { channel } = request.params
      allow(agent, 'delivery.see')
      if (!directory.channel(account, channel)) throw notFound('channel')
      // What its bot was sent is in the bot's own log.
      const query = rows(account).where('channel_id', '=', channel).where('bot_id', 'is', null)
      return page(account, query, request.query)
    },
  )

  app.get(
    '/bots/:bot/deliveries',
    {
      schema: {
        tags: ['Delivery log'],
        summary: 'List a bot’s deliveries',
        description: 'Newest first.',
        params: BotPath,
        querystring: DeliveriesQuery,
        response: { 200: DeliveriesPage },
      },
    },
    async (request) => {
      const { account, agent } = whoAsks(request)
      const { bot } = request.params
      allow(agent, 'delivery.see')
      if (!directory.bot(account, bot)) throw notFound('bot')
      return page(account, rows(account).where('bot_id', '=', bot), request.query)
    },
  )

  app.post(
    '/deliveries/:delivery/replay',
    {
      schema: {
        tags: ['Delivery log'],
        summary: 'Send a delivery again',
        description:
          'What a bot was sent, once more with the same event id, as a delivery of its own. One attempt; nothing follows for the chat but what the bot then says.',
        params: DeliveryPath,
        response: { 201: Delivery },
      },
    },
    async (request, reply) => {
      const { account, agent } = whoAsks(request)
      allow(agent, 'delivery.replay')
      const { delivery } = request.params
      const [row] = await db.asAccount(account, (tx) => tx.run(rows(account).where('id', '=', delivery)))
      if (!row) throw notFound('delivery')
      if (row.bot_id === null)
        throw new Refused('not_replayable', 'Only what a bot was sent is sent again here; messages are, in their chat.')
      if (row.finished_at === null)
        throw new Refused('not_replayable', 'This delivery is still under way: wait for its end.')
      const [made] = await db.query<{ id: number }>(replayStatement, [account, delivery, new Date(clock.now())])
      const [again] = await db.asAccount(account, (tx) => tx.run(rows(account).where('id', '=', made?.id ?? 0)))
      if (!again) throw notFound('delivery')
      return reply.code(201).send(toDelivery(again))
    },
  )

  app.get(
    '/deliveries/:delivery',
    {
      schema: {
        tags: ['Delivery log'],
        summary: 'Read a delivery with its attempts',
        description: 'What was sent and what came back each time. Secrets are masked.',
        params: DeliveryPath,
        response: { 200: DeliveryWithAttempts },
      },
    },
    async (request) => {
      const { account, agent } = whoAsks(request)
      const { delivery: id } = request.params
      allow(agent, 'delivery.see')
      return db.asAccount(account, async (tx) => {
        const [row] = await tx.run(rows(account).where('id', '=', id))
        if (!row) throw notFound('delivery')
        const attempts = await tx.run(
          k
            .selectFrom('attempt')
            .select(['number', 'at', 'ms', 'outcome', 'status', 'reason', 'request', 'response'])
            .where('account_id', '=', account)
            .where('delivery_id', '=', id)
            .orderBy('at')
            .orderBy('number'),
        )
        return { ...toDelivery(row), attemptList: attempts.map((one) => toAttempt(one as AttemptRecord)) }
      })
    },
  )
}

interface Row {
  id: number
  kind: string
  state: Delivery['state']
  bot_id: number | null
  replay_of: number | null
  chat_id: number | null
  entry_n: number | null
  recipient: string | null
  attempts: number
  created_at: number
  finished_at: number | null
  next_at: number | null
  status: number | null
  reason: string | null
  diagnosis: string | null
}

function toDelivery(row: Row): Delivery {
  return {
    id: row.id,
    kind: row.kind,
    state: row.state,
    bot: row.bot_id,
    replayOf: row.replay_of,
    chat: row.chat_id,
    entry: row.entry_n,
    recipient: row.recipient,
    attempts: row.attempts,
    createdAt: row.created_at,
    finishedAt: row.finished_at,
    nextAt: row.next_at,
    status: row.status,
    reason: row.reason,
    diagnosis: row.diagnosis,
  }
}

function toAttempt({ number, at, ms, outcome, status, reason, request, response }: AttemptRecord): Attempt {
  return {
    number,
    at,
    ms,
    outcome,
    status,
    reason,
    request: { url: request.url, headers: request.headers, body: request.body },
    response: response && { headers: response.headers, body: response.body },
  }
}
