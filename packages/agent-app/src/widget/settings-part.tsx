import { NameSection } from '../channels/name-section.tsx'
import { RemoveChannel } from '../channels/remove-channel.tsx'
import { type Switches, SwitchesSection } from '../channels/switches-section.tsx'
import { useSession } from '../live/react.ts'
import { words } from '../words/index.ts'
import type { PartProps } from './channel.ts'
import { keptDrafts } from './kept-drafts.ts'

const w = words.widget
const SWITCHES: Switches = [
  ['enabled', w.enabled, w.enabledHelp],
  ['botCountsAsOnline', words.channels.botCountsAsOnline, w.botCountsHelp],
]

/** The settings that a widget shares with other channels: name, enabled, removal. */
export function SettingsPart({ channel, mayChange }: PartProps) {
  const { who } = useSession()
  return (
    <>
      <NameSection channel={channel} mayChange={mayChange} />
      <SwitchesSection title={w.reach} rows={SWITCHES} channel={channel} mayChange={mayChange} />
      {mayChange && (
        <RemoveChannel
          channel={channel}
          help={words.channels.removeWidgetHelp}
          onRemoved={() => keptDrafts(who).forget(channel.id)}
        />
      )}
    </>
  )
}
