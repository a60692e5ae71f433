import type { Channel } from '@deskbell/protocol/agent/channel'
import { cx } from '../ui/cx.ts'
import { words } from '../words/index.ts'

/** What front ends are told now, and why not when not. */
export function StatusDot({ channel }: { channel: Channel }) {
  const online = channel.status === 1
  const facts = [
    channel.enabled ? (online ? words.channels.online : words.channels.offline) : words.channels.paused,
    channel.serverUrl === null && words.channels.noServer,
  ].filter(Boolean)
  return (
    <span
      title={online ? words.channels.onlineHelp : words.channels.offlineHelp}
      className="flex items-center gap-1.5 text-xs text-muted"
    >
      <span
        aria-hidden="true"
        className={cx('size-2 rounded-full', !channel.enabled ? 'bg-edge' : online ? 'bg-good' : 'bg-warm')}
      />
      {facts.join(' · ')}
    </span>
  )
}
