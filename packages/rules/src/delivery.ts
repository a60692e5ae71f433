import type { Cause } from './entry-kind.ts'
import type { Button, EntryMedia, Person } from './shapes.ts'
import type { ChatState } from './state.ts'

/** The chat's channel and visitor. Deliveries derive their lanes and addresses from them. */
export interface Where {
  readonly channel: number
  /** The visitor's end reads the log itself; the others are sent each message. */
  readonly followsLog: boolean
  readonly visitor: number
  readonly chat: number
}

/** A message that the bot receives once its media is stored: its text, and when the visitor wrote it. */
export interface Ask {
  readonly text: string
  readonly at: number
}

/** One outgoing request that an entry causes. Deliveries in one lane stay in order. */
export type ChatDelivery =
  | {
      readonly kind: 'agent_message'
      readonly lane: string
      readonly of: number
      readonly body: {
        readonly id: string
        readonly text: string
        readonly from: 'agent' | 'bot' | 'system'
        readonly agent?: Person
        readonly bot?: Person
        readonly markdown?: string
        readonly title?: string
        readonly buttons?: readonly Button[]
        /** Several only for a visitor's end that takes several. */
        readonly attachments?: readonly EntryMedia[]
      }
    }
  | {
      readonly kind: 'CLIENT_MESSAGE'
      readonly lane: string
      readonly of: number
      readonly bot: number
      readonly body: {
        /** The visitor's number. */
        readonly client: number
        readonly text: string
        /** When it was written (ms). */
        readonly at: number
        readonly button?: string
        readonly media?: EntryMedia
        /** A probe: the delivery has one attempt because the bot failed before (circuit breaker). */
        readonly probe?: true
      }
    }
  | {
      readonly kind: 'AGENT_JOINED' | 'AGENT_UNAVAILABLE'
      readonly lane: string
      readonly of: number
      readonly bot: number
      readonly body: { readonly client: number }
    }
  | {
      readonly kind: 'media_fetch'
      readonly lane: string
      readonly of: number
      readonly body: {
        /** The encrypted addresses to fetch from. */
        readonly source: string
        /** Place of the attachment in the message, counted from 0; absent for the first. */
        readonly attachment?: number
        readonly media: EntryMedia
        readonly ask?: Ask
      }
    }

/** The delivery to the bot that owns the chat; none when agents have it. */
export function toBot(
  { owner, bot, received }: ChatState,
  of: number,
  body: Omit<(ChatDelivery & { kind: 'CLIENT_MESSAGE' })['body'], 'client' | 'probe'>,
  where: Where,
): ChatDelivery[] {
  if (owner.kind !== 'bot') return []
  // One message probes the bot; the visitor's following messages are retried as usual.
  const probe = bot?.probe && received === 1 ? { probe: true as const } : {}
  const asked = { client: where.visitor, ...body, ...probe }
  return [{ kind: 'CLIENT_MESSAGE', lane: botLane(where), of, bot: owner.bot, body: asked }]
}

/** The bot receives a message with media once the fetch has ended (B17). */
export function toBotWithMedia(
  { state, entry, command }: Cause<{ readonly of: number; readonly media: EntryMedia }>,
  where: Where,
): ChatDelivery[] {
  const ask = 'ask' in command ? command.ask : undefined
  return ask ? toBot(state, entry.of, { ...ask, media: entry.media }, where) : []
}

/** Informs the bot of entry `of`. */
export const tellBot = (
  kind: 'AGENT_JOINED' | 'AGENT_UNAVAILABLE',
  bot: number,
  of: number,
  where: Where,
): ChatDelivery => ({ kind, lane: botLane(where), of, bot, body: { client: where.visitor } })

/** Messages to one recipient of a channel stay in order (A25). */
export function recipientLane(where: { channel: number; visitor: number }): string {
  return `channel:${where.channel}:${where.visitor}`
}

/** Requests to a bot about one chat stay in order. */
export function botLane(where: { chat: number }): string {
  return `bot:${where.chat}`
}
