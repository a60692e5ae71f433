import { AgentsSection } from '../channels/agents-section.tsx'
import { HoursSection } from '../channels/hours-section.tsx'
import type { TabProps } from '../channels/kind-view.ts'
import { NameSection } from '../channels/name-section.tsx'
import { RemoveChannel } from '../channels/remove-channel.tsx'
import { type Switches, SwitchesSection } from '../channels/switches-section.tsx'
import { words } from '../words/index.ts'
import { AddressSection } from './address-section.tsx'
import { HeaderSection } from './header-section.tsx'
import { ServerSection } from './server-section.tsx'
import { SigningSection } from './signing-section.tsx'

const w = words.channels
const SWITCHES: Switches = [
  ['enabled', w.enabled, w.enabledHelp],
  ['chunked', w.chunked, w.chunkedHelp],
  ['anySuccess', w.anySuccess, w.anySuccessHelp],
  ['strictMedia', w.strictMedia, w.strictMediaHelp],
  ['uniqueMessageIds', w.uniqueMessageIds, w.uniqueMessageIdsHelp],
  ['verifiedContacts', w.verifiedContacts, w.verifiedContactsHelp],
  ['botCountsAsOnline', w.botCountsAsOnline, w.botCountsAsOnlineHelp],
]

/** All settings of a channel, in the order in which an integrator needs them. Agents do not see the secrets. */
export const SettingsPart = ({ channel, mayChange }: TabProps) => (
  <>
    {channel.address !== null && <AddressSection channel={channel} address={channel.address} />}
    <ServerSection channel={channel} mayChange={mayChange} />
    {mayChange && <SigningSection channel={channel} />}
    <NameSection channel={channel} mayChange={mayChange} />
    <AgentsSection channel={channel} mayChange={mayChange} />
    <SwitchesSection title={w.behaviour} rows={SWITCHES} channel={channel} mayChange={mayChange} />
    <HoursSection channel={channel} mayChange={mayChange} />
    {mayChange && <HeaderSection channel={channel} />}
    {mayChange && <RemoveChannel channel={channel} help={w.removeHelp} />}
  </>
)
