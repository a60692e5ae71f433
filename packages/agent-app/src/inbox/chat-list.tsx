import { AlarmClock, CheckCheck, Inbox, UserRound, Archive } from 'lucide-react'
import { memo, useCallback, useDeferredValue, useEffect, useLayoutEffect, useRef } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { ChatMenus } from '../chat/chat-menus-later.tsx'
import { readThread } from '../live/history.ts'
import { readMore, readView, refreshInbox } from '../live/inbox.ts'
import { useCell, useSession } from '../live/react.ts'
import { isFiltered, type List, viewOf } from '../live/lists.ts'
import { places } from '../places.ts'
import { afterPaint, whenIdle } from '../ui/after-paint.ts'
import { Button } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { Empty } from '../ui/empty.tsx'
import { later } from '../ui/later.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { words } from '../words/index.ts'
import { ChatRow } from './chat-row.tsx'
import { density, ROW_HEIGHT, ROW_REM } from './density.ts'
import { active, askFocus, chatOfRow, filter, focusAsked, pointed, rowId } from './list-state.ts'
import { Prefetch } from './prefetch.ts'
import { INSTEAD, NoMatch, NoneFits, NotFound } from './no-chats.tsx'
import { RowSkeletons } from './row-skeletons.tsx'
import { useList } from './use-list.ts'
import { useRows } from './use-rows.ts'

const ListHint = later(() => import('../checklist/list-hint.tsx'))

const ICONS = { waiting: CheckCheck, mine: UserRound, all: Inbox, closed: Archive, snoozed: AlarmClock }
/** The number of rows before the end at which the next page is fetched. */
const AHEAD = 12

/** The chats of a list: a listbox with one row in the tab order, moved by arrow keys, Home, End and Enter. */
export const ChatList = memo(function ChatList({ view, open }: { view: List; open: number | null }) {
  const { live } = useSession()
  // While much happens, drawing the list gives way to the agent's clicks and keys.
  const { ids, extent, loading, list, isPending } = useDeferredValue(useList(view))
  const filtering = useCell(filter) !== ''
  const current = useCell(active)
  const focusRequest = useCell(focusAsked)
  const chosen = useCell(density)

  const wanted = ids.indexOf(current ?? -1)
  const opened = ids.indexOf(open ?? -1)
  const tabbable = wanted >= 0 ? wanted : Math.max(0, opened)

  const { scroller, probe, onScroll, first, last, show } = useRows(ids)
  useEffect(() => {
    if (extent && !isPending && last + AHEAD >= ids.length) void readMore(live, list)
  }, [live, list, isPending, last, ids.length, extent])

  const isThere = ids.length > 0
  useEffect(() => (isThere ? whenIdle(ChatMenus.preload) : undefined), [isThere])

  const answered = useRef(focusRequest)
  useLayoutEffect(() => {
    if (focusRequest === null || focusRequest === answered.current) return
    const id = ids[tabbable]
    if (id === undefined) return
    show(tabbable)
    // The row in the tab order is drawn wherever it is. Before the list is loaded, the request waits for it.
    const row = document.getElementById(rowId(id))
    if (!row) return
    answered.current = focusRequest
    row.focus({ preventScroll: true })
  }, [focusRequest, ids, tabbable, show])

  // When the focused row moves to another view, the row that takes its place is focused.
  const place = useRef({ at: 0, focused: false })
  useLayoutEffect(() => {
    const next = ids[Math.min(place.current.at, ids.length - 1)]
    if (wanted >= 0 || current === null || !place.current.focused || next === undefined) return
    active.set(next)
    askFocus()
  }, [ids, wanted, current])
  const onFocus = () => {
    place.current = { at: tabbable, focused: true }
  }
  const onBlur = (event: React.FocusEvent) => {
    // A removed row loses the focus without a new target; leaving a row has one.
    place.current.focused = event.relatedTarget === null && !event.target.isConnected
  }

  const openChat = useCallback(
    (id: number) => {
      // The request is on its way before anything is drawn.
      void readThread(live, id)
      navigate(places.chat(view, id))
      // The list follows when the conversation is drawn.
      afterPaint(() => active.set(id))
    },
    [live, view],
  )

  const onKeyDown = (event: React.KeyboardEvent) => {
    const steps: Record<string, number> = {
      ArrowDown: 1,
      ArrowUp: -1,
      Home: -ids.length,
      End: ids.length,
      PageDown: 8,
      PageUp: -8,
    }
    const step = steps[event.key]
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    const next = ids[Math.max(0, Math.min(ids.length - 1, tabbable + step))]
    if (next === undefined) return
    active.set(next)
    askFocus()
  }

  if (!extent && loading.state === 'failed') {
    return <NotFound title={words.inbox.failedLoad} help={loading.problem} onRetry={() => void readView(live, view)} />
  }
  if (!extent) return <RowSkeletons />
  if (ids.length === 0 && filtering) {
    if (loading.state === 'failed') {
      return (
        <NotFound title={words.inbox.failedSearch} help={loading.problem} onRetry={() => void readView(live, list)} />
      )
    }
    if (isPending) return <RowSkeletons />
    return <NoMatch />
  }
  if (ids.length === 0 && extent.next === null && isFiltered(view)) return <NoneFits view={view} />
  if (ids.length === 0 && extent.next === null) {
    const [title, text] = words.inbox.empty[viewOf(view)]
    return (
      <div className={INSTEAD}>
        <ListHint />
        <Empty icon={ICONS[viewOf(view)]} title={title}>
          {text}
        </Empty>
      </div>
    )
  }
  return (
    <div ref={scroller} onScroll={onScroll} className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-1.5">
      <div
        role="listbox"
        aria-label={words.inbox.list(words.inbox.views[viewOf(view)])}
        onKeyDown={onKeyDown}
        onFocus={onFocus}
        onBlur={onBlur}
        onPointerOver={(event) => pointed.set(chatOfRow(event.target))}
        onPointerLeave={() => pointed.set(null)}
        className="relative"
        style={{ height: `${ids.length * ROW_REM[chosen]}rem` }}
      >
        <div ref={probe} role="presentation" className={cx('invisible absolute w-px', ROW_HEIGHT[chosen])} />
        {drawn(first, Math.min(last, ids.length - 1), tabbable).map((index) => (
          <div
            key={ids[index]}
            role="presentation"
            className="absolute inset-x-0"
            style={{ top: `${index * ROW_REM[chosen]}rem` }}
          >
            <ChatRow
              id={ids[index]!}
              view={view}
              open={ids[index] === open}
              tabbable={index === tabbable}
              position={index + 1}
              size={extent.next === null ? ids.length : -1}
              density={chosen}
              onOpen={openChat}
            />
          </div>
        ))}
      </div>
      <Prefetch ids={ids} open={open} view={view} />
      {extent.next !== null && (
        <div className="grid h-14 place-items-center text-muted">
          {loading.state === 'failed' ? (
            <Button size="sm" onClick={() => void (ids.length ? readMore(live, list) : refreshInbox(live))}>
              {words.common.retry}
            </Button>
          ) : (
            <Spinner />
          )}
        </div>
      )}
    </div>
  )
})

/** The places of the drawn rows: those on the screen, and the one in the tab order. */
function drawn(first: number, last: number, tabbable: number): number[] {
  const places = Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index)
  if (tabbable < first) return [tabbable, ...places]
  return tabbable > last ? [...places, tabbable] : places
}
