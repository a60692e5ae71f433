import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { words } from '../words/index.ts'
import { Button } from './button.tsx'
import { useEnd } from './use-end.ts'

type Paged = Pick<
  UseInfiniteQueryResult<{ pages: readonly unknown[] }>,
  'data' | 'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'fetchNextPage'
>

/**
 * The end of a list in pages: fetches the next page when it comes near the visible area, and has a button for who cannot scroll
 * and for a page that failed. `end` is said at the end of a list of several pages.
 */
export function ListEnd({ query, end }: { query: Paged; end: string }) {
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError } = query
  const ref = useEnd(() => {
    if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void query.fetchNextPage()
  })
  return (
    <div ref={ref} className="flex justify-center pt-4">
      {hasNextPage ? (
        <Button busy={isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {isFetchNextPageError ? words.common.retry : words.common.more}
        </Button>
      ) : (
        (data?.pages.length ?? 1) > 1 && <p className="text-sm text-muted">{end}</p>
      )}
    </div>
  )
}
