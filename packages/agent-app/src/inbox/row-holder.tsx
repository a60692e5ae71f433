import type { ChatForMe } from '@deskbell/protocol/agent/chat'
import { Bot } from 'lucide-react'
import { AgentFace } from '../team/agent-face.tsx'
import { words } from '../words/index.ts'

type Props = { chat: ChatForMe; me: number; isMine: boolean }

/** Who answers the chat: a bot, or the agent who holds it. In the list of the agent's own chats all rows have the same. */
export function RowHolder({ chat: { state, owner, bot, agent }, me, isMine }: Props) {
  if (state === 'open' && owner === 'bot') {
    const said = words.inbox.heldBy(bot?.name ?? words.inbox.bot)
    return (
      <span title={said} className="grid size-5 shrink-0 place-items-center rounded-full bg-tint text-accent">
        <Bot aria-hidden="true" className="size-3.5" />
        <span className="sr-only">{said}</span>
      </span>
    )
  }
  if (agent === null || isMine) return null
  const said = agent.id === me ? words.inbox.heldByYou : words.inbox.heldBy(agent.name)
  return (
    <span title={said} className="inline-flex shrink-0">
      <AgentFace agent={agent} />
      <span className="sr-only">{said}</span>
    </span>
  )
}
