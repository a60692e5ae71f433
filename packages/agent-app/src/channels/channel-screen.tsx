import { usePathname } from 'wouter/use-browser-location'
import { places } from '../places.ts'
import { Notice } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import { words } from '../words/index.ts'
import type { TabProps } from './kind-view.ts'
import { kindViewOf } from './kinds.ts'
import { StatusDot } from './status-dot.tsx'

/** The screen of one channel, with the tabs of its kind. */
export function ChannelScreen({ channel, mayChange }: TabProps) {
  const path = usePathname()
  const here = places.channel(channel.id)
  const { tabs } = kindViewOf(channel.kind)
  const tab = tabs.find((one) => one.path === path.split('/')[3]) ?? tabs[0]
  return (
    <Page
      title={channel.name}
      help={<StatusDot channel={channel} />}
      back={{ href: places.channels, label: words.channels.all }}
      tabs={{
        label: words.channels.tabsLabel,
        all: tabs.map((one) => ({
          name: one.name,
          href: one === tabs[0] ? here : `${here}/${one.path}`,
          isHere: one === tab,
        })),
      }}
    >
      {!mayChange && !tab.isLog && (
        <Notice tone="info" className="mb-5">
          {words.channels.readOnly}
        </Notice>
      )}
      <tab.Content channel={channel} mayChange={mayChange} />
    </Page>
  )
}
