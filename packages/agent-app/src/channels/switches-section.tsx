import type { Channel } from '@deskbell/protocol/agent/channel'
import { SwitchSection } from '../ui/switch-section.tsx'
import { useChange } from './use-change.ts'

type Key =
  | 'enabled'
  | 'chunked'
  | 'anySuccess'
  | 'strictMedia'
  | 'uniqueMessageIds'
  | 'verifiedContacts'
  | 'botCountsAsOnline'
/** The setting of each switch, its label and its help text. */
export type Switches = readonly (readonly [Key, string, string])[]
type Props = { title: string; rows: Switches; channel: Channel; mayChange: boolean }

/** Switches that take effect at once. */
export function SwitchesSection({ title, rows, channel, mayChange }: Props) {
  const { problem, change } = useChange(channel)
  return (
    <SwitchSection
      title={title}
      problem={problem}
      rows={rows}
      isOn={channel}
      disabled={!mayChange}
      onChange={(key, on) => void change({ [key]: on })}
    />
  )
}
