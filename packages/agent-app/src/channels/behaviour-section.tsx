import type { Channel } from '@deskbell/protocol/agent/channel'
import { SwitchSection } from '../ui/switch-section.tsx'
import { words } from '../words/index.ts'
import { useChange } from './use-change.ts'

const w = words.channels

const SWITCHES = [
  ['enabled', w.enabled, w.enabledHelp],
  ['chunked', w.chunked, w.chunkedHelp],
  ['anySuccess', w.anySuccess, w.anySuccessHelp],
  ['strictMedia', w.strictMedia, w.strictMediaHelp],
  ['uniqueMessageIds', w.uniqueMessageIds, w.uniqueMessageIdsHelp],
  ['botCountsAsOnline', w.botCountsAsOnline, w.botCountsAsOnlineHelp],
] as const

/** Switches that take effect at once. */
export function BehaviourSection({ channel, mayChange }: { channel: Channel; mayChange: boolean }) {
  const { problem, change } = useChange(channel)
  return (
    <SwitchSection
      title={w.behaviour}
      problem={problem}
      rows={SWITCHES}
      isOn={channel}
      disabled={!mayChange}
      onChange={(key, on) => void change({ [key]: on })}
    />
  )
}
