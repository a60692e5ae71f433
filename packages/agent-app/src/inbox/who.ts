import type { Chat, ChatForMe } from '@deskbell/protocol/agent/chat'
import { colourful } from '../text/emoji.ts'
import { words } from '../words/index.ts'

type Known = Pick<Chat['visitor'], 'name'> & Partial<Pick<Chat['visitor'], 'email' | 'phone'>>

/** What a visitor is called: their name, else e-mail, else phone; null when none is known. */
export const nameOf = ({ name, email, phone }: Known): string | null => name || email || phone || null

/** The same in every case: a visitor of whom nothing is known has a number. */
export const whoOf = ({
  visitor,
  erased,
}: Partial<Pick<ChatForMe, 'erased'>> & { visitor: Known & { number?: string } }): string =>
  colourful(nameOf(visitor) ?? '') ||
  (erased || !visitor.number ? words.erase.visitor : words.inbox.visitor(visitor.number))
