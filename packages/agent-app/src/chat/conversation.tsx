import type { ChatForMe } from '@deskbell/protocol/agent/chat'
import { CloudOff, SearchX } from 'lucide-react'
import { memo } from 'react'
import { whoOf } from '../inbox/who.ts'
import { useCell, useCells, useSession } from '../live/react.ts'
import { NO_THREAD } from '../live/state.ts'
import type { List } from '../live/lists.ts'
import { outcome } from '../macros/target.ts'
import { Button } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { words } from '../words/index.ts'
import { later } from '../ui/later.tsx'
import { Answer } from './answer.tsx'
import { Header } from './header.tsx'
import { Messages } from './messages.tsx'
import { MessageSkeletons } from './message-skeletons.tsx'
import { TypingLine } from './typing-line.tsx'

const MacroOutcome = later(() => import('../macros/outcome.tsx'))
const OfferBar = later(() => import('./offer-bar.tsx'))
const WaitingList = later(() => import('../waiting/waiting-list.tsx'))
const isWaiting = ({ state, scheduled, snoozed }: ChatForMe) => state === 'open' && Boolean(scheduled ?? snoozed)

const isOffered = ({ state, offer, asked }: ChatForMe) => state === 'open' && Boolean(offer ?? asked)

/** One chat: who it is with, its messages, and the field for the answer. */
export const Conversation = memo(function Conversation({ id, view }: { id: number; view: List }) {
  const { live, open } = useSession()
  const chat = useCells(live.chats, id)
  const ran = useCell(outcome)
  const { thread, loading } = useCells(live.threads, id) ?? NO_THREAD

  return (
    <>
      <Header id={id} view={view} chat={chat} broken={loading.state === 'failed'} />
      {loading.state === 'failed' && !(chat && thread) ? (
        <div role="alert" className="flex flex-1">
          <Empty
            icon={chat ? CloudOff : SearchX}
            title={words.chat.failedLoad}
            action={<Button onClick={() => open(id)}>{words.common.retry}</Button>}
          >
            {loading.problem}
          </Empty>
        </div>
      ) : (
        <>
          {chat && thread ? <Messages chat={chat} thread={thread} view={view} /> : <MessageSkeletons />}
          {chat && isWaiting(chat) && <WaitingList chat={chat} />}
          {chat && isOffered(chat) && <OfferBar chat={chat} />}
          {ran?.chat === id && <MacroOutcome key={ran.key} of={ran} />}
          <TypingLine id={id} name={chat ? whoOf(chat) : null} />
          {chat && <Answer chat={chat} view={view} ready={thread !== null} />}
        </>
      )}
    </>
  )
})
