import type { ChatForMe } from '@deskbell/protocol/agent/chat'
import { words } from '../words/index.ts'

/** The visitor's name; the number is shown beside it. */
export const whoOf = ({ visitor, erased }: Pick<ChatForMe, 'erased'> & { visitor: { name: string | null } }): string =>
  visitor.name ?? (erased ? words.erase.visitor : words.inbox.anonymous)
