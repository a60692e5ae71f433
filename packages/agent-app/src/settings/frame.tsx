import type { ReactNode } from 'react'
import { useCell, useSession } from '../live/react.ts'
import { cx } from '../ui/cx.ts'
import { PageFoot } from '../ui/page.tsx'
import { words } from '../words/index.ts'
import { DocsLink } from './docs-link.tsx'
import { type Section, sectionsFor } from './sections.ts'
import { Link } from '../ui/link.tsx'

/** When the strip overflows, the current section is scrolled into view. */
const intoSight = (link: HTMLAnchorElement | null) => link?.scrollIntoView({ block: 'nearest', inline: 'center' })

/**
 * The sections beside the current one; on a tablet in a strip above it, so that it keeps its width. A phone has them
 * in the sheet behind "More".
 */
export function SettingsFrame({ here, children }: { here: Section; children: ReactNode }) {
  const { role } = useCell(useSession().live.me)
  const sections = sectionsFor(role)
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col lg:flex-row">
      <nav
        aria-label={words.settings.title}
        className="hidden shrink-0 border-line bg-canvas md:flex md:[scrollbar-width:none] md:overflow-x-auto md:border-b md:px-3 lg:block lg:w-56 lg:overflow-y-auto lg:border-e lg:border-b-0 lg:px-2 lg:pb-4"
      >
        <p className="hidden h-14 items-center px-2.5 text-lg font-semibold lg:flex">{words.settings.title}</p>
        {sections.map((section, at) => {
          const { href, icon: Icon, label, group } = section
          const isHere = section === here
          return (
            <div key={href} className="contents lg:block">
              {group !== sections[at - 1]?.group && (
                <p className="hidden px-2.5 pt-3 pb-1 text-xs font-medium text-muted lg:block">
                  {words.settings.groups[group]}
                </p>
              )}
              <Link
                href={href}
                aria-current={isHere ? 'page' : undefined}
                ref={isHere ? intoSight : null}
                className={cx(
                  'flex items-center gap-2.5 font-medium whitespace-nowrap transition-colors max-lg:-mb-px max-lg:border-b-2 max-lg:px-3 max-lg:py-3 max-lg:text-sm focus-visible:-outline-offset-2',
                  'lg:h-8 lg:rounded-lg lg:px-2.5',
                  isHere
                    ? 'text-ink max-lg:border-accent lg:bg-tint lg:text-accent-strong'
                    : 'text-soft max-lg:border-transparent hover:text-ink lg:hover:bg-well',
                )}
              >
                <Icon aria-hidden="true" className={cx('hidden size-4 lg:block', !isHere && 'text-muted')} />
                {label}
              </Link>
            </div>
          )
        })}
        <DocsLink of={here} className="max-lg:ms-auto max-lg:py-3 max-lg:ps-3 lg:mt-4 lg:h-8 lg:px-2.5" />
      </nav>
      <div className="flex min-h-0 min-w-0 flex-1">
        <PageFoot value={<DocsLink of={here} />}>{children}</PageFoot>
      </div>
    </div>
  )
}
