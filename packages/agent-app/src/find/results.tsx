import type { Found, FoundContact } from '@deskbell/protocol/agent/search'
import type { SearchGroup } from '@deskbell/protocol/agent/search-groups'
import { SearchX } from 'lucide-react'
import { useEffect } from 'react'
import { places } from '../places.ts'
import { cx } from '../ui/cx.ts'
import { Empty } from '../ui/empty.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { FoundContactRow } from './found-contact-row.tsx'
import { FoundRow } from './found-row.tsx'
import { RESULTS_ID } from './search-box.tsx'
import { findWords } from './words.ts'
import { Link } from '../ui/link.tsx'

const w = findWords.search

/** A chat or a visitor, or a contact without a chat. */
export type AnyFound = Found | FoundContact
export type ResultGroup = { group: SearchGroup; found: readonly AnyFound[]; more: boolean }

type Props = {
  q: string
  groups: readonly ResultGroup[]
  active: string | undefined
  /** They are results of what was typed before. */
  isOld: boolean
  keyOf: (group: SearchGroup, found: AnyFound) => string
  onOpen: (group: SearchGroup, found: AnyFound) => void
  /** The end of a list that goes on. */
  end: ((end: HTMLElement | null) => void) | undefined
}

/** The results by group. */
export function Results({ q, groups, active, isOld, keyOf, onOpen, end }: Props) {
  useEffect(() => {
    if (active !== undefined) document.getElementById(active)?.scrollIntoView({ block: 'nearest' })
  }, [active])
  if (groups.length === 0) {
    return (
      <Empty icon={SearchX} title={w.none(q)}>
        {w.noneHelp}
      </Empty>
    )
  }
  return (
    <>
      <div
        id={RESULTS_ID}
        role="listbox"
        aria-label={w.results}
        className={cx('mt-3 flex flex-col gap-4 transition-opacity', isOld && 'opacity-60')}
      >
        {groups.map(({ group, found }) => (
          <div key={group} role="group" aria-label={w.groups[group]}>
            <p aria-hidden="true" className="px-3 pb-1 text-xs font-semibold text-muted">
              {w.groups[group]}
            </p>
            {found.map((one) => {
              const key = keyOf(group, one)
              const row = { id: key, isActive: key === active, onOpen: () => onOpen(group, one) }
              return 'contact' in one ? (
                <FoundContactRow key={key} {...row} found={one} />
              ) : (
                <FoundRow key={key} {...row} found={one} group={group} />
              )
            })}
          </div>
        ))}
      </div>
      <div className="flex flex-wrap gap-x-4 gap-y-1 px-3 pt-4">
        {groups
          .filter(({ more }) => more)
          .map(({ group }) => (
            <Link
              key={group}
              href={places.search(q, group)}
              className="text-sm font-medium text-accent underline-offset-2 hover:underline"
            >
              {w.showAll[group]}
            </Link>
          ))}
      </div>
      {end && (
        <div ref={end} className="flex justify-center p-4 text-muted">
          <Spinner />
        </div>
      )}
    </>
  )
}
