import type { ReactNode } from 'react'
import { saying } from '../api/client.ts'
import { words } from '../words/index.ts'
import { Button } from './button.tsx'
import { cx } from './cx.ts'
import { Notice } from './notice.tsx'

type Props<Item> = {
  /** Undefined while they load. */
  items: readonly Item[] | undefined
  error: unknown
  onRetry: () => void
  empty: string
  /** The class of the height that is kept while they load. */
  height: string
  row: (item: Item) => ReactNode
}

/** The rows of a section, or why there are none. */
export function SectionRows<Item>({ items, error, onRetry, empty, height, row }: Props<Item>) {
  if (!items && error)
    return (
      <Notice
        action={
          <Button size="sm" onClick={onRetry}>
            {words.common.retry}
          </Button>
        }
      >
        {saying(error)}
      </Notice>
    )
  if (!items) return <div className={cx('skeleton', height)} />
  if (items.length === 0) return <p className="text-sm text-muted">{empty}</p>
  return <ul className="divide-y divide-line">{items.map(row)}</ul>
}
