import type { EventName } from '@deskbell/protocol/webhook/events'
import { eventOf, type ChatEvent, type ChatState } from '@deskbell/rules'
import type { Made } from '../conversation/commit/deciding.ts'
import type { Effect } from '../conversation/commit/effects.ts'
import type { VisitorFacts } from '../conversation/commit/input.ts'
import { offlineMessage } from '../conversation/commit/offline-messages.ts'
import { statement } from '../db/statement.ts'
import { newDelivery } from '../deliveries/new-delivery.ts'
import type { Directory, WebhookRecord } from '../settings/directory.ts'
import { toEvent } from './payload.ts'
import { webhookEndpoint } from './policy.ts'
import type { Recent } from './recent.ts'

/** An event of a chat, with the data that its webhook body is built from. */
export interface Happened {
  readonly account: number
  readonly chat: number
  /** The state after the whole transaction. */
  readonly state: ChatState
  readonly visitor: VisitorFacts
  readonly event: ChatEvent
}

/** An event with the body that is sent, and the webhooks that get it. */
export interface WrittenEvent {
  readonly account: number
  /** Its number in the account. */
  readonly n: number
  readonly name: EventName
  readonly chat: number | null
  /** The call that it is about. */
  readonly call: number | null
  /** The number of the entry that caused it, in the log of the call or of the chat. */
  readonly of: number
  readonly body: string
  /** False: the body still lacks the chat's log. */
  readonly whole: boolean
  readonly webhooks: readonly number[]
}

/** Runs under the lock on the account's numbers, so that events are committed in the order of their numbers. */
export const writeEvents = statement(
  'webhook_write_events',
  `insert into event (account_id, n, name, chat_id, call_id, entry_n, webhook_id, body, whole, at)
   select account_id, n, name, chat_id, call_id, entry_n, webhook_id, body, whole, $2
   from jsonb_to_recordset($1::jsonb) as r(account_id int, n bigint, name text, chat_id int, call_id int, entry_n int,
     webhook_id int, body text, whole boolean)`,
)

/** Writes an event for each entry that a webhook of the account subscribes to, and a delivery for each such webhook. */
export function webhookEffect(directory: Directory, recent: Recent): Effect {
  return {
    name: 'webhooks',
    plan({ made }) {
      const planned = made.flatMap((one) => toPlannedEvent(directory, one))
      if (planned.length === 0) return undefined
      let events: WrittenEvent[] = []
      return {
        numbers: planned.map((one) => ({ account: one.account, counter: 'events', assign: (n) => void (one.n = n) })),
        write({ at, send, deliver }) {
          events = planned.map((one) => toWritten(directory, one))
          send(writeEvents, [JSON.stringify(events.map(eventRow)), at])
          deliver(planned.flatMap((one, i) => toDeliveries(one, events[i]!)))
        },
        committed: () => recent.put(events),
      }
    },
  }
}

interface PlannedEvent {
  readonly account: number
  readonly made: Made
  readonly event: ChatEvent
  /** The event's number in the account; 0 until it is assigned. */
  n: number
}

/** Disabled webhooks count too: an admin can send their missed events later. */
function toPlannedEvent(directory: Directory, made: Made): PlannedEvent[] {
  const { account } = made.conversation
  const event = eventOf(made.entry, made.command, { opens: made.opens, left: offlineMessage.isIn(made.attached) })
  return event && listeners(directory, account, event).length > 0 ? [{ account, made, event, n: 0 }] : []
}

function toWritten(directory: Directory, { account, made, event, n }: PlannedEvent): WrittenEvent {
  const { draft, conversation, entry } = made
  const chat = draft.number
  const happened = { account, chat, state: draft.state, visitor: conversation.facts(), event }
  return {
    account,
    n,
    name: event.name,
    chat,
    call: null,
    of: entry.n,
    body: JSON.stringify(toEvent(directory, happened)),
    whole: event.name !== 'chat_finished',
    webhooks: sentTo(listeners(directory, account, event)),
  }
}

/** The webhooks that are sent an event now; the others fetch it, or are sent it later. */
export const sentTo = (webhooks: readonly WebhookRecord[]): number[] =>
  webhooks.flatMap(({ id, url, state }) => (url !== null && state !== 'disabled' ? [id] : []))

/** A webhook gets the events of one chat in order, independently of other webhooks. */
const toDeliveries = (
  { account, made: { conversation } }: PlannedEvent,
  { name, chat, of, n, webhooks }: WrittenEvent,
) =>
  webhooks.map((webhook) =>
    newDelivery({
      kind: name,
      endpoint: webhookEndpoint(webhook),
      account,
      lane: `webhook:${webhook}:${chat}`,
      channel: conversation.channel,
      webhook,
      event: n,
      chat,
      of,
      recipient: conversation.key,
    }),
  )

/** A row of `writeEvents`. */
export const eventRow = ({ account, name, chat, call, of, n, body, whole }: WrittenEvent) => ({
  account_id: account,
  n,
  name,
  chat_id: chat,
  call_id: call,
  entry_n: of,
  webhook_id: null,
  body,
  whole,
})

/** Whether a webhook of the account subscribes to changes of a visitor (C22). */
export const tellsChanges = (directory: Directory, account: number): boolean =>
  directory.webhooks(account).some(({ events }) => events.has('chat_updated'))

function listeners(directory: Directory, account: number, event: ChatEvent): WebhookRecord[] {
  const early = event.name === 'chat_accepted' && event.early === true
  return directory.webhooks(account).filter(({ events, askEarly }) => events.has(event.name) && (askEarly || !early))
}
