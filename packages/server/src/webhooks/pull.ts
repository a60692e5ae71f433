import type { EventName } from '@deskbell/protocol/webhook/events'
import type { StreamedEvent, StreamGap } from '@deskbell/protocol/webhook/stream'
import type { Db } from '../db/db.ts'
import { statement } from '../db/statement.ts'
import { keysOf, signatureHeaders } from '../deliveries/http/sign.ts'
import type { WebhookRecord } from '../settings/directory.ts'
import { TOLD, toldValues } from '../settings/told.ts'
import type { Clock } from '../platform/clock.ts'
import type { Bodies } from './finish.ts'
import { eventId } from './post.ts'

/** Events that are looked at together; few of them may be for whoever asks. */
const LOOK = 200

const edgesStatement = statement(
  'event_edges',
  `select coalesce((select events from account_number where account_id = $1), 0) as head,
     (select min(n) from event where account_id = $1) as oldest`,
)

/**
 * Numbers are given under the lock on the account's row, which is held until the commit: whoever sees n sees all before
 * it, and reading on from the last number that was seen misses nothing.
 */
const lookStatement = statement(
  'event_look',
  `select e.n, e.name, ${TOLD} as told from event e where e.account_id = $1 and e.n > $5 order by e.n limit ${LOOK}`,
)

/** Where a reader begins, and whether something is missing before that. */
export interface Beginning {
  readonly after: number
  readonly gap: StreamGap | null
}

export interface Look {
  /** What is for this webhook, in order. */
  readonly told: readonly { readonly n: number; readonly name: EventName }[]
  /** Everything up to here was looked at. */
  readonly last: number
  readonly more: boolean
}

export interface Pull {
  /** `asked`: the last number that the reader has; undefined: from now on. */
  begin(webhook: WebhookRecord, asked: number | undefined): Promise<Beginning>
  look(webhook: WebhookRecord, after: number): Promise<Look>
  /** An event as it is handed over, signed now; undefined when it was cleared away. */
  sign(webhook: WebhookRecord, n: number): Promise<StreamedEvent | undefined>
}

/** Reads the events of a webhook by their numbers. */
export function makePull({ db, clock, bodies }: { db: Db; clock: Clock; bodies: Bodies }): Pull {
  return {
    async begin({ accountId: account }, asked) {
      // The numbers of an account are the desk's own: nobody who acts for an account reads them.
      const [row] = await db.query<{ head: number; oldest: number | null }>(edgesStatement, [account])
      const head = row?.head ?? 0
      if (asked === undefined) return { after: head, gap: null }
      // Ahead of us: what the reader has seen was lost with a store that was put back.
      const from = asked > head ? head + 1 : Math.max(asked + 1, row?.oldest ?? head + 1)
      return { after: from - 1, gap: from - 1 === asked ? null : { after: asked, from } }
    },
    async look(webhook, after) {
      const { accountId: account } = webhook
      const rows = await db.asAccount(account, (tx) =>
        tx.query<{ n: number; name: EventName; told: boolean }>(lookStatement, [...toldValues(webhook), after]),
      )
      const told = rows.flatMap(({ n, name, told: isTold }) => (isTold ? [{ n, name }] : []))
      return { told, last: rows.at(-1)?.n ?? after, more: rows.length === LOOK }
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
