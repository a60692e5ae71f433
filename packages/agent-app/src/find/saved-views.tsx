import { useQuery } from '@tanstack/react-query'
import { Settings2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { readView } from '../live/inbox.ts'
import type { List } from '../live/lists.ts'
import { useCells, useSession } from '../live/react.ts'
import { places } from '../places.ts'
import { IconButton } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { words } from '../words/index.ts'
import { ManageViews } from './manage-views.tsx'
import { viewsQuery } from './queries.ts'
import { listOf, useViewInUse } from './view-in-use.ts'
import { findWords } from './words.ts'
import { Link } from '../ui/link.tsx'

const w = findWords.views

/** The views of which the counts are kept: their first pages are read once, and events keep them up to date. */
const COUNTED = 8
/** They are read when the inbox has had time to load, ms. */
const CALM = 1500

/** The saved views of the agent, in one line that scrolls. */
export default function SavedViews({ list }: { list: List }) {
  const { live } = useSession()
  const { data } = useQuery(viewsQuery)
  const views = data ?? []
  useViewInUse(list, data)
  const [managing, setManaging] = useState(false)
  const counted = views.slice(0, COUNTED).map(listOf).join(' ')
  useEffect(() => {
    if (counted === '') return
    const timer = setTimeout(() => {
      for (const one of counted.split(' ')) void readView(live, one as List)
    }, CALM)
    return () => clearTimeout(timer)
  }, [live, counted])
  if (views.length === 0) return null
  return (
    <div className="-my-0.5 flex items-center gap-0.5">
      <nav aria-label={w.label} className="flex min-w-0 flex-1 [scrollbar-width:none] gap-1 overflow-x-auto p-0.5">
        {views.map((view) => (
          <ViewChip key={view.id} name={view.name} list={listOf(view)} isHere={listOf(view) === list} />
        ))}
      </nav>
      <IconButton label={w.manage} onClick={() => setManaging(true)} className="size-7">
        <Settings2 aria-hidden="true" className="size-4" />
      </IconButton>
      <ManageViews views={views} open={managing} onOpenChange={setManaging} />
    </div>
  )
}

/** The current view is scrolled into sight. */
const intoSight = (link: HTMLAnchorElement | null) => link?.scrollIntoView({ block: 'nearest', inline: 'nearest' })

function ViewChip({ name, list, isHere }: { name: string; list: List; isHere: boolean }) {
  const state = useCells(useSession().live.views, list)
  const count = state?.extent ? words.inbox.count(state.ids.length, state.extent.next !== null) : ''
  return (
    <Link
      href={places.view(list)}
      aria-current={isHere ? 'page' : undefined}
      ref={isHere ? intoSight : null}
      className={cx(
        'flex h-7 max-w-44 shrink-0 items-center gap-1.5 rounded-md border px-2 text-sm transition-colors',
        isHere ? 'border-accent bg-tint font-medium text-accent-strong' : 'border-line text-soft hover:bg-hover',
      )}
    >
      <bdi className="truncate">{name}</bdi>
      {count !== '' && count !== '0' && (
        <span
          title={words.inbox.chats(state?.ids.length ?? 0, state?.extent?.next !== null)}
          className="text-xs text-muted"
        >
          {count}
        </span>
      )}
    </Link>
  )
}
