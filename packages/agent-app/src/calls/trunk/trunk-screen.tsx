import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/client.ts'
import { places } from '../../places.ts'
import { Page } from '../../ui/page.tsx'
import { RemoveSection } from '../../ui/remove-section.tsx'
import { LoadingRows, LoadProblem } from '../../ui/states.tsx'
import { words } from '../../words/index.ts'
import { OtherCarrier } from '../other-carrier.tsx'
import { hostOf } from '../provider/host-of.ts'
import { settingsTabs } from '../settings-tabs.ts'
import { providerWords, telephoneWords } from '../telephone-words.ts'
import { useCarriers, type Carriers } from '../use-carriers.ts'
import { trunkQuery } from './query.ts'
import { StatusSection } from './status-section.tsx'
import { TestSection } from './test-section.tsx'
import { TrunkForm } from './trunk-form.tsx'

const w = telephoneWords.trunk

/** The trunk over which calls go to telephones: whether it works, its settings, and its removal. */
export function TrunkScreen() {
  const { carriers, error, refetch } = useCarriers()
  return (
    <Page title={words.settings.sections.calls} help={w.help} tabs={settingsTabs('trunk')}>
      {carriers ? (
        <Trunk carriers={carriers} />
      ) : error ? (
        <LoadProblem title={w.failedLoad} error={error} onRetry={refetch} />
      ) : (
        <LoadingRows rows={3} className="h-24" />
      )}
    </Page>
  )
}

function Trunk({ carriers: { trunk: status, provider } }: { carriers: Carriers }) {
  const queries = useQueryClient()
  const { trunk } = status
  const remove = async () => {
    await call('DELETE /call-trunk')
    await queries.invalidateQueries({ queryKey: trunkQuery.queryKey, exact: true })
  }
  if (provider.provider && !trunk)
    return (
      <OtherCarrier
        title={providerWords.hasProvider(hostOf(provider.provider))}
        help={providerWords.hasProviderHelp}
        href={places.callProvider}
        label={telephoneWords.callback.toProvider}
      />
    )
  return (
    <>
      <StatusSection status={status} />
      {trunk && <TestSection trunk={trunk} />}
      <TrunkForm trunk={trunk} />
      {trunk && <RemoveSection action={w.remove} help={w.removeHelp} question={w.removeAsk} onRemove={remove} />}
    </>
  )
}
