import type { ChatForMe } from '@deskbell/protocol/agent/chat'
import { words } from '../words/index.ts'

/** What somebody is called; their number stands beside it. */
export const whoOf = ({ visitor, erased }: Pick<ChatForMe, 'erased'> & { visitor: { name: string | null } }): string =>
  visitor.name ?? (erased ? words.erase.visitor : words.inbox.anonymous)
