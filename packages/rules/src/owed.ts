import type { Command } from './command.ts'
import type { Entry, EntryMedia } from './entry.ts'
import type { ChatState, Person } from './state.ts'

/** Where a chat is carried on: what a delivery's lane and address hang on. */
export interface Where {
  readonly channel: number
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
        readonly media?: EntryMedia
      }
    }
  | {
      readonly kind: 'media_fetch'
      readonly lane: string
      readonly of: number
      readonly body: { readonly source: string; readonly media: EntryMedia }
    }

/** What is owed because `entry`, made by `command`, happened. A new kind of entry must choose here. */
export function deliveriesOf(_state: ChatState, entry: Entry, command: Command, where: Where): Owed[] {
  switch (entry.type) {
    case 'message': {
      if (entry.from !== 'visitor')
        return [
          {
            kind: 'agent_message',
            lane: recipientLane(where),
            of: entry.n,
            body: {
              id: entry.id,
              text: entry.text,
              from: entry.from,
              ...(entry.agent && { agent: entry.agent }),
              ...(entry.media && { media: entry.media }),
            },
          },
        ]
      if (entry.media && command.type === 'visitor.write' && command.source !== undefined)
        return [
          {
            kind: 'media_fetch',
            lane: `media:${where.chat}:${entry.n}`,
            of: entry.n,
            body: { source: command.source, media: entry.media },
          },
        ]
      return []
    }
    case 'message.resent':
      if (command.type !== 'agent.resend') return []
      return [
        {
          kind: 'agent_message',
          lane: recipientLane(where),
          of: entry.of,
          body: { from: 'agent', ...command.message },
        },
      ]
    case 'visitor.invited':
    case 'visitor.changed':
    case 'agent.joined':
    case 'chat.closed':
    case 'message.delivered':
    case 'message.failed':
    case 'media.stored':
    case 'media.failed':
      return []
  }
}

/** Messages to one recipient of a channel stay in order (A25). */
export function recipientLane(where: { channel: number; visitor: number }): string {
  return `channel:${where.channel}:${where.visitor}`
}
