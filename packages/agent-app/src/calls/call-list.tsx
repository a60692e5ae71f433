import { useInfiniteQuery } from '@tanstack/react-query'
import { Phone, PhoneMissed } from 'lucide-react'
import { useRef } from 'react'
import { useCommands } from '../commands/registry.ts'
import { Missing } from '../missing.tsx'
import type { ScreenProps } from '../nav/rooms.ts'
import { places } from '../places.ts'
import { cx } from '../ui/cx.ts'
import { Empty } from '../ui/empty.tsx'
import { ListEnd } from '../ui/list-end.tsx'
import { LIST } from '../ui/list.ts'
import { Notice } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import { LoadingRows, LoadProblem } from '../ui/states.tsx'
import { words } from '../words/index.ts'
import { moveIn, onListKey } from './call-back.tsx'
import { CallRow } from './call-row.tsx'
import { type CallFilter, callsQuery } from './query.ts'
import { callWords as w } from './words.ts'

/** All calls, or those that no agent has answered. Which ones is in the address. */
export default function Calls({ rest: [which, ...more] }: ScreenProps) {
  if (more.length > 0 || (which !== undefined && which !== 'missed')) return <Missing />
  return <CallScreen key={which ?? 'all'} state={which ?? 'all'} />
}

function CallScreen({ state }: { state: CallFilter }) {
  const query = useInfiniteQuery(callsQuery(state))
  const { data, error, isFetchNextPageError, isPlaceholderData } = query
  const calls = data?.pages.flatMap((page) => page.calls)
  const list = useRef<HTMLUListElement>(null)
  useCommands({ 'list.next': () => moveIn(list.current, 1), 'list.previous': () => moveIn(list.current, -1) })
  const tabs = [
    { name: w.all, href: places.calls, isHere: state === 'all' },
    { name: w.missed, href: places.missedCalls, isHere: state === 'missed' },
  ]
  return (
    <Page title={w.title} help={w.help} tabs={{ label: w.which, all: tabs }}>
      {state === 'missed' && <p className="mb-3 text-sm text-muted text-pretty">{w.missedHelp}</p>}
      {error && calls && !isFetchNextPageError && (
        <Notice tone="warm" className="mb-3">
          {words.offline.stopped}
        </Notice>
      )}
      {error && !calls ? (
        <LoadProblem title={w.failedLoad} error={error} onRetry={() => void query.refetch()} />
      ) : !calls ? (
        <LoadingRows rows={5} />
      ) : calls.length === 0 ? (
        <Empty icon={state === 'missed' ? PhoneMissed : Phone} title={w.empty[state]}>
          {state === 'all' && w.emptyHelp}
        </Empty>
      ) : (
        <ul
          ref={list}
          aria-label={w.list}
          onKeyDown={onListKey}
          className={cx(LIST, 'transition-opacity', isPlaceholderData && 'opacity-60')}
        >
          {calls.map((one) => (
            <CallRow key={one.id} call={one} />
          ))}
        </ul>
      )}
      <ListEnd query={query} end={words.offline.end} />
    </Page>
  )
}
