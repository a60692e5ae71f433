import type { EventName } from '@deskbell/protocol/webhook/events'
import { words } from '../words/index.ts'

/** The events of webhooks, in the order in which they happen. */
export const EVENTS = Object.keys(words.webhooks.eventsHelp) as EventName[]
