import { RATING_LINK_DAYS } from '@deskbell/protocol/limits'
import { queryInOrder } from '../../db/query-in-order.ts'
import type { Tx } from '../../db/db.ts'
import { statement } from '../../db/statement.ts'
import type { NewDelivery } from '../../deliveries/delivery.ts'
import { newDelivery } from '../../deliveries/new-delivery.ts'
import { deliveryRows } from '../../deliveries/rows.ts'
import { insertDeliveries } from '../../deliveries/statements.ts'
import { hashToken } from '../../platform/crypto.ts'
import { makeSweeps, type Sweeps } from '../../platform/sweeps.ts'
import type { Services } from '../../services.ts'
import { linkContext, MAIL_ENDPOINT } from '../../settings/notices.ts'

/** How often due requests are looked for (ms), and how many become mails in one transaction. */
const POLL = 5000
const AT_ONCE = 200
const DAY = 24 * 3600 * 1000

const dueStatement = statement(
  'rating_requests_due',
  `select r.account_id, r.chat_id, c.channel_id, v.email
   from (select account_id, chat_id, visitor_number from rating_request where due_at <= $1 order by due_at limit $2
     for update skip locked) r
   left join chat c on c.account_id = r.account_id and c.id = r.chat_id
   left join visitor v on v.account_id = r.account_id and v.number = r.visitor_number`,
)
const madeStatement = statement(
  'rating_requests_made',
  `update rating_request q set due_at = null, hash = decode(r.hash, 'hex'), expires_at = $2
   from jsonb_to_recordset($1::jsonb) as r(account_id int, chat_id int, hash text)
   where q.account_id = r.account_id and q.chat_id = r.chat_id`,
)

interface DueRow {
  account_id: number
  chat_id: number
  channel_id: number | null
  email: string | null
}

/** What a mail that asks for a rating carries. */
export interface RatingAsked {
  /** The token of its links, sealed and in base64; the database has its hash alone. */
  readonly sealed: string
  /** When they end (ms). */
  readonly until: number
}

type Needs = Pick<Services, 'clock' | 'db' | 'ids' | 'keys'> & { readonly onError: (error: unknown) => void }

/**
 * Makes a mail of each request that is due. The request and its mail are written in one transaction, so that any number of
 * processes may do it. The mail decides, before each attempt, whether it is sent (`decide.ts`).
 */
export function makeDueRequests({ clock, db, ids, keys, onError }: Needs): Sweeps {
  async function turn(): Promise<boolean> {
    const now = clock.now()
    return db.transaction(async (tx) => {
      const due = await queryInOrder<DueRow>(tx, dueStatement, [new Date(now), AT_ONCE])
      if (due.length === 0) return false
      await write(tx, due, now)
      return due.length === AT_ONCE
    })
  }

  async function write(tx: Tx, due: readonly DueRow[], now: number): Promise<void> {
    const until = now + RATING_LINK_DAYS * DAY
    const made = due.map((row) => ({ row, token: ids.bytes(32).toString('base64url') }))
    const rows = made.map(({ row: { account_id, chat_id }, token }) => ({
      account_id,
      chat_id,
      hash: hashToken(token).toString('hex'),
    }))
    await tx.query(madeStatement, [JSON.stringify(rows), new Date(until)])
    const deliveries = made.flatMap(({ row, token }) => toDelivery(row, token, until))
    if (deliveries.length > 0)
      await tx.query(insertDeliveries, [deliveryRows(deliveries), new Date(now), new Date(now), null])
  }

  /** None for a visitor without an address, who may have taken it back. */
  function toDelivery({ account_id, chat_id, channel_id, email }: DueRow, token: string, until: number): NewDelivery[] {
    if (channel_id === null || email === null) return []
    const sealed = keys.seal(token, linkContext(account_id, email)).toString('base64')
    const rating: RatingAsked = { sealed, until }
    const delivery = newDelivery({
      account: account_id,
      kind: 'mail',
      endpoint: MAIL_ENDPOINT,
      lane: `mail:rating:${chat_id}`,
      channel: channel_id,
      chat: chat_id,
      recipient: email,
      body: { rating },
    })
    return [delivery]
  }

  return makeSweeps({ clock, every: POLL, sweep: turn, onError })
}
