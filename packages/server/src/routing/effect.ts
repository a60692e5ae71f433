import { ROUTING_VERSION, type Overflowed, type Routed, type Turn } from '@deskbell/rules'
import { Attachment, type Effect } from '../conversation/commit/effects.ts'
import { statement } from '../db/statement.ts'
import { fenceStatement } from './lease.ts'

const insertTurns = statement(
  'routing_turn_insert',
  `insert into routing_turn (account_id, id, at, version, input, routed, overflowed)
   select account_id, id, $2, $3, input, routed, overflowed
   from jsonb_to_recordset($1::jsonb) as r(account_id int, id uuid, input jsonb, routed jsonb, overflowed jsonb)
   on conflict do nothing`,
)
const putGiven = statement(
  'routing_given_put',
  `insert into routing_agent (account_id, agent_id, given_at)
   select distinct r.account_id, r.agent_id, $3::timestamptz from unnest($1::int[], $2::int[]) as r(account_id, agent_id)
   where exists (select from agent a where a.account_id = r.account_id and a.id = r.agent_id and a.deleted_at is null)
   order by 1, 2
   on conflict (account_id, agent_id) do update set given_at = excluded.given_at`,
)

/** A turn of the router whose results are written, and the lease under which it was made. */
export interface TurnMade {
  readonly account: number
  readonly holder: string
  readonly id: string
  readonly input: Turn
  readonly routed: readonly Routed[]
  readonly overflowed: readonly Overflowed[]
}

/** Carried by each command of a turn. */
export const turnMade = new Attachment<TurnMade>('a turn of the router')

/** Writes what the router decided from with the entries that it decided. Fails when another process routes the account by now. */
export const routingEffect: Effect = {
  name: 'routing',
  plan(decisions) {
    const decided = decisions.made.filter(({ entry: { type } }) => type === 'chat.routed' || type === 'chat.overflowed')
    if (decided.length === 0) return undefined
    return {
      write({ at, send }) {
        const turns = new Map(decisions.attached(turnMade).map(({ value }) => [value.id, value]))
        const fenced = new Map(
          [...turns.values()].map(({ account, holder }) => [`${account}:${holder}`, { account, holder }]),
        )
        for (const { account, holder } of fenced.values()) send(fenceStatement, [account, holder])
        const rows = [...turns.values()].map(({ account, id, input, routed, overflowed }) => ({
          account_id: account,
          id,
          input,
          routed,
          overflowed,
        }))
        send(insertTurns, [JSON.stringify(rows), at, ROUTING_VERSION])
        const given = decided.flatMap(({ conversation: { account }, entry }) =>
          entry.type === 'chat.routed' ? [{ account, agent: entry.to.id }] : [],
        )
        send(putGiven, [given.map(({ account }) => account), given.map(({ agent }) => agent), at])
      },
    }
  },
}
