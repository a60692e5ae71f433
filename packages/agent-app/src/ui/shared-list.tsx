import type { LucideIcon } from 'lucide-react'
import { Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useCell, useSession } from '../live/react.ts'
import { Button } from './button.tsx'
import { Empty } from './empty.tsx'
import { LIST } from './list.ts'
import { Page } from './page.tsx'
import { LoadingRows, LoadProblem } from './states.tsx'

type Words = {
  title: string
  help: string
  add: string
  failedLoad: string
  empty: string
  emptyHelp: string
  sharedList: string
  own: string
}
type Props<Item> = {
  words: Words
  icon: LucideIcon
  /** Undefined while they load. */
  items: readonly Item[] | undefined
  error: unknown
  onRetry: () => void
  row: (item: Item, row: { mayChange: boolean; onEdit: () => void }) => ReactNode
  /** The dialog, which is a new one for each item. `item` null: a new item, or none. */
  dialog: (dialog: {
    item: Item | null
    mayShare: boolean
    open: boolean
    onOpenChange: (open: boolean) => void
  }) => ReactNode
}

/** A screen of items that owners and admins share with all agents, and of those that each agent has. */
export function SharedList<Item extends { id: number; shared: boolean }>(props: Props<Item>) {
  const { words: w, icon, items, error, onRetry, row, dialog } = props
  const mayShare = useCell(useSession().live.me).role !== 'agent'
  const [editing, setEditing] = useState<Item | 'new' | null>(null)
  const add = (
    <Button kind="primary" onClick={() => setEditing('new')}>
      <Plus aria-hidden="true" className="size-4" />
      {w.add}
    </Button>
  )
  const lists = [
    [w.sharedList, items?.filter(({ shared }) => shared) ?? []],
    [w.own, items?.filter(({ shared }) => !shared) ?? []],
  ] as const
  return (
    <Page title={w.title} help={w.help} action={items?.length !== 0 && add}>
      {!items &&
        (error ? <LoadProblem title={w.failedLoad} error={error} onRetry={onRetry} /> : <LoadingRows rows={3} />)}
      {items?.length === 0 && (
        <Empty icon={icon} title={w.empty} action={add}>
          {w.emptyHelp}
        </Empty>
      )}
      {lists.map(
        ([title, of]) =>
          of.length > 0 && (
            <section key={title} aria-label={title} className="mb-6">
              <h2 className="mb-1 text-sm font-semibold">{title}</h2>
              <ul className={LIST}>
                {of.map((item) => row(item, { mayChange: mayShare || !item.shared, onEdit: () => setEditing(item) }))}
              </ul>
            </section>
          ),
      )}
      {dialog({
        item: editing === 'new' ? null : editing,
        mayShare,
        open: editing !== null,
        onOpenChange: (open) => !open && setEditing(null),
      })}
    </Page>
  )
}
