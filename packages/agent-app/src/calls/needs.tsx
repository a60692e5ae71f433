import type { CallProvider, CallProviderStatus } from '@deskbell/protocol/agent/call-provider'
import type { CallSettings } from '@deskbell/protocol/agent/call-settings'
import type { TrunkStatus } from '@deskbell/protocol/agent/call-trunk'
import { Circle, CircleCheck, CircleX, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { places } from '../places.ts'
import { number } from '../text/when.ts'
import { cx } from '../ui/cx.ts'
import { Link } from '../ui/link.tsx'
import { hostOf } from './provider/host-of.ts'
import { telephoneWords } from './telephone-words.ts'
import { EngineHelp } from './trunk/engine-help.tsx'
import type { Carriers } from './use-carriers.ts'

const w = telephoneWords.callback

type Mark = 'there' | 'open' | 'wrong'
const LOOKS: Record<Mark, readonly [LucideIcon, string]> = {
  there: [CircleCheck, 'text-good'],
  open: [Circle, 'text-muted'],
  wrong: [CircleX, 'text-bad'],
}

/** Whether a visitor who asks for it can be called back now. */
export function isReady({ countries }: CallSettings, { trunk, provider }: Carriers): boolean {
  if (countries.length === 0) return false
  return provider.provider ? provider.state === 'ok' : trunk.state === 'ready' && trunk.engine.state === 'running'
}

/** What call-backs need: what is there, and for what is missing the step or the command. */
export function Needs({ settings, carriers }: { settings: CallSettings; carriers: Carriers }) {
  const { trunk, provider } = carriers
  const { length } = settings.countries
  return (
    <ul aria-label={w.needs} className="flex flex-col gap-2.5 rounded-lg border border-line p-3">
      {provider.provider ? (
        <ProviderNeed provider={provider.provider} state={provider.state} />
      ) : (
        <TrunkNeeds {...trunk} />
      )}
      <Need mark={length > 0 ? 'there' : 'open'}>{length > 0 ? w.countries(number(length)) : w.noCountry}</Need>
    </ul>
  )
}

/** A hosted provider needs no rtpengine. */
function ProviderNeed({ provider, state }: { provider: CallProvider; state: CallProviderStatus['state'] }) {
  const host = hostOf(provider)
  if (state === 'ok') return <Need mark="there">{w.provider(host)}</Need>
  return (
    <Need mark={state === null ? 'open' : 'wrong'}>
      {state === null ? w.providerWaits(host) : w.providerFails(host)}
      <Way href={places.callProvider}>{w.toProvider}</Way>
    </Need>
  )
}

function TrunkNeeds({ trunk, state, engine }: TrunkStatus) {
  return (
    <>
      <Need mark={trunk === null || state === 'connecting' ? 'open' : state === 'ready' ? 'there' : 'wrong'}>
        {sayTrunk(trunk, state)}
        {state !== 'ready' && <Way href={places.trunk}>{trunk === null ? w.setUp : w.toTrunk}</Way>}
        {trunk === null && <Way href={places.callProvider}>{w.setUpProvider}</Way>}
      </Need>
      <Need mark={engine.state === 'running' ? 'there' : engine.state === 'off' ? 'open' : 'wrong'}>
        {engine.state === 'off' ? w.engineOff : engine.state === 'running' ? w.engine : <EngineHelp engine={engine} />}
      </Need>
    </>
  )
}

function sayTrunk(trunk: TrunkStatus['trunk'], state: TrunkStatus['state']): string {
  if (trunk === null) return w.noTrunk
  if (state === 'ready') return w.trunk(trunk.host)
  return state === 'connecting' ? w.trunkWaits(trunk.host) : w.trunkFails(trunk.host)
}

const Way = ({ href, children }: { href: string; children: string }) => (
  <Link href={href} className="block w-fit font-medium text-accent hover:underline">
    {children}
  </Link>
)

function Need({ mark, children }: { mark: Mark; children: ReactNode }) {
  const [Icon, colour] = LOOKS[mark]
  return (
    <li className="flex items-start gap-2.5 text-sm">
      <Icon aria-hidden="true" className={cx('mt-0.5 size-4 shrink-0', colour)} />
      <span className="sr-only">{telephoneWords.marks[mark]}</span>
      <div className="min-w-0 flex-1 breakable">{children}</div>
    </li>
  )
}
