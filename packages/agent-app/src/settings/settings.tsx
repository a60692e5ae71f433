import { useQuery } from '@tanstack/react-query'
import { settingsQuery } from '../api/queries.ts'
import { useCell, useDesk } from '../live/react.ts'
import { LoadProblem, Page } from '../ui/screen.tsx'
import { words } from '../words/index.ts'
import { SafeLinksSection } from './safe-links-section.tsx'

const w = words.settings

/** What holds for the whole desk. */
export default function Settings() {
  const { data: settings, error, refetch } = useQuery(settingsQuery)
  const mayChange = useCell(useDesk().live.me).role !== 'agent'

  if (error && !settings) return <LoadProblem title={w.failedLoad} error={error} onRetry={() => void refetch()} />
  return (
    <Page title={w.title} help={mayChange ? w.help : w.readOnly}>
      {settings ? (
        <SafeLinksSection settings={settings} mayChange={mayChange} />
      ) : (
        <div role="status" className="skeleton h-48">
          <span className="sr-only">{words.common.loading}</span>
        </div>
      )}
    </Page>
  )
}
