import type { ChatForMe } from '@deskbell/protocol/agent/chat'
import { colourful } from '../text/emoji.ts'
import { words } from '../words/index.ts'

type Previewed = Pick<ChatForMe, 'last' | 'preview' | 'previewFrom' | 'previewAgent' | 'bot' | 'erased'>

/** A newest message in one line. The parts are separate, because each has a direction of its own. */
export type Preview = {
  /** Null for the visitor's message, and where there is no message. */
  author: string | null
  text: string
}

/** The newest message of a chat. Its author is not always the holder. */
export function previewOf(chat: Previewed, me: number): Preview {
  if (chat.erased) return { author: null, text: words.erase.said }
  if (chat.preview === '' && chat.last <= 1) return { author: null, text: words.inbox.noText }
  return { author: authorOf(chat, me), text: colourful(chat.preview) || words.inbox.attach }
}

function authorOf(
  { previewFrom, previewAgent, bot }: Pick<Previewed, 'previewFrom' | 'previewAgent' | 'bot'>,
  me: number,
): string | null {
  if (previewFrom === 'agent')
    return previewAgent ? (previewAgent.id === me ? words.inbox.you : previewAgent.name) : words.inbox.agent
  return previewFrom === 'bot' ? (bot?.name ?? words.inbox.bot) : null
}
