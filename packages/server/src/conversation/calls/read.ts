import type { Call } from '@deskbell/protocol/agent/call'
import { OUTSIDE, type CallState } from '@deskbell/rules/calls/index'
import { queryInOrder } from '../../db/query-in-order.ts'
import type { Tx } from '../../db/db.ts'
import { statement } from '../../db/statement.ts'
import type { PagePosition } from '../read/inbox.ts'
import type { Carrier } from './commit.ts'

const COLUMNS = `c.id, c.carrier, c.state, c.missed, c.chat_id as chat, c.channel_id as channel, h.name as channel_name, v.number,
  v.contact_id as contact, k.name, k.email, k.phone, c.agents, c.started_at as started, c.ended_at as ended`
const JOINS = `join lateral (select number, contact_id from visitor
    where account_id = c.account_id and number = c.visitor_number limit 1) v on true
  join lateral (select name, email, phone from contact where account_id = c.account_id and id = v.contact_id limit 1) k on true
  join lateral (select name from channel where account_id = c.account_id and id = c.channel_id limit 1) h on true`

const oneStatement = statement(
  'call_one',
  `select ${COLUMNS} from call c ${JOINS} where c.account_id = $1 and c.id = $2`,
)

/** `$2`: channels or null for all; `$3`: the reader, who sees what they were asked to take; `$4`, `$5`: the call before the page. */
const PAGE = `c.account_id = $1 and ($2::int[] is null or c.channel_id = any($2) or $3 = any(c.agents))
  and (c.started_at, c.id) < ($4::timestamptz, $5::int)`
const listed = (name: string, filter: string) =>
  statement(
    name,
    `select ${COLUMNS} from call c ${JOINS} where ${PAGE} and ${filter} order by c.started_at desc, c.id desc limit $6`,
  )
const LISTS = {
  all: listed('calls_all', 'true'),
  live: listed('calls_live_list', 'c.ended_at is null'),
  missed: listed('calls_missed', 'c.missed'),
  contact: listed(
    'calls_of_contact',
    'c.visitor_number = any(array(select number from visitor where account_id = $1 and contact_id = $7))',
  ),
  chat: listed('calls_of_chat', 'c.chat_id = $7'),
}

interface Row {
  id: number
  carrier: Carrier
  state: CallState
  missed: boolean
  chat: number | null
  channel: number
  channel_name: string
  number: number
  contact: number
  name: string | null
  email: string | null
  phone: string | null
  agents: number[]
  started: number
  ended: number | null
}

/** A call with what decides who may see it: its channel, and the agents who were asked to take it. */
export interface CallRead {
  readonly call: Call
  readonly asked: readonly number[]
  /** The stored file. */
  readonly recording: string | undefined
}

/** Undefined: there is no such call. */
export async function readCall(tx: Tx, account: number, id: number): Promise<CallRead | undefined> {
  const [row] = await queryInOrder<Row>(tx, oneStatement, [account, id])
  return row && { call: toCall(row), asked: row.agents, recording: row.state.recording }
}

export interface CallsAsked {
  readonly state: 'all' | 'live' | 'missed'
  readonly contact?: number
  readonly chat?: number
  readonly after: PagePosition | null
  readonly limit: number
}

/** A page of the calls that a reader may see, newest first. */
export async function readCalls(
  tx: Tx,
  { account, agent, channels }: { account: number; agent: number; channels: readonly number[] | null },
  { state, contact, chat, after, limit }: CallsAsked,
): Promise<{ calls: Call[]; next: PagePosition | null }> {
  const start = after ? [new Date(after.at), after.id] : ['infinity', 0]
  const common = [account, channels, agent, ...start, limit + 1]
  const read = () => {
    if (contact !== undefined) return queryInOrder<Row>(tx, LISTS.contact, [...common, contact])
    if (chat !== undefined) return queryInOrder<Row>(tx, LISTS.chat, [...common, chat])
    return queryInOrder<Row>(tx, LISTS[state], common)
  }
  const rows = await read()
  const page = rows.slice(0, limit)
  const last = rows.length > limit ? page.at(-1) : undefined
  return { calls: page.map(toCall), next: last ? { at: last.started, id: last.id } : null }
}

function toCall({ state, ...row }: Row): Call {
  const { id, carrier, missed, chat, channel, channel_name, number, contact, name, email, phone } = row
  const { type, status, failure, rings, agents, invitation, isHeld, connectedAt } = state
  const outside = agents.find((one) => !isAgent(one))
  return {
    ...{
      id,
      type,
      carrier,
      status,
      missed,
      chat,
      agents: agents.filter(isAgent).map((one) => ({ ...toRef(one), ...(one.on && { on: one.on }) })),
      rings: rings.map(toRef),
    },
    phone: state.phone,
    ...(failure && { failure }),
    channel: { id: channel, name: channel_name },
    visitor: { number: String(number), contact, name, email, phone },
    ...(invitation &&
      (isAgent(invitation.to)
        ? { invitation: { by: toRef(invitation.by), to: toRef(invitation.to), handsOver: invitation.handsOver } }
        : { forwarding: { by: toRef(invitation.by), phone: invitation.to.name } })),
    ...(outside && { forwarded: outside.name }),
    recorded: state.recording !== undefined,
    ...(state.recordingErased && { recordingErased: true as const }),
    held: isHeld,
    started: row.started,
    connected: connectedAt,
    ended: row.ended ?? state.over?.at ?? null,
  }
}

const isAgent = ({ id }: { id: number }): boolean => id !== OUTSIDE
const toRef = ({ id, name }: { id: number; name: string }) => ({ id, name })
