import type { Channel } from '@deskbell/protocol/agent/channel'
import { cx } from '../ui/cx.ts'
import { words } from '../words/index.ts'

/** The status that front ends receive, and if offline, why. */
export function StatusDot({ channel }: { channel: Channel }) {
  const online = channel.status === 1
  const isWidget = channel.kind === 'widget'
  const w = words.channels
  const help = isWidget ? [w.offlineWidget, w.onlineWidget] : [w.offlineHelp, w.onlineHelp]
  const facts = [
    channel.enabled ? (online ? w.online : w.offline) : isWidget ? w.switchedOff : w.paused,
    isWidget ? w.kinds.widget : channel.serverUrl === null && w.noServer,
  ].filter(Boolean)
  return (
    <span title={help[channel.status]} className="flex items-center gap-1.5 text-xs text-muted">
      <span
        aria-hidden="true"
        className={cx('size-2 rounded-full', !channel.enabled ? 'bg-edge' : online ? 'bg-good' : 'bg-warm')}
      />
      {facts.join(' · ')}
    </span>
  )
}
