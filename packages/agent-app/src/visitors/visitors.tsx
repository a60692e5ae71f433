import type { OnSite } from '@deskbell/protocol/agent/chat'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { channelsQuery, visitorsQuery } from '../api/queries.ts'
import { PlaceFrom } from '../text/place-from.tsx'
import { number } from '../text/when.ts'
import { Notice } from '../ui/notice.tsx'
import { LoadProblem, Page } from '../ui/screen.tsx'
import { words } from '../words/index.ts'
import { NoVisitors } from './no-visitors.tsx'
import { RulesDialog } from './rules-dialog.tsx'
import { StartDialog } from './start-dialog.tsx'
import { widgetNames } from './visitor-names.ts'
import { VisitorRow } from './visitor-row.tsx'

const w = words.visitors
/** Further visitors are only counted, because the list is redrawn every few seconds. */
const SHOWN = 200

/** The visitors on the site, newest first. */
export default function Visitors() {
  const { data: visitors, error, refetch } = useQuery(visitorsQuery)
  const { data: channels = [] } = useQuery(channelsQuery)
  const nameOfWidget = widgetNames(channels)
  // Kept during the closing animation, and when the visitor leaves in the meantime.
  const [asked, setAsked] = useState<{ visitor: OnSite; about: 'chat' | 'rules'; open: boolean } | null>(null)

  if (error && !visitors) {
    return (
      <>
        <h1 className="sr-only">{w.title}</h1>
        <LoadProblem title={w.failedLoad} error={error} onRetry={() => void refetch()} />
      </>
    )
  }
  const rest = (visitors?.length ?? 0) - SHOWN
  const Asked = asked?.about === 'rules' ? RulesDialog : StartDialog
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
              widget={nameOfWidget(visitor)}
              onStart={() => setAsked({ visitor, about: 'chat', open: true })}
              onRules={() => setAsked({ visitor, about: 'rules', open: true })}
            />
          ))}
        </ul>
      )}
      {rest > 0 && <p className="mt-3 text-center text-sm text-muted">{w.more(number(rest))}</p>}
      {visitors?.some(({ site }) => site.placeFrom) && (
        <p className="mt-3 text-center">
          <PlaceFrom />
        </p>
      )}
      {asked && (
        <Asked
          key={`${asked.about} ${asked.visitor.visit} ${asked.visitor.since}`}
          visitor={asked.visitor}
          open={asked.open}
          onClose={() => setAsked({ ...asked, open: false })}
        />
      )}
    </Page>
  )
}
