import { SwitchSection } from '../ui/switch-section.tsx'
import { alertWords } from '../words/alerts.ts'
import type { AlertsAnswer, Settings } from './queries.ts'

const w = alertWords
const MEANS = ['sound', 'badge', 'browser', 'push', 'mail'] as const

/** A switch for each means. */
export function MeansSection({
  alerts: { settings, mail },
  busy,
  problem,
  onChange,
}: {
  alerts: AlertsAnswer
  busy: boolean
  problem: { text: string } | null
  onChange: (changed: Partial<Settings>) => Promise<boolean>
}) {
  return (
    <SwitchSection
      title={w.means}
      problem={problem}
      disabled={busy}
      isOn={settings}
      rows={MEANS.map((one) => {
        const [label, help] = w.rows[one]
        return [one, label, one === 'mail' && !mail ? `${help} ${w.noMail}` : help] as const
      })}
      onChange={(one, on) => void onChange({ [one]: on })}
    />
  )
}
