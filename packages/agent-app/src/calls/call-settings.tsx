import { useQuery } from '@tanstack/react-query'
import { useCell, useSession } from '../live/react.ts'
import { Page } from '../ui/page.tsx'
import { LoadingRows, LoadProblem } from '../ui/states.tsx'
import { words } from '../words/index.ts'
import { IceSection } from './ice-section.tsx'
import { MicrophoneSection } from './microphone-section.tsx'
import { NumbersSection } from './numbers-section.tsx'
import { PageSection } from './page-section.tsx'
import { callSettingsQuery } from './settings-query.ts'
import { callWords } from './words.ts'

const w = callWords.settings

/** How visitors call, for owners and admins; and each agent's own microphone. */
export default function CallSettings() {
  const mayChange = useCell(useSession().live.me).role !== 'agent'
  return (
    <Page title={words.settings.sections.calls} help={mayChange ? w.help : callWords.help}>
      {mayChange && <AccountPart />}
      <MicrophoneSection />
    </Page>
  )
}

function AccountPart() {
  const { data: settings, error, refetch } = useQuery(callSettingsQuery)
  if (error && !settings) return <LoadProblem title={w.failedLoad} error={error} onRetry={() => void refetch()} />
  if (!settings) return <LoadingRows rows={3} className="h-24" />
  return (
    <>
      <PageSection settings={settings} />
      <NumbersSection
        title={w.times}
        help={w.timesHelp}
        settings={settings}
        fields={[
          { key: 'ring', from: 5, to: 120, label: w.ring, help: w.ringHelp },
          { key: 'wait', from: 10, to: 600, label: w.wait, help: w.waitHelp },
          { key: 'talk', from: 1, to: 480, label: w.talk, help: w.talkHelp },
        ]}
      />
      <NumbersSection
        title={w.limits}
        help={w.limitsHelp}
        settings={settings}
        fields={[
          { key: 'perVisitor', from: 0, to: 10_000, label: w.perVisitor, help: w.perVisitorHelp },
          { key: 'perAddress', from: 0, to: 10_000, label: w.perAddress, help: w.perAddressHelp },
        ]}
      />
      <IceSection settings={settings} />
    </>
  )
}
