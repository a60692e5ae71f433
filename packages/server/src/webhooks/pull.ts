import type { EventName } from '@deskbell/protocol/webhook/events'
import type { StreamedEvent, StreamGap } from '@deskbell/protocol/webhook/stream'
import type { Db } from '../db/db.ts'
import { statement } from '../db/statement.ts'
import { keysOf, signatureHeaders } from '../deliveries/http/sign.ts'
import type { WebhookRecord } from '../settings/directory.ts'
import { IS_RECEIVED, receivedValues } from './received-events.ts'
import type { Clock } from '../platform/clock.ts'
import type { Bodies } from './finish.ts'
import { eventId } from './post.ts'

/** Events per read; the webhook may subscribe to only a few of them. */
const PAGE_SIZE = 200

const edgesStatement = statement(
  'event_edges',
  `select coalesce((select events from account_number where account_id = $1), 0) as head,
     (select min(n) from event where account_id = $1) as oldest`,
)

/**
 * Numbers are assigned under the lock on the account's row, which is held until the commit. A reader that sees event n
 * therefore sees all events before it, and misses none when it continues from the last number it has seen.
 */
const pageStatement = statement(
  'event_look',
  `select e.n, e.name, ${IS_RECEIVED} as matching from event e where e.account_id = $1 and e.n > $5 order by e.n limit ${PAGE_SIZE}`,
)

/** Where a reader begins, and which events before that are no longer available. */
export interface Beginning {
  readonly after: number
  readonly gap: StreamGap | null
}

export interface EventPage {
  /** The events that this webhook subscribes to, in order. */
  readonly matching: readonly { readonly n: number; readonly name: EventName }[]
  /** The number of the last event that was read. */
  readonly last: number
  readonly more: boolean
}

export interface Pull {
  /** `asked`: the last number that the reader has; undefined: begin with the next event. */
  begin(webhook: WebhookRecord, asked: number | undefined): Promise<Beginning>
  readPage(webhook: WebhookRecord, after: number): Promise<EventPage>
  /** An event with a signature of now; undefined when the event was deleted. */
  sign(webhook: WebhookRecord, n: number): Promise<StreamedEvent | undefined>
}

/** Reads the events of a webhook by their numbers. */
export function makePull({ db, clock, bodies }: { db: Db; clock: Clock; bodies: Bodies }): Pull {
  return {
    async begin({ accountId: account }, asked) {
      // The role of an account cannot read account_number, so this query runs outside it.
      const [row] = await db.query<{ head: number; oldest: number | null }>(edgesStatement, [account])
      const head = row?.head ?? 0
      if (asked === undefined) return { after: head, gap: null }
      // A number above the head: the database was restored from a backup, and the reader saw events that it lacks.
      const from = asked > head ? head + 1 : Math.max(asked + 1, row?.oldest ?? head + 1)
      return { after: from - 1, gap: from - 1 === asked ? null : { after: asked, from } }
    },
    async readPage(webhook, after) {
      const { accountId: account } = webhook
      const rows = await db.asAccount(account, (tx) =>
        tx.query<{ n: number; name: EventName; matching: boolean }>(pageStatement, [...receivedValues(webhook), after]),
      )
      const matching = rows.flatMap(({ n, name, matching: matches }) => (matches ? [{ n, name }] : []))
      return { matching, last: rows.at(-1)?.n ?? after, more: rows.length === PAGE_SIZE }
    },
    async sign(webhook, n) {
      const { accountId: account } = webhook
      const body = await bodies(account, n)
      if (body === undefined) return undefined
      const id = eventId(account, n)
      const headers = signatureHeaders({ id, now: clock.now(), body, keys: keysOf(webhook.secrets) })
      return { id, timestamp: Number(headers['webhook-timestamp']), signature: headers['webhook-signature'], body }
    },
  }
}
