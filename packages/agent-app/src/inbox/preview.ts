import type { ChatForMe } from '@deskbell/protocol/agent/chat'
import { words } from '../words/index.ts'
import { isolate } from '../words/isolate.ts'

type Previewed = Pick<ChatForMe, 'last' | 'preview' | 'previewFrom' | 'previewAgent' | 'bot' | 'erased'>

/** The newest message in one line, with its author unless the visitor wrote it. The author is not always the holder. */
export function previewOf({ last, preview, previewFrom, previewAgent, bot, erased }: Previewed, me: number): string {
  if (erased) return words.erase.said
  if (preview === '' && last <= 1) return words.inbox.noText
  if (previewFrom === 'agent') {
    const name = previewAgent ? (previewAgent.id === me ? words.inbox.you : previewAgent.name) : words.inbox.agent
    return `${isolate(name)}: ${preview || words.inbox.attach}`
  }
  if (previewFrom === 'bot') return `${isolate(bot?.name ?? words.inbox.bot)}: ${preview || words.inbox.attach}`
  return preview || words.inbox.attach
}
