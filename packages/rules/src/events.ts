import type { Command } from './command.ts'
import type { Entry } from './entry.ts'
import type { Person } from './state.ts'

/** What webhooks are told of a chat (C3), in the words of their interface. */
export type ChatEvent =
  /** `early`: nobody has accepted yet; only those that want to be asked when a chat begins. */
  | { readonly name: 'chat_accepted'; readonly agent: Person; readonly early?: never }
  | { readonly name: 'chat_accepted'; readonly early: true; readonly agent?: never }
  | { readonly name: 'chat_assigned'; readonly agent: Person; readonly link: string }
  | { readonly name: 'chat_updated' }
  | { readonly name: 'chat_finished' }
  /** `id`: of the message that it is in the chat. */
  | { readonly name: 'offline_message'; readonly id: string; readonly message: string }

/**
 * What is told because `entry`, made by `command`, happened. `opens`: the command began the chat; `left`: it was left
 * while nobody was there. A new kind of entry must choose here.
 */
export function eventOf(
  entry: Entry,
  command: Command,
  { opens, left }: { readonly opens: boolean; readonly left: boolean },
): ChatEvent | undefined {
  switch (entry.type) {
    // Every accept is told, also the second agent's (C15).
    case 'agent.joined':
      return { name: 'chat_accepted', agent: entry.agent }
    case 'message':
      if (command.type !== 'visitor.write') return undefined
      if (left) return { name: 'offline_message', id: entry.id, message: entry.text }
      return opens ? { name: 'chat_accepted', early: true } : undefined
    case 'crm.assigned':
      return { name: 'chat_assigned', agent: entry.agent, link: entry.link }
    case 'visitor.updated':
      return { name: 'chat_updated' }
    case 'chat.closed':
      return { name: 'chat_finished' }
    case 'visitor.invited':
    case 'visitor.changed':
    case 'visitor.blocked':
    case 'visitor.unblocked':
    case 'department.chosen':
    case 'chat.rated':
    case 'agent.left':
    case 'agent.invited':
    case 'agent.unavailable':
    case 'bot.joined':
    case 'bot.skipped':
    case 'bot.left':
    case 'bot.asked':
    case 'bot.refused':
    case 'message.delivered':
    case 'message.failed':
    case 'message.resent':
    case 'media.stored':
    case 'media.failed':
    case 'crm.answered':
    case 'chat.erased':
      return undefined
  }
}
