import type { EventName } from '@deskbell/protocol/webhook/events'
import { words } from '../words/index.ts'

/** What a webhook may be told, in the order in which it happens. */
export const EVENTS = Object.keys(words.webhooks.eventsHelp) as EventName[]
