import type { ChatForMe } from '@deskbell/protocol/agent/chat'
import { ArrowDown } from 'lucide-react'
import { useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { Virtualizer, type VirtualizerHandle } from 'virtua'
import { readOlder } from '../live/history.ts'
import { withoutEntry, withoutStored } from '../live/pending-messages.ts'
import { reachedOf } from '../live/reached.ts'
import { useCell, useCells, useSession } from '../live/react.ts'
import type { Thread } from '../live/thread.ts'
import { unreadOf, type View } from '../live/views.ts'
import { Button } from '../ui/button.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { words } from '../words/index.ts'
import { firstUnreadOf, type Row, toRows } from './rows.ts'
import { RowView } from './row-view.tsx'
import { useStick } from './use-stick.ts'

/** Distance from the top (px) at which earlier entries are fetched. */
const AHEAD = 500

/** The list of messages. Earlier entries are added above without moving the visible ones. */
export function Messages({ chat, thread, view }: { chat: ChatForMe; thread: Thread; view: View }) {
  const session = useSession()
  const { live } = session
  const me = useCell(live.me).id
  const pendingMessages = useCells(live.pending, chat.id)
  const older = useCells(live.threads, chat.id)?.older
  const box = useRef<HTMLDivElement>(null)
  const list = useRef<VirtualizerHandle>(null)
  const { items } = thread.folded
  const reached = reachedOf(chat, items, useCells(live.reached, chat.id))
  // Fixed when the chat is opened: reading does not move the mark.
  const [firstUnread] = useState(() => firstUnreadOf(items, unreadOf(chat)))

  const rows = useMemo(
    () =>
      toRows(items, withoutEntry(withoutStored(pendingMessages ?? [], thread.last), items, me), {
        complete: !thread.more,
        firstUnread,
        me,
      }),
    [items, pendingMessages, me, thread.more, thread.last, firstUnread],
  )
  // virtua must keep the distance to the end only in the render that prepends rows.
  const [shown, setShown] = useState({ rows, first: thread.first, shift: false })
  if (shown.rows !== rows) setShown({ rows, first: thread.first, shift: thread.first < shown.first })
  const [left, setLeft] = useState(thread.last)
  const { atEnd, toEnd, onScroll } = useStick(box, list, rows.length, {
    onLeave: () => setLeft(thread.last),
    onMove(top) {
      if (top < AHEAD && older?.state !== 'failed') void readOlder(live, chat.id)
    },
  })

  // The agent's own message always scrolls to the end.
  const newest = rows.at(-1)
  const newestPending = newest?.kind === 'pending' ? newest.key : null
  const onPending = useEffectEvent(toEnd)
  useLayoutEffect(() => {
    if (newestPending !== null) onPending()
  }, [newestPending])

  const below = atEnd
    ? 0
    : items.filter((item) => item.n > left && item.kind === 'message' && item.agent?.id !== me).length

  useEffect(() => {
    const look = () => {
      if (atEnd && document.visibilityState === 'visible' && document.hasFocus()) session.read(chat.id)
    }
    look()
    addEventListener('focus', look)
    document.addEventListener('visibilitychange', look)
    return () => {
      removeEventListener('focus', look)
      document.removeEventListener('visibilitychange', look)
    }
  }, [session, chat, thread.last, atEnd])

  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <div
        ref={box}
        role="log"
        aria-live="off"
        aria-label={words.chat.messages}
        tabIndex={0}
        onScroll={onScroll}
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain [overflow-anchor:none] focus-visible:-outline-offset-2"
      >
        <div className="flex min-h-full flex-col justify-end">
          <div className="mx-auto w-full max-w-[52rem]">
            <Virtualizer ref={list} scrollRef={box} shift={shown.shift} data={shown.rows}>
              {(row: Row) => <RowView key={row.key} row={row} chat={chat} view={view} me={me} reached={reached} />}
            </Virtualizer>
          </div>
        </div>
      </div>
      {older?.state === 'busy' && (
        <div role="status" className="pointer-events-none absolute inset-x-0 top-2 flex justify-center">
          <span className="rounded-full border border-line bg-raised p-1.5 text-muted shadow-low">
            <Spinner />
            <span className="sr-only">{words.chat.loadingOlder}</span>
          </span>
        </div>
      )}
      {older?.state === 'failed' && (
        <div role="alert" className="absolute inset-x-0 top-2 flex justify-center">
          <span className="flex items-center gap-2 rounded-full border border-line bg-raised py-1 ps-3 pe-1 text-sm shadow-low">
            {words.chat.olderFailed}
            <Button size="sm" kind="quiet" onClick={() => void readOlder(live, chat.id)}>
              {words.common.retry}
            </Button>
          </span>
        </div>
      )}
      {!atEnd && (
        <div className="pointer-events-none absolute inset-x-0 bottom-2 flex justify-center">
          <button
            type="button"
            onClick={toEnd}
            className="pointer-events-auto inline-flex h-8 animate-appear items-center gap-1.5 rounded-full border border-line bg-raised px-3 text-sm font-medium text-accent shadow-raised hover:bg-hover"
          >
            <ArrowDown aria-hidden="true" className="size-4" />
            {below > 0 ? words.chat.newMessages(below) : <span className="sr-only">{words.chat.toEnd}</span>}
          </button>
        </div>
      )}
    </div>
  )
}
