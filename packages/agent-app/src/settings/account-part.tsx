import { useQuery } from '@tanstack/react-query'
import { settingsQuery } from '../api/queries.ts'
import { LoadingRows, LoadProblem } from '../ui/states.tsx'
import { words } from '../words/index.ts'
import { CompanySection } from './company-section.tsx'
import { KeepSection } from './keep-section.tsx'
import { MailLogSection } from './mail-log-section.tsx'
import { RatingMailSection } from './rating-mail-section.tsx'
import { SafeLinksSection } from './safe-links-section.tsx'

/** Settings of the account. */
export function AccountPart({ mayChange }: { mayChange: boolean }) {
  const { data: settings, error, refetch } = useQuery(settingsQuery)
  if (error && !settings)
    return <LoadProblem title={words.settings.failedLoad} error={error} onRetry={() => void refetch()} />
  return settings ? (
    <>
      {mayChange && <CompanySection settings={settings} />}
      <SafeLinksSection settings={settings} mayChange={mayChange} />
      <KeepSection settings={settings} mayChange={mayChange} />
      {/* Agents do not see the e-mail addresses. */}
      {mayChange && <MailLogSection settings={settings} />}
      {mayChange && <RatingMailSection settings={settings} />}
    </>
  ) : (
    <LoadingRows rows={3} className="h-24" />
  )
}
