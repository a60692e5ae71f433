import { Notice } from './notice.tsx'
import { Section } from './section.tsx'
import { SwitchRow } from './switch.tsx'

/** Switches under one title. */
export function SwitchSection<Key extends string>({
  title,
  problem,
  rows,
  isOn,
  disabled,
  onChange,
}: {
  title: string
  problem?: { text: string } | null
  /** The key of each switch, its label and its help text. */
  rows: readonly (readonly [key: Key, label: string, help: string])[]
  isOn: Readonly<Record<Key, boolean>>
  /** All switches, or some. */
  disabled: boolean | ((key: Key) => boolean)
  onChange: (key: Key, on: boolean) => void
}) {
  return (
    <Section title={title}>
      {problem && <Notice className="mb-2">{problem.text}</Notice>}
      <div className="-my-3 divide-y divide-line">
        {rows.map(([key, label, help]) => (
          <SwitchRow
            key={key}
            label={label}
            help={help}
            checked={isOn[key]}
            disabled={typeof disabled === 'function' ? disabled(key) : disabled}
            onChange={(on) => onChange(key, on)}
          />
        ))}
      </div>
    </Section>
  )
}
