import { NameSection } from '../channels/name-section.tsx'
import { RemoveSection } from '../channels/remove-section.tsx'
import { useChange } from '../channels/use-change.ts'
import { Notice } from '../ui/notice.tsx'
import { Section } from '../ui/screen.tsx'
import { SwitchRow } from '../ui/switch.tsx'
import { words } from '../words/index.ts'
import type { PartProps } from './channel.ts'

const w = words.widget
const SWITCHES = [
  ['enabled', w.enabled, w.enabledHelp],
  ['botCountsAsOnline', words.channels.botCountsAsOnline, w.botCountsHelp],
] as const

/** What a widget has in common with every channel: a name, being there at all, an end. */
export function SettingsPart({ channel, mayChange }: PartProps) {
  const { problem, change } = useChange(channel)
  return (
    <>
      <NameSection channel={channel} mayChange={mayChange} />
      <Section title={w.reach}>
        {problem && <Notice className="mb-2">{problem.text}</Notice>}
        <div className="-my-3 divide-y divide-line">
          {SWITCHES.map(([key, label, help]) => (
            <SwitchRow
              key={key}
              label={label}
              help={help}
              checked={channel[key]}
              disabled={!mayChange}
              onChange={(on) => void change({ [key]: on })}
            />
          ))}
        </div>
      </Section>
      {mayChange && <RemoveSection channel={channel} />}
    </>
  )
}
