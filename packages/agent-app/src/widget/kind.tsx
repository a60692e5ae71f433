import type { ComponentType } from 'react'
import { channelIcon } from '../channels/icons.ts'
import { AgentsSection } from '../channels/agents-section.tsx'
import { HoursSection } from '../channels/hours-section.tsx'
import type { KindView, TabProps } from '../channels/kind-view.ts'
import { words } from '../words/index.ts'
import { isWidget, type PartProps } from './channel.ts'
import { FormsPart } from './forms-part.tsx'
import { InstallPart } from './install-part.tsx'
import { LookPart } from './look-part.tsx'
import { RulesPart } from './rules-part.tsx'
import { SettingsPart } from './settings-part.tsx'

const { tabs } = words.widget
const w = words.channels

const ofWidget = (Part: ComponentType<PartProps>) =>
  function WidgetTab({ channel, mayChange }: TabProps) {
    return isWidget(channel) && <Part channel={channel} mayChange={mayChange} />
  }

/** The chat window in web pages. */
export const widgetKind: KindView = {
  icon: channelIcon('widget'),
  name: w.kinds.widget,
  help: w.kindsHelp.widget,
  tabs: [
    { path: 'install', name: tabs.install, Content: ofWidget(InstallPart) },
    { path: 'look', name: tabs.look, Content: ofWidget(LookPart) },
    { path: 'forms', name: tabs.forms, Content: ofWidget(FormsPart) },
    { path: 'rules', name: tabs.rules, Content: ofWidget(RulesPart) },
    { path: 'agents', name: tabs.agents, Content: AgentsSection },
    { path: 'hours', name: tabs.hours, Content: HoursSection },
    { path: 'settings', name: tabs.settings, Content: ofWidget(SettingsPart) },
  ],
  status: {
    help: { 0: w.offlineWidget, 1: w.onlineWidget },
    disabled: w.switchedOff,
    beside: () => null,
  },
}
