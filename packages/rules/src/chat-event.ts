import type { Person } from './shapes.ts'

/** What webhooks are told of a chat (C3), in the words of their interface. */
export type ChatEvent =
  /** `early`: no agent has accepted yet; only for webhooks that want to be asked when a chat begins. */
  | { readonly name: 'chat_accepted'; readonly agent: Person; readonly early?: never }
  | { readonly name: 'chat_accepted'; readonly early: true; readonly agent?: never }
  | { readonly name: 'chat_assigned'; readonly agent: Person; readonly link: string }
  | { readonly name: 'chat_updated' }
  | { readonly name: 'chat_finished' }
  /** `id`: of the message that it is in the chat. */
  | { readonly name: 'offline_message'; readonly id: string; readonly message: string }
