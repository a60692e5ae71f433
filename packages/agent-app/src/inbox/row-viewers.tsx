import type { ChatForMe } from '@deskbell/protocol/agent/chat'
import { Eye, PencilLine } from 'lucide-react'
import { sayWriter, useColleagues } from '../chat/colleagues.ts'
import { AgentFace } from '../team/agent-face.tsx'
import { words } from '../words/index.ts'

/** Another agent looks at the chat now, or writes in it. The holder's face is in the row already. */
export function RowViewers({ chat }: { chat: ChatForMe }) {
  const { viewing, writer } = useColleagues(chat.id, chat.agent)
  const shown = writer ?? viewing.find(({ id }) => id !== chat.agent?.id)
  if (!shown) return null
  const said = writer ? sayWriter(writer) : words.looking.viewing(viewing.map(({ name }) => name))
  const Sign = writer ? PencilLine : Eye
  return (
    <span title={said} className="inline-flex shrink-0 animate-appear items-center gap-0.5 text-accent">
      <Sign aria-hidden="true" className="size-3.5" />
      {shown.id !== chat.agent?.id && <AgentFace agent={shown} />}
      <span className="sr-only">{said}</span>
    </span>
  )
}
