import { CALL_REASONS } from '@deskbell/protocol/webhook/call-reasons'
import type { CallEvent } from '@deskbell/protocol/webhook/events'
import type { WebhookCall } from '@deskbell/protocol/webhook/shapes'
import {
  applyCall,
  OUTSIDE,
  statusOf,
  type CallEntry,
  type CallState,
  type CallStatus,
} from '@deskbell/rules/calls/index'
import type { CallEffect, CallMade } from '../conversation/calls/effects.ts'
import { newDelivery } from '../deliveries/new-delivery.ts'
import type { Directory } from '../settings/directory.ts'
import { eventRow, sentTo, writeEvents, type WrittenEvent } from './effects.ts'
import { aboutVisitor, toAgent } from './payload.ts'
import { webhookEndpoint } from './policy.ts'
import type { Recent } from './recent.ts'

/** The address of a stored recording, which receivers can fetch. */
export type RecordingAddress = (account: number, call: number, file: string) => string

/** Writes a `call_event` for each new status of a call (C17), and a delivery for each webhook that subscribes to it. */
export function callEventEffect(directory: Directory, recent: Recent, addressOf: RecordingAddress): CallEffect {
  return {
    name: 'webhooks',
    plan(made) {
      const webhooks = directory.webhooks(made.account).filter(({ events }) => events.has('call_event'))
      const told = webhooks.length > 0 ? statusesIn(made) : []
      if (told.length === 0) return undefined
      const { account } = made
      // The event's number in the account; 0 until it is assigned.
      const numbers = told.map(() => 0)
      let events: WrittenEvent[] = []
      return {
        numbers: told.map((_, place) => ({ account, counter: 'events', assign: (n) => void (numbers[place] = n) })),
        write({ at, send, deliver }) {
          events = told.map(({ entry, status, state }, place) => ({
            ...{ account, n: numbers[place]!, name: 'call_event', chat: made.chat, call: made.call, of: entry.n },
            body: JSON.stringify(toBody(directory, made, state, toCall(made, { entry, status, state }, addressOf))),
            whole: true,
            webhooks: sentTo(webhooks),
          }))
          send(writeEvents, [JSON.stringify(events.map(eventRow)), at])
          deliver(events.flatMap((event) => toDeliveries(made, event)))
        },
        committed: () => recent.put(events),
      }
    },
  }
}

interface Told {
  readonly entry: CallEntry
  readonly status: CallStatus
  /** After the entry. */
  readonly state: CallState
}

/** The entries that tell a status, each with the state that it leaves. */
function statusesIn({ before, entries }: CallMade): Told[] {
  let state = before
  return entries.flatMap((entry) => {
    state = applyCall(state, entry)
    const status = statusOf(entry)
    return status ? [{ entry, status, state }] : []
  })
}

function toCall({ account, call }: CallMade, { entry, status, state }: Told, addressOf: RecordingAddress): WebhookCall {
  const head = { type: state.type, phone: state.phone }
  if (entry.type === 'call.failed') return { ...head, status: 'error', reason: CALL_REASONS[entry.why] }
  if (entry.type !== 'call.ended') return { ...head, status: status as 'start' }
  return {
    ...head,
    status: 'end',
    ...(entry.recording !== undefined && { record_url: addressOf(account, call, entry.recording) }),
  }
}

function toBody(directory: Directory, made: CallMade, { agents, rings }: CallState, call: WebhookCall): CallEvent {
  const { account, chat, visitor: facts, department } = made
  const { widget_id, visitor, session, page, analytics, user_token } = aboutVisitor(
    facts,
    directory.channel(account, facts.channel)?.publicId ?? '',
  )
  const agent = agents.find(({ id }) => id !== OUTSIDE) ?? (rings.length === 1 ? rings[0] : undefined)
  return {
    event_name: 'call_event',
    ...(chat !== null && { chat_id: chat }),
    widget_id,
    visitor,
    ...(department && { department }),
    session,
    ...(page && { page }),
    ...(analytics && { analytics }),
    user_token,
    ...(agent && { agent: toAgent(directory, account, agent) }),
    call,
  }
}

/** A webhook gets the events of one call in order. */
const toDeliveries = ({ account, visitor }: CallMade, { name, chat, call, n, webhooks }: WrittenEvent) =>
  webhooks.map((webhook) =>
    newDelivery({
      kind: name,
      endpoint: webhookEndpoint(webhook),
      account,
      lane: `webhook:${webhook}:call:${call}`,
      channel: visitor.channel,
      webhook,
      event: n,
      chat,
      recipient: visitor.key,
    }),
  )
