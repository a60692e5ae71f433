import type { OnSite } from '@deskbell/protocol/agent/chat'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { visitorsQuery } from '../api/queries.ts'
import { number } from '../text/when.ts'
import { Notice } from '../ui/notice.tsx'
import { LoadProblem, Page } from '../ui/screen.tsx'
import { words } from '../words/index.ts'
import { NoVisitors } from './no-visitors.tsx'
import { StartDialog } from './start-dialog.tsx'
import { VisitorRow } from './visitor-row.tsx'

const w = words.visitors
/** More are counted, not shown: nobody reads on there, and the list is drawn anew every few seconds. */
const SHOWN = 200

/** Who is on the site now, newest first, and the way to begin a chat with them. */
export default function Visitors() {
  const { data: visitors, error, refetch } = useQuery(visitorsQuery)
  // Kept while the dialog closes, and when the visitor leaves meanwhile.
  const [asked, setAsked] = useState<{ visitor: OnSite; open: boolean } | null>(null)

  if (error && !visitors) {
    return (
      <>
        <h1 className="sr-only">{w.title}</h1>
        <LoadProblem title={w.failedLoad} error={error} onRetry={() => void refetch()} />
      </>
    )
  }
  const rest = (visitors?.length ?? 0) - SHOWN
  return (
    <Page
      wide
      title={w.title}
      help={w.help}
      action={
        visitors &&
        visitors.length > 0 && (
          <p className="text-sm text-muted">
            {w.count(number(visitors.length), visitors.length === 1)} · {w.live}
          </p>
        )
      }
    >
      {error && (
        <Notice tone="warm" className="mb-3">
          {w.stopped}
        </Notice>
      )}
      {!visitors ? (
        <div role="status" className="flex flex-col gap-2">
          <span className="sr-only">{words.common.loading}</span>
          {[0, 1, 2].map((index) => (
            <div key={index} className="skeleton h-20" />
          ))}
        </div>
      ) : visitors.length === 0 ? (
        <NoVisitors />
      ) : (
        <ul aria-label={w.list} className="divide-y divide-line rounded-2xl border border-line bg-panel">
          {visitors.slice(0, SHOWN).map((visitor) => (
            <VisitorRow
              key={`${visitor.channel} ${visitor.visit} ${visitor.since}`}
              visitor={visitor}
              onStart={() => setAsked({ visitor, open: true })}
            />
          ))}
        </ul>
      )}
      {rest > 0 && <p className="mt-3 text-center text-sm text-muted">{w.more(number(rest))}</p>}
      {asked && (
        <StartDialog
          key={`${asked.visitor.visit} ${asked.visitor.since}`}
          visitor={asked.visitor}
          open={asked.open}
          onClose={() => setAsked({ ...asked, open: false })}
        />
      )}
    </Page>
  )
}
