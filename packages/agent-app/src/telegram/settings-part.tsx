import { useState } from 'react'
import { AgentsSection } from '../channels/agents-section.tsx'
import { HoursSection } from '../channels/hours-section.tsx'
import { NameSection } from '../channels/name-section.tsx'
import { RemoveChannel } from '../channels/remove-channel.tsx'
import { type Switches, SwitchesSection } from '../channels/switches-section.tsx'
import { words } from '../words/index.ts'
import { BotSection } from './bot-section.tsx'
import type { PartProps } from './channel.ts'
import { TokenSection } from './token-section.tsx'
import { UpdatesSection } from './updates-section.tsx'

const w = words.channels
const SWITCHES: Switches = [
  ['enabled', w.enabled, words.telegram.enabledHelp],
  ['botCountsAsOnline', w.botCountsAsOnline, w.botCountsAsOnlineHelp],
]

/** All settings of a Telegram channel: the connection first, then the settings that all channels have. */
export function SettingsPart({ channel, mayChange }: PartProps) {
  // The result of a check no longer holds after a change of the connection.
  const [changes, setChanges] = useState(0)
  const changed = () => setChanges((before) => before + 1)
  return (
    <>
      <BotSection key={changes} channel={channel} mayChange={mayChange} />
      {mayChange && <TokenSection channel={channel} onChanged={changed} />}
      <UpdatesSection channel={channel} mayChange={mayChange} onChanged={changed} />
      <NameSection channel={channel} mayChange={mayChange} />
      <AgentsSection channel={channel} mayChange={mayChange} />
      <SwitchesSection title={w.behaviour} rows={SWITCHES} channel={channel} mayChange={mayChange} />
      <HoursSection channel={channel} mayChange={mayChange} />
      {mayChange && <RemoveChannel channel={channel} help={words.telegram.removeHelp} />}
    </>
  )
}
