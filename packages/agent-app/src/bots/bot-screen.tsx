import type { Bot } from '@deskbell/protocol/agent/bot'
import { usePathname } from 'wouter/use-browser-location'
import { SourceLog } from '../deliveries/source-log.tsx'
import { places } from '../places.ts'
import { Notice } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import { words } from '../words/index.ts'
import { AuthorizationSection } from './authorization-section.tsx'
import { BehaviourSection } from './behaviour-section.tsx'
import { BotState, ContactNotice } from './bot-state.tsx'
import { ChannelsSection } from './channels-section.tsx'
import { ConnectionSection } from './connection-section.tsx'
import { FailingBanner } from './failing-banner.tsx'
import { NameSection } from './name-section.tsx'
import { RemoveBot } from './remove-bot.tsx'
import { TokenSection } from './token-section.tsx'
import { SandboxPart } from './sandbox-part.tsx'

const w = words.bots
const TABS = ['settings', 'try', 'deliveries'] as const

export function BotScreen({ bot }: { bot: Bot }) {
  const path = usePathname()
  const [, , , part, sandbox] = path.split('/')
  const tab = TABS.find((one) => one === part) ?? 'settings'
  return (
    <Page
      title={bot.name}
      help={<BotState bot={bot} />}
      back={{ href: places.bots, label: w.all }}
      tabs={{
        label: w.tabsLabel,
        all: TABS.map((one) => ({
          name: w.tabs[one],
          href: one === 'settings' ? places.bot(bot.id) : `${places.bot(bot.id)}/${one}`,
          isHere: one === tab,
        })),
      }}
    >
      {bot.enabled && bot.failing && <FailingBanner bot={bot} failing={bot.failing} isTrying={tab === 'try'} />}
      <ContactNotice bot={bot} />
      {bot.shortSecrets.map((one) => (
        <Notice key={one}>{w.short[one]}</Notice>
      ))}
      {tab === 'settings' && <Settings bot={bot} />}
      {tab === 'try' && <SandboxPart bot={bot} id={sandbox ? Number(sandbox) : null} />}
      {tab === 'deliveries' && <SourceLog source={{ of: 'bots', id: bot.id }} help={w.deliveriesHelp} />}
    </Page>
  )
}

/** All settings of a bot, in the order in which it is connected. */
const Settings = ({ bot }: { bot: Bot }) => (
  <>
    <ConnectionSection bot={bot} />
    <TokenSection bot={bot} />
    <ChannelsSection bot={bot} />
    <BehaviourSection bot={bot} />
    <AuthorizationSection bot={bot} />
    <NameSection bot={bot} />
    <RemoveBot bot={bot} />
  </>
)
