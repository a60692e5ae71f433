import type { ChatForMe } from '@deskbell/protocol/agent/chat'
import { useQuery } from '@tanstack/react-query'
import { ArrowDown } from 'lucide-react'
import { startTransition, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { Virtualizer } from 'virtua'
import { chatCallsQuery } from '../api/calls.ts'
import { readOlder, shorten } from '../live/history.ts'
import { withoutEntry, withoutStored } from '../live/pending-messages.ts'
import { reachedOf } from '../live/reached.ts'
import { useCell, useCells, useSession } from '../live/react.ts'
import type { Thread } from '../live/thread.ts'
import type { List } from '../live/lists.ts'
import { unreadOf } from '../live/views.ts'
import { afterPaint } from '../ui/after-paint.ts'
import { Button } from '../ui/button.tsx'
import { later } from '../ui/later.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { words } from '../words/index.ts'
import { firstShown, firstUnreadOf, type Row, toRows } from './rows.ts'
import { RowView } from './row-view.tsx'
import { SaidBriefly } from './said-briefly.tsx'
import { divide, heightOfAll, tailFrom } from './tail.ts'
import { useMessageMenu } from './use-message-menu.ts'
import { useStick } from './use-stick.ts'
import { useWanted, useWantedEntry } from './use-wanted-entry.ts'

const MessageMenu = later(() => import('./message-menu.tsx'))

/** Distance from the top (px) at which earlier entries are fetched. */
const AHEAD = 500
/** At least so much of the window (px) is not the list. */
const AROUND = 140
/** The newest rows of this height (px) are drawn wherever they are; at first only a screenful. */
const PLAIN = 2500
/**
 * Far rows are drawn and measured this far (px) before they come into view. virtua keeps the position of what is below a
 * row when it measures the row out of sight only; on a busy device it draws a few steps of the reader too late.
 */
const BUFFER = 1200
/**
 * The height of a far row until it is measured, px; `h-10` below. Without it virtua draws the first ones in view only, to
 * learn it.
 */
const ROW = 40
/** New messages add to these rows, up to this height (px): each is about 25 kB of memory. */
const MOST = 2 * PLAIN
/** With so many entries, a conversation that goes on is shortened to its newest ones while its reader is at the end. */
const LONG = 1000
/**
 * The last of the rows that are drawn near the screen only. virtua keeps the position of a reader below its rows, but not
 * when the last one turns out higher or lower than it was thought to be: this one is as high as `ROW` and lies below the
 * first of the newest rows.
 */
const END = { kind: 'end', key: 'end' } as const

/**
 * The list of messages. The newest ones are drawn first, and the ones before them after that; far earlier ones are drawn
 * only near the screen. Earlier entries are added above without moving the visible ones.
 */
export function Messages({ chat, thread, view }: { chat: ChatForMe; thread: Thread; view: List }) {
  const session = useSession()
  const { live } = session
  const me = useCell(live.me).id
  const pendingMessages = useCells(live.pending, chat.id)
  const older = useCells(live.threads, chat.id)?.older
  const box = useRef<HTMLDivElement>(null)
  const { items } = thread.folded
  const reached = reachedOf(chat, items, useCells(live.reached, chat.id))
  // Fixed when the chat is opened: reading does not move the mark.
  const [opened] = useState(() => ({ unread: unreadOf(chat), last: chat.last }))
  const [marked, setMarked] = useState<number | null | 'unknown'>('unknown')
  // A chat that was read ahead may lack its newest entries, which come when it is open. Of many unread ones the first
  // may be among the earlier entries that are not loaded yet.
  const firstUnread =
    marked === 'unknown' && thread.last >= opened.last
      ? firstUnreadOf(items, { ...opened, complete: !thread.more })
      : marked
  if (firstUnread !== marked) setMarked(firstUnread)

  const { data: calls } = useQuery(chatCallsQuery(chat.id))
  const rows = useMemo(
    () =>
      toRows(items, withoutEntry(withoutStored(pendingMessages ?? [], thread.last), items, me), {
        complete: !thread.more,
        firstUnread: firstUnread === 'unknown' ? null : firstUnread,
        me,
        ...(calls && { calls }),
      }),
    [items, pendingMessages, calls, me, thread.more, thread.last, firstUnread],
  )
  const [from, setFrom] = useState(() => tailFrom(rows, innerHeight - AROUND, thread.first))
  const [isFilled, setFilled] = useState(false)
  const fill = useEffectEvent(() => {
    setFrom((was) => Math.min(was, tailFrom(rows, PLAIN, thread.first)))
    setFilled(true)
  })
  useEffect(() => afterPaint(() => startTransition(fill)), [])
  const wanted = useWanted()
  const drawnFrom = wanted !== null && wanted >= thread.first ? Math.min(from, wanted) : from
  const { before, newest: last } = useMemo(() => divide(rows, drawnFrom), [rows, drawnFrom])
  const far = useMemo(() => [...before, END], [before])
  const isWhole = isFilled || before.length === 0
  // virtua must keep the distance to the end only in the render that prepends rows.
  const [shown, setShown] = useState({ rows, first: thread.first, shift: false })
  if (shown.rows !== rows) setShown({ rows, first: thread.first, shift: thread.first < shown.first })
  const [left, setLeft] = useState(thread.last)
  const { atEnd, toEnd, toElement, onScroll, onAddedAbove } = useStick(box, {
    onLeave: () => setLeft(thread.last),
    onMove(top) {
      if (isWhole && top < AHEAD && older?.state !== 'failed') void readOlder(live, chat.id)
    },
  })

  // The rows before the first ones are drawn while the reader may have begun to scroll.
  useLayoutEffect(() => {
    if (isFilled) onAddedAbove()
  }, [isFilled, onAddedAbove])

  useWantedEntry(wanted, {
    loaded: { first: firstShown(rows) ?? thread.first, last: thread.last },
    drawnFrom,
    box,
    onFound(element, n) {
      toElement(element)
      setFrom((was) => Math.min(was, n))
    },
    onMissing: thread.more
      ? () => {
          // After a failure the agent is asked to try again; the entry stays wanted.
          if (older?.state !== 'failed') void readOlder(live, chat.id)
        }
      : undefined,
    reading: older,
  })
  // Not while drawing: React forgets what is set there while the transition of `fill` is under way.
  const trim = useEffectEvent(() => {
    if (heightOfAll(last) > MOST) setFrom(tailFrom(rows, PLAIN, thread.first))
  })
  useEffect(() => {
    if (wanted !== null || !isFilled || !atEnd) return
    return afterPaint(trim)
  }, [wanted, isFilled, atEnd, last])

  const long = isFilled && atEnd ? Math.floor(items.length / LONG) : 0
  useEffect(() => {
    if (long === 0) return
    let isCurrent = true
    void shorten(live, chat.id, () => isCurrent)
    return () => {
      isCurrent = false
    }
  }, [live, chat.id, long])

  const menu = useMessageMenu(box)
  const [told, setTold] = useState<string | null>(null)
  const chosen = menu.at && items.find(({ n }) => n === menu.at?.n)

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
    const cancel = afterPaint(look)
    addEventListener('focus', look)
    document.addEventListener('visibilitychange', look)
    return () => {
      cancel()
      removeEventListener('focus', look)
      document.removeEventListener('visibilitychange', look)
    }
  }, [session, chat, thread.last, atEnd])

  const draw = (row: Row | typeof END) =>
    row.kind === 'end' ? (
      <div key={row.key} className="h-10" />
    ) : (
      <RowView key={row.key} row={row} chat={chat} view={view} me={me} reached={reached} />
    )

  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <div
        ref={box}
        role="log"
        aria-live="off"
        aria-label={words.chat.messages}
        tabIndex={0}
        onScroll={onScroll}
        {...menu.handlers}
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain [overflow-anchor:none] focus-visible:-outline-offset-2"
      >
        <div className="flex min-h-full flex-col justify-end">
          <div className="mx-auto w-full max-w-[52rem]">
            {isFilled && (
              <Virtualizer scrollRef={box} shift={shown.shift} bufferSize={BUFFER} itemSize={ROW} data={far}>
                {draw}
              </Virtualizer>
            )}
            <div className={isFilled ? 'relative -mt-10' : undefined}>{last.map(draw)}</div>
          </div>
        </div>
      </div>
      {menu.at && chosen?.kind === 'message' && (
        <MessageMenu key={chosen.n} at={menu.at} item={chosen} chat={chat} onSaid={setTold} onClose={menu.close} />
      )}
      <SaidBriefly text={told} onOver={() => setTold(null)} />
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
