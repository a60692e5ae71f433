import { type LucideIcon, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { words } from '../words/index.ts'
import { Button, IconButton } from './button.tsx'
import { cx } from './cx.ts'
import { Empty } from './empty.tsx'

type Words = {
  title: string
  list: string
  add: string
  empty: string
  emptyHelp: string
  pick: string
  pickHelp: string
}
type Props<T> = {
  icon: LucideIcon
  words: Words
  /** Undefined while they are loading. */
  items: readonly T[] | undefined
  picked: number | null
  href: (id: number) => string
  /** Absent for agents who may not add. */
  onAdd?: () => void
  under: (item: T) => ReactNode
  /** The selected item, if there is one. */
  children: ReactNode
}

/** A list beside its selected item; on a phone one at a time. */
export function Panes<T extends { id: number; name: string }>(props: Props<T>) {
  const { icon, words: w, items, picked, href, onAdd, under, children } = props
  return (
    <>
      <h1 className="sr-only">{w.title}</h1>
      <section
        aria-label={w.list}
        className={cx(
          'min-w-0 flex-1 flex-col border-e border-line bg-panel md:flex md:max-w-[17rem] lg:max-w-[19rem]',
          picked === null ? 'flex' : 'hidden',
        )}
      >
        <div className="flex h-14 shrink-0 items-center justify-between border-b border-line ps-4 pe-2">
          <p className="font-semibold">{w.title}</p>
          {onAdd && (
            <IconButton label={w.add} onClick={onAdd}>
              <Plus className="size-4.5" />
            </IconButton>
          )}
        </div>
        <div className="relative min-h-0 flex-1 overflow-y-auto p-1.5">
          {!items ? (
            <Skeleton />
          ) : items.length === 0 ? (
            <Empty
              icon={icon}
              title={w.empty}
              action={
                onAdd && (
                  <Button kind="primary" onClick={onAdd}>
                    {w.add}
                  </Button>
                )
              }
            >
              {w.emptyHelp}
            </Empty>
          ) : (
            <ul className="flex flex-col gap-0.5">
              {items.map((one) => (
                <li key={one.id}>
                  <Link
                    href={href(one.id)}
                    aria-current={one.id === picked ? 'page' : undefined}
                    className={cx('block rounded-lg px-2.5 py-2', one.id === picked ? 'bg-tint' : 'hover:bg-hover')}
                  >
                    <bdi className="block truncate font-medium">{one.name}</bdi>
                    {under(one)}
                  </Link>
                </li>
              ))}
            </ul>
          )}
        </div>
      </section>
      <section
        aria-label={items?.find((one) => one.id === picked)?.name ?? w.pick}
        className={cx('min-w-0 flex-1 flex-col md:flex', picked === null ? 'hidden' : 'flex')}
      >
        {children ||
          (items && picked !== null ? (
            <Empty icon={icon} title={words.problem.missing}>
              {words.problem.missingHelp}
            </Empty>
          ) : (
            items &&
            items.length > 0 && (
              <Empty icon={icon} title={w.pick}>
                {w.pickHelp}
              </Empty>
            )
          ))}
      </section>
    </>
  )
}

const Skeleton = () => (
  <div role="status" className="flex flex-col gap-3 p-2">
    <span className="sr-only">{words.common.loading}</span>
    {[60, 45, 70].map((width) => (
      <div key={width} className="flex flex-col gap-2 py-1">
        <div className="skeleton h-3.5" style={{ width: `${width}%` }} />
        <div className="skeleton h-2.5 w-24" />
      </div>
    ))}
  </div>
)
