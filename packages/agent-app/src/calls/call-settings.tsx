import { useQuery } from '@tanstack/react-query'
import { useCell, useSession } from '../live/react.ts'
import { Missing } from '../missing.tsx'
import type { ScreenProps } from '../nav/rooms.ts'
import { Page } from '../ui/page.tsx'
import { LoadingRows, LoadProblem } from '../ui/states.tsx'
import { words } from '../words/index.ts'
import { CallbackSection } from './callback-section.tsx'
import { CountriesSection } from './countries-section.tsx'
import { IncomingSection } from './incoming-section.tsx'
import { IceSection } from './ice-section.tsx'
import { KindsSection } from './kinds-section.tsx'
import { MicrophoneSection } from './microphone-section.tsx'
import { NumbersSection } from './numbers-section.tsx'
import { OrderSection } from './order-section.tsx'
import { OwnSection } from './own-section.tsx'
import { PageSection } from './page-section.tsx'
import { ProviderScreen } from './provider/provider-screen.tsx'
import { RecordSection } from './record-section.tsx'
import { callSettingsQuery } from './settings-query.ts'
import { settingsTabs } from './settings-tabs.ts'
import { telephoneWords } from './telephone-words.ts'
import { TrunkScreen } from './trunk/trunk-screen.tsx'
import { callWords } from './words.ts'

const w = callWords.settings

/** How visitors call and are called back, and over what, for owners and admins; and each agent's own microphone. */
export default function CallSettings({ rest: [part, ...more] }: ScreenProps) {
  const mayChange = useCell(useSession().live.me).role !== 'agent'
  if (more.length > 0 || (part !== undefined && !mayChange)) return <Missing />
  if (part === 'trunk') return <TrunkScreen />
  if (part === 'provider') return <ProviderScreen />
  if (part !== undefined) return <Missing />
  return (
    <Page
      title={words.settings.sections.calls}
      help={mayChange ? w.help : callWords.help}
      {...(mayChange && { tabs: settingsTabs('calls') })}
    >
      {mayChange && <AccountPart />}
      <OwnSection />
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
      <CallbackSection settings={settings} />
      <CountriesSection settings={settings} />
      <KindsSection settings={settings} />
      <IncomingSection settings={settings} />
      <RecordSection settings={settings} />
      <NumbersSection
        title={telephoneWords.keep.title}
        help={telephoneWords.keep.help}
        settings={settings}
        fields={[
          {
            ...{ key: 'keepRecordings', from: 0, to: 3650 },
            ...{ label: telephoneWords.keep.days, help: telephoneWords.keep.daysHelp },
          },
        ]}
      />
      <OrderSection />
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
          {
            ...{ key: 'perNumber', from: 0, to: 10_000 },
            ...{ label: telephoneWords.perNumber, help: telephoneWords.perNumberHelp },
          },
          { key: 'perAddress', from: 0, to: 10_000, label: w.perAddress, help: w.perAddressHelp },
          ...(['minutesPerVisitor', 'minutesPerNumber', 'minutesPerAddress'] as const).map((key) => ({
            ...{ key, from: 0, to: 100_000, label: telephoneWords.minutes[key], help: telephoneWords.minutes.help },
          })),
        ]}
      />
      <IceSection settings={settings} />
    </>
  )
}
