import { useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../api/client.ts'
import { useAct } from '../ui/act.ts'
import { Page } from '../ui/page.tsx'
import { LoadProblem } from '../ui/states.tsx'
import { alertWords } from '../words/alerts.ts'
import { words } from '../words/index.ts'
import { DevicesSection } from './devices-section.tsx'
import { LogSection } from './log-section.tsx'
import { MeansSection } from './means-section.tsx'
import { alertsQuery, type Settings } from './queries.ts'
import { QuietSection } from './quiet-section.tsx'
import { SoundSection } from './sound-section.tsx'

const w = alertWords

/** How and where the signed-in agent is alerted. */
export default function AlertSettings() {
  const { data, error, refetch } = useQuery(alertsQuery)
  const queries = useQueryClient()
  const { busy, problem, run } = useAct()
  if (error && !data) return <LoadProblem title={w.failedLoad} error={error} onRetry={() => void refetch()} />

  const change = (changed: Partial<Settings>): Promise<boolean> =>
    run(async () => {
      if (!data) return
      const body = { ...data.settings, ...changed }
      // The switch moves at once; a refusal moves it back.
      queries.setQueryData(alertsQuery.queryKey, { ...data, settings: body })
      try {
        queries.setQueryData(alertsQuery.queryKey, await call('PUT /me/alerts', { body }))
      } catch (refused) {
        queries.setQueryData(alertsQuery.queryKey, data)
        throw refused
      }
    })
  return (
    <Page title={words.settings.sections.alerts} help={w.help}>
      {!data ? (
        <div className="flex flex-col gap-5" aria-hidden="true">
          <div className="skeleton h-72" />
          <div className="skeleton h-32" />
        </div>
      ) : (
        <>
          <MeansSection alerts={data} busy={busy} problem={problem} onChange={change} />
          {data.settings.sound && <SoundSection tone={data.settings.tone} onChange={change} />}
          <DevicesSection alerts={data} />
          <QuietSection key={JSON.stringify(data.settings.quiet)} quiet={data.settings.quiet} onChange={change} />
          <LogSection />
        </>
      )}
    </Page>
  )
}
