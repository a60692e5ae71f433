import { useLocation } from 'wouter'
import { AgentsSection } from '../channels/agents-section.tsx'
import { HoursSection } from '../channels/hours-section.tsx'
import { StatusDot } from '../channels/status-dot.tsx'
import { places } from '../places.ts'
import { Notice } from '../ui/notice.tsx'
import { Parts } from '../ui/parts.tsx'
import { words } from '../words/index.ts'
import type { PartProps } from './channel.ts'
import { FormsPart } from './forms-part.tsx'
import { InstallPart } from './install-part.tsx'
import { LookPart } from './look-part.tsx'
import { RulesPart } from './rules-part.tsx'
import { SettingsPart } from './settings-part.tsx'

const w = words.widget
const TABS = ['install', 'look', 'forms', 'rules', 'agents', 'hours', 'settings'] as const

export function WidgetScreen(props: PartProps) {
  const { channel, mayChange } = props
  const [path] = useLocation()
  const here = places.channel(channel.id)
  const tab = TABS.find((one) => one === path.split('/')[3]) ?? 'install'
  return (
    <Parts
      name={channel.name}
      status={<StatusDot channel={channel} />}
      back={places.channels}
      label={words.channels.tabsLabel}
      wide={tab === 'look' || tab === 'forms'}
      parts={TABS.map((one) => ({
        name: w.tabs[one],
        href: one === 'install' ? here : `${here}/${one}`,
        isHere: one === tab,
      }))}
    >
      {!mayChange && (
        <Notice tone="info" className="mb-5">
          {words.channels.readOnly}
        </Notice>
      )}
      {tab === 'install' && <InstallPart {...props} />}
      {tab === 'look' && <LookPart {...props} />}
      {tab === 'forms' && <FormsPart {...props} />}
      {tab === 'rules' && <RulesPart {...props} />}
      {tab === 'agents' && <AgentsSection {...props} />}
      {tab === 'hours' && <HoursSection {...props} />}
      {tab === 'settings' && <SettingsPart {...props} />}
    </Parts>
  )
}
