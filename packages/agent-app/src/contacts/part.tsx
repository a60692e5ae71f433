import { type ReactNode, useId } from 'react'
import { saying } from '../api/client.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { words } from '../words/index.ts'

type Props = {
  title: string
  help?: string
  query?: { data: unknown; error: Error | null; isFetching: boolean; refetch: () => unknown; failed: string }
  action?: ReactNode
  children?: ReactNode
}

/** A part of a contact's page, with the states of its query. */
export function Part({ title, help, query, action, children }: Props) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="min-w-0">
      <div className="mb-2 flex min-h-7 items-center justify-between gap-3">
        <h2 id={id} className="text-sm font-semibold">
          {title}
        </h2>
        {action}
      </div>
      {help && <p className="-mt-1 mb-2 text-xs text-muted">{help}</p>}
      {query?.error && (
        <Notice className="mb-2" silent={query.data !== undefined}>
          <p>
            {query.failed} {saying(query.error)}
          </p>
          <Button size="sm" busy={query.isFetching} className="mt-2 mb-1" onClick={() => void query.refetch()}>
            {words.common.retry}
          </Button>
        </Notice>
      )}
      {query && query.data === undefined && !query.error ? (
        <div role="status" className="flex flex-col gap-2">
          <span className="sr-only">{words.common.loading}</span>
          <div className="skeleton h-9" />
          <div className="skeleton h-9" />
        </div>
      ) : (
        children
      )}
    </section>
  )
}
