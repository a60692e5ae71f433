import type { CallProviderStatus } from '@deskbell/protocol/agent/call-provider'
import { Phone } from 'lucide-react'
import { point } from '../../text/when.ts'
import { useNow } from '../../ui/now.ts'
import { Section } from '../../ui/section.tsx'
import { providerWords as w, telephoneWords } from '../telephone-words.ts'
import { Said } from '../trunk/said.tsx'
import { StateLine } from '../trunk/state-line.tsx'
import { hostOf } from './host-of.ts'

const TONES = { asking: 'warm', ok: 'good', refused: 'bad', unreachable: 'bad' } as const

/** What the provider answered last, and what to do where it takes no calls. */
export const StatusSection = ({ status }: { status: CallProviderStatus }) => (
  <Section title={telephoneWords.trunk.status}>
    <div role="status">
      <ul aria-label={telephoneWords.trunk.status} className="rounded-lg border border-line">
        <ProviderLine status={status} />
      </ul>
    </div>
  </Section>
)

function ProviderLine({ status: { provider, state, why, since } }: { status: CallProviderStatus }) {
  const now = useNow()
  if (provider === null)
    return (
      <StateLine icon={Phone} tone="muted" name={telephoneWords.tabs.provider} state={w.states.none}>
        {w.noneHelp}
      </StateLine>
    )
  const host = hostOf(provider)
  const is = state ?? 'asking'
  return (
    <StateLine
      icon={Phone}
      tone={TONES[is]}
      name={<bdi>{host}</bdi>}
      state={w.states[is]}
      beside={since !== null && is !== 'asking' && telephoneWords.since(point(since, now))}
    >
      <p>{w.says[is](host)}</p>
      {why !== null && <Said label={is === 'refused' ? w.said : telephoneWords.said} why={why} />}
      {is === 'refused' && <p>{w.refusedHelp}</p>}
      {is === 'unreachable' && <p>{w.unreachableHelp}</p>}
    </StateLine>
  )
}
