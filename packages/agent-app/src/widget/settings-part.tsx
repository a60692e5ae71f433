import { NameSection } from '../channels/name-section.tsx'
import { RemoveSection } from '../channels/remove-section.tsx'
import { useChange } from '../channels/use-change.ts'
import { SwitchSection } from '../ui/switch-section.tsx'
import { words } from '../words/index.ts'
import type { PartProps } from './channel.ts'

const w = words.widget
const SWITCHES = [
  ['enabled', w.enabled, w.enabledHelp],
  ['botCountsAsOnline', words.channels.botCountsAsOnline, w.botCountsHelp],
] as const

/** The settings that a widget shares with other channels: name, enabled, removal. */
export function SettingsPart({ channel, mayChange }: PartProps) {
  const { problem, change } = useChange(channel)
  return (
    <>
      <NameSection channel={channel} mayChange={mayChange} />
      <SwitchSection
        title={w.reach}
        problem={problem}
        rows={SWITCHES}
        isOn={channel}
        disabled={!mayChange}
        onChange={(key, on) => void change({ [key]: on })}
      />
      {mayChange && <RemoveSection channel={channel} />}
    </>
  )
}
