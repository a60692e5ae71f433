import { EVENTS } from '../webhooks/events.ts'
import type { Who } from './filters.ts'

/** The kinds of deliveries, in the partner's own words. */
export const KINDS: Readonly<Record<Who['of'], readonly string[]>> = {
  webhooks: EVENTS,
  bots: ['CLIENT_MESSAGE', 'AGENT_JOINED', 'AGENT_UNAVAILABLE'],
  channels: ['agent_message', 'media_fetch', 'photo_fetch'],
}
