import type { Channel } from '@deskbell/protocol/agent/channel'
import { useLocation } from 'wouter'
import { SourceLog } from '../deliveries/source-log.tsx'
import { places } from '../places.ts'
import { Parts } from '../ui/parts.tsx'
import { words } from '../words/index.ts'
import { Notes } from './notes.tsx'
import { Settings } from './settings.tsx'
import { StatusDot } from './status-dot.tsx'

const w = words.channels
const TABS = ['settings', 'deliveries', 'notes'] as const

export function ChannelScreen({ channel, mayChange }: { channel: Channel; mayChange: boolean }) {
  const [path] = useLocation()
  const here = places.channel(channel.id)
  const tab = TABS.find((one) => one === path.split('/')[3]) ?? 'settings'
  return (
    <Parts
      name={channel.name}
      status={<StatusDot channel={channel} />}
      back={places.channels}
      label={w.tabsLabel}
      parts={TABS.map((one) => ({
        name: w.tabs[one],
        href: one === 'settings' ? here : `${here}/${one}`,
        isHere: one === tab,
      }))}
    >
      {tab === 'settings' && <Settings channel={channel} mayChange={mayChange} />}
      {tab === 'deliveries' && <SourceLog source={{ of: 'channels', id: channel.id }} help={w.deliveriesHelp} />}
      {tab === 'notes' && <Notes channel={channel.id} />}
    </Parts>
  )
}
