import { SwitchSection } from '../ui/switch-section.tsx'
import { alertWords } from '../words/alerts.ts'
import type { AlertsAnswer, Settings } from './queries.ts'

const w = alertWords
const MEANS = ['sound', 'badge', 'browser', 'push', 'mail'] as const

/** A switch for each means. */
export function MeansSection({
  alerts: { settings, mail },
  problem,
  onChange,
}: {
  alerts: AlertsAnswer
  problem: { text: string } | null
  onChange: (changed: Partial<Settings>) => void
}) {
  return (
    <SwitchSection
      title={w.means}
      problem={problem}
      disabled={false}
      isOn={settings}
      rows={MEANS.map((one) => {
        const [label, help] = w.rows[one]
        return [one, label, one === 'mail' && !mail ? `${help} ${w.noMail}` : help] as const
      })}
      onChange={(one, on) => onChange({ [one]: on })}
    />
  )
}
