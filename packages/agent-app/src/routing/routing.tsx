import type { Routing } from '@deskbell/protocol/agent/routing'
import { useQuery } from '@tanstack/react-query'
import { FlaskConical } from 'lucide-react'
import { TeamHoursSection } from '../hours/team-hours-section.tsx'
import { Button } from '../ui/button.tsx'
import { Page } from '../ui/page.tsx'
import { LoadingRows, LoadProblem } from '../ui/states.tsx'
import { CapacitySection } from './capacity-section.tsx'
import { DraftBar } from './draft-bar.tsx'
import { DraftContext, useDraft } from './draft.ts'
import { ExceptionsSection } from './exceptions-section.tsx'
import { PolicySection } from './policy-section.tsx'
import { PrioritiesSection } from './priorities-section.tsx'
import { routingQuery } from './query.ts'
import { routingWords as w } from './words.ts'

/** How waiting chats find an agent. For owners and admins. */
export default function RoutingScreen() {
  const { data: routing, error, refetch } = useQuery(routingQuery)
  if (routing) return <Settings saved={routing} />
  return (
    <Page title={w.title} help={w.help}>
      {error ? (
        <LoadProblem title={w.failedLoad} error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingRows rows={3} className="h-24" />
      )}
    </Page>
  )
}

function Settings({ saved }: { saved: Routing }) {
  const { draft, begin, end } = useDraft(saved)
  const routing = draft?.routing ?? saved
  return (
    <Page
      title={w.title}
      help={w.help}
      action={
        !draft && (
          <Button onClick={begin}>
            <FlaskConical aria-hidden="true" className="size-4" />
            {w.replay.begin}
          </Button>
        )
      }
    >
      {draft && <DraftBar draft={draft} onEnd={end} />}
      <DraftContext value={draft}>
        <PolicySection routing={routing} />
        <ExceptionsSection routing={routing} />
        <CapacitySection routing={routing} />
        {/* Hours are saved at once. */}
        {!draft && <TeamHoursSection />}
        <PrioritiesSection routing={routing} />
      </DraftContext>
    </Page>
  )
}
