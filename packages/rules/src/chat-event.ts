import type { Person } from './shapes.ts'

/** What webhooks receive about a chat (C3), in the words of the webhook interface. */
export type ChatEvent =
  /** `early`: no agent has accepted yet. Only for webhooks that want the event when a chat begins. */
  | { readonly name: 'chat_accepted'; readonly agent: Person; readonly early?: never }
  | { readonly name: 'chat_accepted'; readonly early: true; readonly agent?: never }
  | { readonly name: 'chat_assigned'; readonly agent: Person; readonly link: string }
  | { readonly name: 'chat_updated' }
  | { readonly name: 'chat_finished' }
  /** `id` of the message in the chat. */
  | { readonly name: 'offline_message'; readonly id: string; readonly message: string }
