import { ChevronRight, type LucideIcon, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { cx } from './cx.ts'
import { Empty } from './empty.tsx'
import { LIST, ROW_LINK } from './list.ts'
import { Page } from './page.tsx'
import { LoadingRows, LoadProblem } from './states.tsx'
import { Link } from './link.tsx'

type Words = {
  title: string
  help: string
  list: string
  add: string
  empty: string
  emptyHelp: string
  failedLoad: string
}
type Props<T> = {
  icon: LucideIcon
  words: Words
  query: { data: readonly T[] | undefined; error: unknown; refetch: () => unknown }
  href: (id: number) => string
  iconOf?: (item: T) => LucideIcon
  /** Absent for agents who may not add. */
  onAdd?: () => void
  under: (item: T) => ReactNode
}

/** A screen with the items of one kind, each a link to its own screen. */
export function ItemList<T extends { id: number; name: string }>(props: Props<T>) {
  const { icon, words: w, query, href, iconOf, onAdd, under } = props
  const { data: items, error, refetch } = query
  const add = onAdd && (
    <Button kind="primary" onClick={onAdd}>
      <Plus aria-hidden="true" className="size-4" />
      {w.add}
    </Button>
  )
  return (
    <Page title={w.title} help={w.help} action={items && items.length > 0 && add}>
      {!items ? (
        error ? (
          <LoadProblem title={w.failedLoad} error={error} onRetry={() => void refetch()} />
        ) : (
          <LoadingRows rows={3} />
        )
      ) : items.length === 0 ? (
        <Empty icon={icon} title={w.empty} action={add}>
          {w.emptyHelp}
        </Empty>
      ) : (
        <ul aria-label={w.list} className={LIST}>
          {items.map((one) => {
            const Icon = iconOf?.(one) ?? icon
            return (
              <li key={one.id}>
                <Link href={href(one.id)} className={cx(ROW_LINK, 'flex min-h-14 items-center gap-3 py-2')}>
                  <span className="grid size-9 shrink-0 place-items-center rounded-lg bg-well text-muted">
                    <Icon aria-hidden="true" className="size-4.5" />
                  </span>
                  <span className="min-w-0 flex-1">
                    <bdi className="block truncate font-medium">{one.name}</bdi>
                    {under(one)}
                  </span>
                  <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-muted rtl:-scale-x-100" />
                </Link>
              </li>
            )
          })}
        </ul>
      )}
    </Page>
  )
}
