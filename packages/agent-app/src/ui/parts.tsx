import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import { words } from '../words/index.ts'
import { IconButton } from './button.tsx'
import { cx } from './cx.ts'

type Part = { name: string; href: string; isHere: boolean }
type Props = {
  name: string
  status: ReactNode
  /** The address of the back link on a phone; absent: no back link. */
  back?: string
  /** The text of a back link that every screen size shows, where no list stands beside. */
  alone?: string
  label: string
  parts: readonly Part[]
  wide?: boolean
  children: ReactNode
}

/** When the tabs overflow, the current one is scrolled into view. */
const intoSight = (link: HTMLAnchorElement | null) => link?.scrollIntoView({ block: 'nearest', inline: 'center' })

/** A screen for one item: its name, status, tabs, and the current tab. */
export function Parts({ name, status, back, alone, label, parts, wide = false, children }: Props) {
  const [, navigate] = useLocation()
  return (
    <>
      <header className="flex shrink-0 flex-wrap items-end gap-x-6 border-b border-line bg-panel ps-2 pe-4 md:ps-6">
        <div className={cx('flex h-14 min-w-0 flex-1 items-center gap-2', back === undefined && 'max-md:ps-1')}>
          {back !== undefined && (
            <IconButton
              label={alone ?? words.common.back}
              className={alone === undefined ? 'md:hidden' : ''}
              onClick={() => navigate(back)}
            >
              <ArrowLeft className="size-5 rtl:-scale-x-100" />
            </IconButton>
          )}
          <div className="min-w-0">
            <h2 className="truncate font-semibold">
              <bdi className="block truncate">{name}</bdi>
            </h2>
            {status}
          </div>
        </div>
        <nav
          aria-label={label}
          className="-mb-px flex max-w-full [scrollbar-width:none] gap-1 overflow-x-auto max-md:w-full"
        >
          {parts.map((part) => (
            <Link
              key={part.href}
              href={part.href}
              aria-current={part.isHere ? 'page' : undefined}
              ref={part.isHere ? intoSight : null}
              className={cx(
                'border-b-2 px-3 py-2.5 text-sm font-medium whitespace-nowrap transition-colors focus-visible:-outline-offset-2',
                part.isHere ? 'border-accent text-ink' : 'border-transparent text-muted hover:text-ink',
              )}
            >
              {part.name}
            </Link>
          ))}
        </nav>
      </header>
      {/* A positioned container for visually hidden text, which would otherwise make the window scroll. */}
      <div className="relative min-h-0 flex-1 overflow-y-auto" tabIndex={-1}>
        <div className={cx('mx-auto w-full px-3 py-5 md:px-6', wide ? 'max-w-6xl' : 'max-w-3xl')}>{children}</div>
      </div>
    </>
  )
}
