import type { OnSite } from '@deskbell/protocol/agent/chat'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { channelsQuery, visitorsQuery } from '../api/queries.ts'
import { PlaceFrom } from '../text/place-from.tsx'
import { LIST } from '../ui/list.ts'
import { Notice } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import { LoadingRows, LoadProblem } from '../ui/states.tsx'
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

  const rest = (visitors?.length ?? 0) - SHOWN
  const Asked = asked?.about === 'rules' ? RulesDialog : StartDialog
  return (
    <Page title={w.title} help={visitors && visitors.length > 0 ? `${w.count(visitors.length)} · ${w.live}` : w.help}>
      {error && visitors && (
        <Notice tone="warm" className="mb-3">
          {w.stopped}
        </Notice>
      )}
      {error && !visitors ? (
        <LoadProblem title={w.failedLoad} error={error} onRetry={() => void refetch()} />
      ) : !visitors ? (
        <LoadingRows rows={3} className="h-20" />
      ) : visitors.length === 0 ? (
        <NoVisitors />
      ) : (
        <ul aria-label={w.list} className={LIST}>
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
      {rest > 0 && <p className="mt-3 text-center text-sm text-muted">{w.more(rest)}</p>}
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
