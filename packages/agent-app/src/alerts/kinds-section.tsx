import { SwitchSection } from '../ui/switch-section.tsx'
import { alertWords } from '../words/alerts.ts'
import type { Settings } from './queries.ts'

const w = alertWords
const KINDS = ['calls', 'missedCalls'] as const

/** A switch for each kind of alert that an agent can do without. A refusal is said beside the means. */
export function KindsSection({
  settings: { calls = true, missedCalls = true },
  onChange,
}: {
  settings: Settings
  onChange: (changed: Partial<Settings>) => void
}) {
  return (
    <SwitchSection
      title={w.kinds}
      disabled={false}
      isOn={{ calls, missedCalls }}
      rows={KINDS.map((one) => [one, ...w.kindRows[one]] as const)}
      onChange={(one, on) => onChange({ [one]: on })}
    />
  )
}
