import type { Bot } from '@deskbell/protocol/agent/bot'
import { switched } from '../api/switched.ts'
import { Notice } from '../ui/notice.tsx'
import { Section } from '../ui/section.tsx'
import { words } from '../words/index.ts'
import { ChannelChoice } from './channel-choice.tsx'
import { useChange } from './use-change.ts'

const w = words.bots

export function ChannelsSection({ bot }: { bot: Bot }) {
  const { problem, change } = useChange(bot)
  return (
    <Section title={w.channels} help={w.channelsHelp}>
      {problem && <Notice className="mb-2">{problem.text}</Notice>}
      <ChannelChoice
        chosen={bot.channels}
        bot={bot.id}
        onSwitch={(channel, isOn) => void change((now) => ({ channels: switched(now.channels, channel, isOn) }))}
      />
    </Section>
  )
}
