import type { TrunkStatus } from '@deskbell/protocol/agent/call-trunk'
import { AudioLines, Phone } from 'lucide-react'
import { lasting, point } from '../../text/when.ts'
import { useNow, useSeconds } from '../../ui/now.ts'
import { Section } from '../../ui/section.tsx'
import { telephoneWords } from '../telephone-words.ts'
import { EngineHelp } from './engine-help.tsx'
import { Said } from './said.tsx'
import { StateLine, type Tone } from './state-line.tsx'

const w = telephoneWords
const TONES = { connecting: 'warm', ready: 'good', refused: 'bad', lost: 'bad' } as const
const ENGINE_TONES: Record<TrunkStatus['engine']['state'], Tone> = {
  running: 'good',
  off: 'muted',
  missing: 'bad',
  failed: 'bad',
}

/** What calls to telephones need, whether it works, and what to do where it does not. */
export const StatusSection = ({ status }: { status: TrunkStatus }) => (
  <Section title={w.trunk.status}>
    <div role="status">
      <ul aria-label={w.trunk.status} className="divide-y divide-line rounded-lg border border-line">
        <TrunkLine status={status} />
        <EngineLine engine={status.engine} />
      </ul>
    </div>
  </Section>
)

function TrunkLine({ status: { trunk, state, since, why, next } }: { status: TrunkStatus }) {
  const now = useNow()
  if (trunk === null || state === null)
    return (
      <StateLine icon={Phone} tone="muted" name={w.tabs.trunk} state={w.states.none}>
        {w.trunk.noneHelp}
      </StateLine>
    )
  const { host } = trunk
  return (
    <StateLine
      icon={Phone}
      tone={TONES[state]}
      name={<bdi>{host}</bdi>}
      state={w.states[state]}
      beside={since !== null && state !== 'connecting' && w.since(point(since, now))}
    >
      <p>{w[state](host)}</p>
      {why !== null && <Said label={state === 'refused' ? w.trunkSaid : w.said} why={why} />}
      {state === 'lost' && (
        <>
          <p>{w.lostHelp}</p>
          {next !== null && <Next at={next} />}
        </>
      )}
      {state === 'refused' && <p>{w.refusedHelp}</p>}
    </StateLine>
  )
}

/** Counts down; a screen reader is not told each second. */
function Next({ at }: { at: number }) {
  const left = at - useSeconds()
  return (
    <p aria-live="off" className="text-muted tabular-nums">
      {left < 1000 ? w.nextNow : w.next(lasting(left, 'long'))}
    </p>
  )
}

const EngineLine = ({ engine }: Pick<TrunkStatus, 'engine'>) => (
  <StateLine icon={AudioLines} tone={ENGINE_TONES[engine.state]} name={w.engine.name} state={w.engine[engine.state]}>
    {engine.state === 'running' ? (
      w.engine.runningHelp
    ) : engine.state === 'off' ? (
      w.engine.offHelp
    ) : (
      <EngineHelp engine={engine} bare />
    )}
  </StateLine>
)
