import { useQuery } from '@tanstack/react-query'
import { Page } from '../ui/page.tsx'
import { LoadProblem } from '../ui/states.tsx'
import { alertWords } from '../words/alerts.ts'
import { words } from '../words/index.ts'
import { DevicesSection } from './devices-section.tsx'
import { KindsSection } from './kinds-section.tsx'
import { LogSection } from './log-section.tsx'
import { MeansSection } from './means-section.tsx'
import { alertsQuery } from './queries.ts'
import { QuietSection } from './quiet-section.tsx'
import { SoundSection } from './sound-section.tsx'
import { useChanges } from './use-changes.ts'

const w = alertWords

/** How and where the signed-in agent is alerted. */
export default function AlertSettings() {
  const { data, error, refetch } = useQuery(alertsQuery)
  const { problem, change, save } = useChanges()
  if (error && !data) return <LoadProblem title={w.failedLoad} error={error} onRetry={() => void refetch()} />

  return (
    <Page title={words.settings.sections.alerts} help={w.help}>
      {!data ? (
        <div className="flex flex-col gap-5" aria-hidden="true">
          <div className="skeleton h-72" />
          <div className="skeleton h-32" />
        </div>
      ) : (
        <>
          <MeansSection alerts={data} problem={problem} onChange={change} />
          <KindsSection settings={data.settings} onChange={change} />
          {data.settings.sound && <SoundSection tone={data.settings.tone} onChange={change} />}
          <DevicesSection alerts={data} />
          <QuietSection key={JSON.stringify(data.settings.quiet)} quiet={data.settings.quiet} onSave={save} />
          <LogSection />
        </>
      )}
    </Page>
  )
}
