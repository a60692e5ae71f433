import { ArrowLeft } from 'lucide-react'
import { createContext, type ReactNode, use } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { words } from '../words/index.ts'
import { IconButton } from './button.tsx'
import { cx } from './cx.ts'
import { Link } from './link.tsx'

export type Tab = { name: string; href: string; isHere: boolean }
type Props = {
  title: string
  /** Under the title, in one line. */
  help?: ReactNode
  /** Before the title. */
  picture?: ReactNode
  /** At the end of the header. */
  action?: ReactNode
  /** The action has several buttons: on a phone they have a line of their own, below the sentence. */
  isWide?: boolean
  /** The address of the list to which the screen's item belongs. */
  back?: { href: string; label: string }
  /** Below them. */
  bar?: ReactNode
  tabs?: { label: string; all: readonly Tab[] }
  children: ReactNode
}

/** When the tabs overflow, the current one is scrolled into view. */
const intoSight = (link: HTMLAnchorElement | null) => link?.scrollIntoView({ block: 'nearest', inline: 'center' })
const WIDTH = 'mx-auto w-full max-w-page px-4 md:px-6'

/** What stands at the end of a screen on a phone. */
export const PageFoot = createContext<ReactNode>(null)

/** The frame of every screen but the inbox: one header, one content width, whose left edges are the same. */
export function Page({ title, help, picture, action, isWide = false, back, bar, tabs, children }: Props) {
  // On a phone a button leaves no room for a sentence beside it: it stands below both.
  const isBelow = Boolean(action) && !back && !isWide
  return (
    <section aria-label={title} className="flex min-w-0 flex-1 flex-col bg-panel">
      <header className="shrink-0 border-b border-line">
        <div className={cx(WIDTH, 'flex min-h-14 flex-wrap items-center gap-x-3 gap-y-1.5 py-1.5')}>
          {back && <Back {...back} />}
          {picture}
          <div className={cx('min-w-0 flex-1 basis-28', isBelow && 'max-md:contents', isWide && 'max-md:basis-full')}>
            <h1 className="min-w-0 flex-1 basis-28 truncate text-md leading-5 font-semibold">
              <bdi className="block truncate">{title}</bdi>
            </h1>
            {help && (
              <div
                className={cx(
                  'truncate text-xs text-muted',
                  (isBelow || isWide) && 'max-md:w-full max-md:text-pretty max-md:whitespace-normal',
                  isBelow && 'max-md:order-last',
                )}
              >
                {help}
              </div>
            )}
          </div>
          {action && <div className="flex max-w-full flex-wrap items-center gap-2">{action}</div>}
        </div>
        {bar && <div className={cx(WIDTH, 'pb-2')}>{bar}</div>}
        {tabs && tabs.all.length > 1 && (
          <nav
            aria-label={tabs.label}
            className={cx(WIDTH, '-mb-px flex [scrollbar-width:none] gap-5 overflow-x-auto')}
          >
            {tabs.all.map((tab) => (
              <Link
                key={tab.href}
                href={tab.href}
                aria-current={tab.isHere ? 'page' : undefined}
                ref={tab.isHere ? intoSight : null}
                className={cx(
                  'border-b-2 pt-1 pb-2 text-sm font-medium whitespace-nowrap transition-colors focus-visible:-outline-offset-2',
                  tab.isHere ? 'border-accent text-ink' : 'border-transparent text-muted hover:text-ink',
                )}
              >
                {tab.name}
              </Link>
            ))}
          </nav>
        )}
      </header>
      {/* A positioned container for visually hidden text, which would otherwise make the window scroll. */}
      <div className="relative min-h-0 flex-1 overflow-y-auto" tabIndex={-1}>
        <div className={cx(WIDTH, '@container/page py-5')}>{children}</div>
        <Foot />
      </div>
    </section>
  )
}

function Foot() {
  const foot = use(PageFoot)
  return foot === null ? null : <div className={cx(WIDTH, 'pb-6 md:hidden')}>{foot}</div>
}

function Back({ href, label }: { href: string; label: string }) {
  return (
    <IconButton label={label || words.common.back} className="-ms-2" onClick={() => navigate(href)}>
      <ArrowLeft className="size-5 rtl:-scale-x-100" />
    </IconButton>
  )
}
