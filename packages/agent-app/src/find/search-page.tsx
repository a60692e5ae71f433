import { SEARCH_GROUPS, type SearchGroup } from '@deskbell/protocol/agent/search-groups'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { useSearchParams } from 'wouter'
import { navigate } from 'wouter/use-browser-location'
import { useEnd } from '../ui/use-end.ts'
import { useSession } from '../live/react.ts'
import { readThread } from '../live/history.ts'
import { places } from '../places.ts'
import { Page } from '../ui/page.tsx'
import { LoadingRows, LoadProblem, NeedsConnection, useOnline } from '../ui/states.tsx'
import { groupQuery, searchQuery } from './queries.ts'
import { keepSearch } from './recent.ts'
import { type AnyFound, Results, type ResultGroup } from './results.tsx'
import { SearchBox } from './search-box.tsx'
import { SearchStart } from './search-start.tsx'
import { leaveSearch } from './leave.ts'
import { findWords } from './words.ts'

const w = findWords.search

/** The agent has stopped typing for this time when the address follows, ms. */
const TYPED = 400
/** And when the server is asked. */
const ASKED = 80

const keyOf = (group: SearchGroup, one: AnyFound) => `found-${group}-${'contact' in one ? one.contact : one.chat}`

/** The search over people, contacts, chats, messages and notes. What is searched is in the address. */
export default function SearchPage() {
  const [search, setSearch] = useSearchParams()
  const { live } = useSession()
  const inAddress = search.get('q') ?? ''
  const only = SEARCH_GROUPS.find((one) => one === search.get('in')) ?? null
  const [typed, setTyped] = useState(inAddress)
  const [asked, setAsked] = useState(inAddress)
  const [at, setAt] = useState(0)
  /** The agent has pressed Enter before the answer came. */
  const [opensNext, setOpensNext] = useState(false)
  const online = useOnline()
  useEffect(() => {
    const timer = setTimeout(() => setAsked(typed.trim()), ASKED)
    return () => clearTimeout(timer)
  }, [typed])
  useEffect(() => {
    if (typed.trim() === inAddress) return
    const timer = setTimeout(() => setSearch(toSearch(typed.trim(), only), { replace: true }), TYPED)
    return () => clearTimeout(timer)
  }, [typed, inAddress, only, setSearch])

  const first = useQuery({ ...searchQuery(asked), enabled: asked !== '' && only === null })
  const whole = useInfiniteQuery({ ...groupQuery(asked, only ?? 'messages'), enabled: asked !== '' && only !== null })
  const query = only === null ? first : whole
  const { error, isPlaceholderData } = query
  // The same until another answer comes, so that what is drawn can be compared with it.
  const groups = useMemo(
    (): ResultGroup[] | undefined =>
      only
        ? whole.data && [
            {
              group: only,
              found: whole.data.pages.flatMap((page): readonly AnyFound[] => page[only]?.found ?? []),
              more: false,
            },
          ]
        : first.data &&
          SEARCH_GROUPS.map((group) => ({
            group,
            found: first.data[group]?.found ?? [],
            more: first.data[group]?.next != null,
          })),
    [only, whole.data, first.data],
  )
  const isStart = typed.trim() === ''
  const isWaiting = !online && (isPlaceholderData || !groups)
  const drawn = useDeferredValue(groups)
  const shown = isStart || isWaiting ? undefined : drawn?.filter(({ found }) => found.length > 0)
  const rows = shown?.flatMap(({ group, found }) => found.map((one) => ({ key: keyOf(group, one), group, found: one })))
  // What is shown may still be the answer to what was typed before.
  const isCurrent = asked === typed.trim() && !isPlaceholderData && drawn === groups
  const active = rows?.[Math.min(at, rows.length - 1)]

  const open = (group: SearchGroup, one: AnyFound) => {
    keepSearch(typed.trim())
    setSearch(toSearch(typed.trim(), only), { replace: true })
    if ('contact' in one) return navigate(places.contact(one.contact))
    const { chat, state, snippet } = one
    void readThread(live, chat)
    const isText = group === 'messages' || group === 'notes'
    navigate(places.chat(state === 'open' ? 'all' : 'closed', chat, isText ? snippet?.n : undefined))
  }
  const openNow = useEffectEvent(() => {
    if (active) open(active.group, active.found)
  })
  useEffect(() => {
    if (opensNext && isCurrent) openNow()
  }, [opensNext, isCurrent])
  const choose = (q: string) => {
    setTyped(q)
    setAt(0)
    setOpensNext(false)
  }
  const end = useEnd(() => {
    if (only && whole.hasNextPage && !whole.isFetchingNextPage && !whole.isFetchNextPageError)
      void whole.fetchNextPage()
  })
  const tabs = [null, ...SEARCH_GROUPS].map((group) => ({
    name: group === null ? w.all : w.groups[group],
    href: places.search(typed.trim(), group ?? undefined),
    isHere: group === only,
  }))

  return (
    <Page
      title={w.title}
      help={<span className="pointer-coarse:hidden max-sm:hidden">{w.keys}</span>}
      bar={
        <SearchBox
          value={typed}
          active={active?.key}
          count={rows?.length ?? 0}
          onChange={choose}
          onMove={(by) => setAt(Math.max(0, Math.min((rows?.length ?? 1) - 1, at + by)))}
          onOpen={() => (isCurrent ? active && open(active.group, active.found) : setOpensNext(!isStart))}
          onLeave={() => leaveSearch(navigate)}
        />
      }
      {...(!isStart && { tabs: { label: w.groupsLabel, all: tabs } })}
    >
      <p role="status" className="sr-only">
        {rows && !isPlaceholderData && asked !== '' && (rows.length === 0 ? w.none(asked) : w.found(rows.length))}
      </p>
      {isStart ? (
        <SearchStart onChoose={choose} />
      ) : error && !groups ? (
        <LoadProblem title={w.failed} error={error} onRetry={() => void query.refetch()} />
      ) : isWaiting ? (
        <NeedsConnection />
      ) : !shown || (isPlaceholderData && shown.length === 0) ? (
        <div className="mt-4">
          <LoadingRows rows={6} className="h-14" />
        </div>
      ) : (
        <Results
          q={asked}
          groups={shown}
          active={active?.key}
          isOld={isPlaceholderData}
          keyOf={keyOf}
          onOpen={open}
          end={only && whole.hasNextPage ? end : undefined}
        />
      )}
    </Page>
  )
}

const toSearch = (q: string, group: SearchGroup | null): URLSearchParams =>
  new URLSearchParams({ ...(q !== '' && { q }), ...(group && { in: group }) })
