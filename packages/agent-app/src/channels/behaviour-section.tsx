import type { Channel } from '@deskbell/protocol/agent/channel'
import { Notice } from '../ui/notice.tsx'
import { Section } from '../ui/screen.tsx'
import { SwitchRow } from '../ui/switch.tsx'
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

/** Switches: each takes effect at once. */
export function BehaviourSection({ channel, mayChange }: { channel: Channel; mayChange: boolean }) {
  const { problem, change } = useChange(channel)
  return (
    <Section title={w.behaviour}>
      {problem && <Notice className="mb-2">{problem.text}</Notice>}
      <div className="-my-3 divide-y divide-line">
        {SWITCHES.map(([key, label, help]) => (
          <SwitchRow
            key={key}
            label={label}
            help={help}
            checked={channel[key]}
            disabled={!mayChange}
            onChange={(on) => void change({ [key]: on })}
          />
        ))}
      </div>
    </Section>
  )
}
