import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/client.ts'
import { places } from '../../places.ts'
import { Page } from '../../ui/page.tsx'
import { RemoveSection } from '../../ui/remove-section.tsx'
import { LoadingRows, LoadProblem } from '../../ui/states.tsx'
import { words } from '../../words/index.ts'
import { OtherCarrier } from '../other-carrier.tsx'
import { settingsTabs } from '../settings-tabs.ts'
import { providerWords as w, telephoneWords } from '../telephone-words.ts'
import { useCarriers, type Carriers } from '../use-carriers.ts'
import { AddressSection } from './address-section.tsx'
import { PhonesSection } from './phones-section.tsx'
import { ProviderForm } from './provider-form.tsx'
import { providerQuery } from './query.ts'
import { StatusSection } from './status-section.tsx'

/** The hosted provider over which calls go between telephones: whether it works, its settings, and its removal. */
export function ProviderScreen() {
  const { carriers, error, refetch } = useCarriers()
  return (
    <Page title={words.settings.sections.calls} help={w.help} tabs={settingsTabs('provider')}>
      {carriers ? (
        <Provider carriers={carriers} />
      ) : error ? (
        <LoadProblem title={w.failedLoad} error={error} onRetry={refetch} />
      ) : (
        <LoadingRows rows={3} className="h-24" />
      )}
    </Page>
  )
}

function Provider({ carriers: { trunk, provider: status } }: { carriers: Carriers }) {
  const queries = useQueryClient()
  const { provider, incomingUrl } = status
  const remove = async () => {
    await call('DELETE /call-provider')
    await queries.invalidateQueries({ queryKey: providerQuery.queryKey })
  }
  if (trunk.trunk && !provider)
    return (
      <OtherCarrier
        title={w.hasTrunk(trunk.trunk.host)}
        help={w.hasTrunkHelp}
        href={places.trunk}
        label={telephoneWords.callback.toTrunk}
      />
    )
  return (
    <>
      <StatusSection status={status} />
      <ProviderForm provider={provider} />
      {provider && <AddressSection incomingUrl={incomingUrl} number={provider.number} />}
      <PhonesSection />
      {provider && <RemoveSection action={w.remove} help={w.removeHelp} question={w.removeAsk} onRemove={remove} />}
    </>
  )
}
