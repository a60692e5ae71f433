import type { EventName } from '@deskbell/protocol/webhook/events'
import { webhookWords } from '../words/webhooks.ts'

/** The events of webhooks, in the order in which they happen. */
export const EVENTS = Object.keys(webhookWords.eventsHelp) as EventName[]
