import type { ChatForMe } from '@deskbell/protocol/agent/chat'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { saying } from '../api/client.ts'
import { earlierQuery } from '../api/queries.ts'
import { whoOf } from '../inbox/who.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { words } from '../words/index.ts'
import { EarlierChatRow } from './earlier-chat.tsx'

const w = words.details.earlier

/** Element id of the section. */
export const EARLIER = 'earlier-chats'

/** The other chats of the same visitor (W18). */
export function Earlier({ chat }: { chat: ChatForMe }) {
  const title = useId()
  const { data, error, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery(
    earlierQuery(chat.id),
  )
  const chats = data?.pages.flatMap((page) => page.chats)
  return (
    <section id={EARLIER} aria-labelledby={title} className="relative border-b border-line px-4 py-3 last:border-b-0">
      <h2 id={title} className="text-sm font-semibold">
        {w.title}
      </h2>
      {chats && chats.length > 0 && (
        <ul aria-labelledby={title} className="-mx-2 mt-1.5 flex flex-col gap-0.5">
          {chats.map((one) => (
            <EarlierChatRow key={one.id} chat={one} name={whoOf(chat)} />
          ))}
        </ul>
      )}
      {chats?.length === 0 && <p className="mt-1 text-sm text-muted">{chat.visitor.chats > 1 ? w.hidden : w.first}</p>}
      {!data && !error && (
        <div role="status" className="mt-2 flex flex-col gap-2">
          <span className="sr-only">{words.common.loading}</span>
          <div className="skeleton h-9" />
          <div className="skeleton h-9" />
        </div>
      )}
      {error && (
        <Notice className="mt-2" silent={data !== undefined}>
          <p>
            {w.failedLoad} {saying(error)}
          </p>
          <Button size="sm" busy={isFetching} className="mt-2 mb-1" onClick={() => void refetch()}>
            {words.common.retry}
          </Button>
        </Notice>
      )}
      {!error && hasNextPage && (
        <Button size="sm" kind="quiet" busy={isFetchingNextPage} className="mt-1" onClick={() => void fetchNextPage()}>
          {w.more}
        </Button>
      )}
    </section>
  )
}
