import type { Channel } from '@deskbell/protocol/agent/channel'
import { cx } from '../ui/cx.ts'
import { words } from '../words/index.ts'
import { kindViewOf } from './kinds.ts'

/** Whether visitors see the channel as online, its kind, and a fact of this kind. */
export function StatusDot({ channel }: { channel: Channel }) {
  const online = channel.status === 1
  const w = words.channels
  const { name, status } = kindViewOf(channel.kind)
  const { help, disabled, beside } = status
  const facts = [channel.enabled ? (online ? w.online : w.offline) : disabled, name, beside(channel)].filter(Boolean)
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
