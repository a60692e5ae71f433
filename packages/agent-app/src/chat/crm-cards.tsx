import type { ChatForMe } from '@deskbell/protocol/agent/chat'
import { useQueries } from '@tanstack/react-query'
import { saying } from '../api/client.ts'
import { entryQuery } from '../api/queries.ts'
import type { Item } from '../live/fold.ts'
import { useCells, useSession } from '../live/react.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { words } from '../words/index.ts'
import { answersOf, type CrmAnswer, isAssigned, missingOf } from './crm-answers.ts'
import { CrmCard } from './crm-card.tsx'

const w = words.crm
const NONE: readonly Item[] = []
const isAnswer = (entry: { type: string } | undefined): entry is CrmAnswer => entry?.type === 'crm.answered'

/** The CRM cards beside the chat, shown as soon as an answer arrives (C11). */
export function CrmCards({ chat }: { chat: ChatForMe }) {
  const { live } = useSession()
  const thread = useCells(live.threads, chat.id)?.thread
  const items = thread?.folded.items ?? NONE
  // Until the newest page is loaded, the missing answers are unknown.
  const missing = thread ? missingOf(chat, items) : []
  const fetched = useQueries({ queries: missing.map((n) => entryQuery(chat.id, n)) })
  const answers = answersOf(
    items,
    fetched.map(({ data }) => data).filter((entry) => isAnswer(entry)),
  )
  const failed = fetched.filter(({ error }) => error)
  return (
    <>
      {answers.map((answer) => (
        <CrmCard
          key={answer.webhook}
          chat={chat}
          answer={answer}
          assigned={answer.link !== undefined && isAssigned(answer.link, chat, items)}
        />
      ))}
      {failed[0] && (
        <div className="border-b border-line px-4 py-3">
          <Notice>
            <p>
              {w.failedLoad} {saying(failed[0].error)}
            </p>
            <Button size="sm" className="mt-2 mb-1" onClick={() => failed.forEach(({ refetch }) => void refetch())}>
              {words.common.retry}
            </Button>
          </Notice>
        </div>
      )}
    </>
  )
}
