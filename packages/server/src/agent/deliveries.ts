import {
  DeliveriesPage,
  DeliveriesQuery,
  Delivery,
  DeliveryWithAttempts,
  type Attempt,
} from '@deskbell/protocol/agent/channel'
import type { AttemptRecord } from '../delivery/delivery.ts'
import { sqlBuilder as k } from '../db/builder.ts'
import { notFound } from '../office/office.ts'
import { allow } from '../office/policy.ts'
import type { AgentDoor, Api } from './door.ts'
import { whoAsks } from './guard.ts'
import { parseCursor, toCursor } from './page.ts'
import { ChannelPath, DeliveryPath } from './shapes.ts'

/** The delivery log: what we owed integrators, and what came of it. */
export function deliveryRoutes(app: Api, door: AgentDoor): void {
  const { db, directory } = door

  const rows = (account: number) =>
    k
      .selectFrom('delivery')
      .select(['id', 'kind', 'state', 'chat_id', 'entry_n', 'recipient', 'attempts', 'created_at', 'finished_at'])
      .select(['next_at', 'status', 'reason', 'diagnosis'])
      .where('account_id', '=', account) // guard T17

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
      const { after, state, chat, limit = 50 } = request.query
      allow(agent, 'delivery.see')
      if (!directory.channel(account, channel)) throw notFound('channel')
      const place = parseCursor(after)
      let query = rows(account).where('channel_id', '=', channel)
      if (place) query = query.where('id', '<', place.at)
      if (state !== undefined) query = query.where('state', '=', state)
      if (chat !== undefined) query = query.where('chat_id', '=', chat)
      const found = await db.asAccount(account, (tx) => tx.run(query.orderBy('id', 'desc').limit(limit + 1)))
      const deliveries = found.slice(0, limit).map(toDelivery)
      const last = found.length > limit ? deliveries.at(-1) : undefined
      return { deliveries, next: last ? toCursor({ at: last.id, id: 0 }) : null }
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
