import { CheckCheck, Inbox, SearchX, UserRound, Archive, CloudOff } from 'lucide-react'
import { useCallback, useEffect, useLayoutEffect, useRef } from 'react'
import { Virtualizer, type VirtualizerHandle } from 'virtua'
import { useLocation } from 'wouter'
import { readMore, readView, refreshInbox } from '../live/inbox.ts'
import { useCell, useSession } from '../live/react.ts'
import type { View } from '../live/views.ts'
import { places } from '../places.ts'
import { Button } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { words } from '../words/index.ts'
import { ChatRow } from './chat-row.tsx'
import { active, askFocus, filter, focusAsked, rowId } from './list-state.ts'
import { RowSkeletons } from './row-skeletons.tsx'
import { useList } from './use-list.ts'

const ICONS = { waiting: CheckCheck, mine: UserRound, all: Inbox, closed: Archive }
/** Distance from the end (px) at which the next page is fetched. */
const AHEAD = 600

/** The chats of a view: a listbox with one row in the tab order, moved by arrow keys, Home, End and Enter. */
export function ChatList({ view, open }: { view: View; open: number | null }) {
  const { live } = useSession()
  const { ids, extent, loading } = useList(view)
  const filtering = useCell(filter) !== ''
  const current = useCell(active)
  const focusRequest = useCell(focusAsked)
  const [, navigate] = useLocation()
  const scroller = useRef<HTMLDivElement>(null)
  const list = useRef<VirtualizerHandle>(null)

  const wanted = ids.indexOf(current ?? -1)
  const opened = ids.indexOf(open ?? -1)
  const tabbable = wanted >= 0 ? wanted : Math.max(0, opened)

  const more = useCallback(() => {
    const box = scroller.current
    if (box && box.scrollHeight - box.scrollTop - box.clientHeight < AHEAD) void readMore(live, view)
  }, [live, view])
  useEffect(more, [more, ids.length, extent])

  // A row far away is not rendered, so it is scrolled into view before it is focused.
  const answered = useRef(focusRequest)
  useLayoutEffect(() => {
    if (focusRequest === answered.current) return
    answered.current = focusRequest
    const id = ids[tabbable]
    if (id === undefined) return
    list.current?.scrollToIndex(tabbable, { align: 'nearest' })
    const row = () => document.getElementById(rowId(id))
    if (row()) row()?.focus({ preventScroll: true })
    else requestAnimationFrame(() => row()?.focus({ preventScroll: true }))
  }, [focusRequest, ids, tabbable])

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
      active.set(id)
      navigate(places.chat(view, id))
    },
    [navigate, view],
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
    return (
      <div role="alert" className="flex flex-1">
        <Empty
          icon={CloudOff}
          title={words.inbox.failedLoad}
          action={<Button onClick={() => void readView(live, view)}>{words.common.retry}</Button>}
        >
          {loading.problem}
        </Empty>
      </div>
    )
  }
  if (!extent) return <RowSkeletons />
  if (ids.length === 0 && filtering) {
    return (
      <Empty
        icon={SearchX}
        title={words.inbox.noMatch}
        action={<Button onClick={() => filter.set('')}>{words.inbox.clearFilter}</Button>}
      >
        {words.inbox.noMatchHelp}
      </Empty>
    )
  }
  if (ids.length === 0 && extent.next === null) {
    const [title, text] = words.inbox.empty[view]
    return (
      <Empty icon={ICONS[view]} title={title}>
        {text}
      </Empty>
    )
  }
  return (
    <div ref={scroller} onScroll={more} className="min-h-0 flex-1 overflow-y-auto overscroll-contain">
      <div
        role="listbox"
        aria-label={words.inbox.list(words.inbox.views[view])}
        onKeyDown={onKeyDown}
        onFocus={onFocus}
        onBlur={onBlur}
        className="p-1.5"
      >
        <Virtualizer
          ref={list}
          scrollRef={scroller}
          startMargin={6}
          data={ids}
          keepMounted={ids.length ? [tabbable] : []}
        >
          {(id, index) => (
            <ChatRow
              key={id}
              id={id}
              view={view}
              open={id === open}
              tabbable={index === tabbable}
              position={index + 1}
              size={extent.next === null ? ids.length : -1}
              onOpen={openChat}
            />
          )}
        </Virtualizer>
      </div>
      {extent.next !== null && (
        <div className="grid h-14 place-items-center text-muted">
          {loading.state === 'failed' ? (
            <Button size="sm" onClick={() => void (ids.length ? readMore(live, view) : refreshInbox(live))}>
              {words.common.retry}
            </Button>
          ) : (
            <Spinner />
          )}
        </div>
      )}
    </div>
  )
}
