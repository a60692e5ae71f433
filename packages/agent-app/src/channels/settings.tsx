import type { Channel } from '@deskbell/protocol/agent/channel'
import { Notice } from '../ui/notice.tsx'
import { words } from '../words/index.ts'
import { AddressSection } from './address-section.tsx'
import { AgentsSection } from './agents-section.tsx'
import { BehaviourSection } from './behaviour-section.tsx'
import { HeaderSection } from './header-section.tsx'
import { HoursSection } from './hours-section.tsx'
import { NameSection } from './name-section.tsx'
import { RemoveSection } from './remove-section.tsx'
import { ServerSection } from './server-section.tsx'
import { SigningSection } from './signing-section.tsx'

/** All settings of a channel, in the order in which an integrator needs them. Agents do not see the secrets. */
export const Settings = ({ channel, mayChange }: { channel: Channel; mayChange: boolean }) => (
  <>
    {!mayChange && (
      <Notice tone="info" className="mb-5">
        {words.channels.readOnly}
      </Notice>
    )}
    {channel.address !== null && <AddressSection channel={channel} address={channel.address} />}
    <ServerSection channel={channel} mayChange={mayChange} />
    {mayChange && <SigningSection channel={channel} />}
    <NameSection channel={channel} mayChange={mayChange} />
    <AgentsSection channel={channel} mayChange={mayChange} />
    <BehaviourSection channel={channel} mayChange={mayChange} />
    <HoursSection channel={channel} mayChange={mayChange} />
    {mayChange && <HeaderSection channel={channel} />}
    {mayChange && <RemoveSection channel={channel} />}
  </>
)
