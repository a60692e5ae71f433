import { Compass } from 'lucide-react'
import type { ReactNode } from 'react'
import { words } from '../words/index.ts'
import { Empty } from './empty.tsx'
import { Page } from './page.tsx'
import { LoadingRows, LoadProblem } from './states.tsx'

type Props<T> = {
  words: { title: string; failedLoad: string }
  query: { data: readonly T[] | undefined; error: unknown; refetch: () => unknown }
  /** The part of the address that names the item. */
  id: string
  /** The address of the list. */
  back: string
  children: (item: T) => ReactNode
}

/** The screen of one item of a list; or that it is loading, could not be loaded, or is not there. */
export function ItemScreen<T extends { id: number }>({ words: w, query, id, back, children }: Props<T>) {
  const { data, error, refetch } = query
  const item = data?.find((one) => one.id === Number(id))
  if (item) return children(item)
  return (
    <Page title={w.title} back={{ href: back, label: words.common.back }}>
      {data ? (
        <Empty icon={Compass} title={words.problem.missing}>
          {words.problem.missingHelp}
        </Empty>
      ) : error ? (
        <LoadProblem title={w.failedLoad} error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingRows rows={3} className="h-24" />
      )}
    </Page>
  )
}
