import type { Ask, Command } from './command.ts'
import type { Entry, EntryMedia, Message } from './entry.ts'
import type { Button, ChatState, Person } from './state.ts'

/** Where a chat is carried on: what a delivery's lane and address hang on. */
export interface Where {
  readonly channel: number
  /** What kind of channel that is: our own window follows the log, others are sent what is written. */
  readonly kind: 'api' | 'widget'
  readonly visitor: number
  readonly chat: number
}

/** One request that we owe somebody because of an entry. The lane says what it must stay in order with. */
export type Owed =
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
        readonly media?: EntryMedia
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
        /** The only attempt: the bot failed before (see the breaker). */
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
      readonly body: { readonly source: string; readonly media: EntryMedia; readonly ask?: Ask }
    }

/**
 * What is owed because `entry`, made by `command`, happened. `state` is that after the whole transaction: a message
 * whose chat has meanwhile left the bot is not the bot's any more. A new kind of entry must choose here.
 */
export function deliveriesOf(state: ChatState, entry: Entry, command: Command, where: Where): Owed[] {
  switch (entry.type) {
    case 'message':
      if (entry.from === 'visitor') return ofVisitor(state, entry, command, where)
      // Whoever sits at our own window reads the log itself.
      return where.kind === 'widget' ? [] : [toVisitor(entry, where)]
    case 'message.resent':
      if (command.type !== 'agent.resend') return []
      return [{ kind: 'agent_message', lane: recipientLane(where), of: entry.of, body: command.message }]
    case 'media.stored':
    case 'media.failed': {
      const ask = 'ask' in command ? command.ask : undefined
      return ask ? toBot(state, entry.of, { ...ask, media: entry.media }, where) : []
    }
    case 'agent.joined':
      return entry.bot === undefined ? [] : [telling('AGENT_JOINED', entry.bot, entry.n, where)]
    case 'agent.unavailable':
      return [telling('AGENT_UNAVAILABLE', entry.bot.id, entry.n, where)]
    case 'visitor.invited':
    case 'visitor.changed':
    case 'department.chosen':
    case 'chat.rated':
    case 'agent.left':
    case 'agent.invited':
    case 'bot.joined':
    case 'bot.skipped':
    case 'bot.left':
    case 'bot.asked':
    case 'bot.refused':
    case 'chat.closed':
    case 'message.delivered':
    case 'message.failed':
    case 'visitor.updated':
    case 'visitor.blocked':
    case 'visitor.unblocked':
    case 'crm.answered':
    case 'crm.assigned':
    case 'chat.erased':
      return []
  }
}

function toVisitor(entry: Message & { n: number }, where: Where): Owed {
  const { id, text, from, agent, bot, markdown, title, buttons, media } = entry
  return {
    kind: 'agent_message',
    lane: recipientLane(where),
    of: entry.n,
    body: {
      id,
      text,
      from: from === 'visitor' ? 'system' : from,
      ...(agent && { agent }),
      ...(bot && { bot }),
      ...(markdown !== undefined && { markdown }),
      ...(title !== undefined && { title }),
      ...(buttons && { buttons }),
      ...(media && { media }),
    },
  }
}

/** A bot is asked at once, or when there is a copy of the media that it can be handed (B17). */
function ofVisitor(
  state: ChatState,
  entry: Message & { n: number; at: number },
  command: Command,
  where: Where,
): Owed[] {
  const { text, media, button, at } = entry
  const source = command.type === 'visitor.write' ? command.source : undefined
  if (!media || source === undefined)
    return toBot(
      state,
      entry.n,
      { text: button?.text ?? text, at, ...(button && { button: button.id }), ...(media && { media }) },
      where,
    )
  const ask = state.owner.kind === 'bot' ? { ask: { text, at } } : {}
  return [{ kind: 'media_fetch', lane: `media:${where.chat}:${entry.n}`, of: entry.n, body: { source, media, ...ask } }]
}

function toBot(
  { owner, bot, received }: ChatState,
  of: number,
  body: Omit<(Owed & { kind: 'CLIENT_MESSAGE' })['body'], 'client'>,
  where: Where,
): Owed[] {
  if (owner.kind !== 'bot') return []
  // One message shows whether it works; the customer's next ones are tried as any other.
  const probe = bot?.probe && received === 1 ? { probe: true as const } : {}
  const asked = { client: where.visitor, ...body, ...probe }
  return [{ kind: 'CLIENT_MESSAGE', lane: botLane(where), of, bot: owner.bot, body: asked }]
}

const telling = (kind: 'AGENT_JOINED' | 'AGENT_UNAVAILABLE', bot: number, of: number, where: Where): Owed => ({
  kind,
  lane: botLane(where),
  of,
  bot,
  body: { client: where.visitor },
})

/** Messages to one recipient of a channel stay in order (A25). */
export function recipientLane(where: { channel: number; visitor: number }): string {
  return `channel:${where.channel}:${where.visitor}`
}

/** So does what a bot is told of one chat. */
export function botLane(where: { chat: number }): string {
  return `bot:${where.chat}`
}
