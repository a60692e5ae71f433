import type { Call } from '@deskbell/protocol/agent/call'
import { PhoneCall, PhoneIncoming, PhoneMissed, PhoneOff, PhoneOutgoing } from 'lucide-react'
import { cx } from '../ui/cx.ts'
import { hasTalked } from './say.ts'
import { callWords as w } from './words.ts'

function looksOf(call: Call) {
  const { ended, failure, missed, type } = call
  if (ended === null) return [PhoneCall, 'bg-good-tint text-good'] as const
  if (missed) return [PhoneMissed, 'bg-bad-tint text-bad'] as const
  if (!hasTalked(call) || failure) return [type === 'outgoing' ? PhoneOff : PhoneMissed, 'bg-well text-muted'] as const
  return [type === 'incoming' ? PhoneIncoming : PhoneOutgoing, 'bg-well text-muted'] as const
}

/** The direction of a call and what became of it. */
export function CallIcon({ call, small = false }: { call: Call; small?: boolean }) {
  const [Icon, colours] = looksOf(call)
  return (
    <span
      className={cx('grid shrink-0 place-items-center rounded-full', small ? 'size-6' : 'size-9', colours)}
      title={w.types[call.type]}
    >
      <Icon aria-hidden="true" className={small ? 'size-3.5' : 'size-4'} />
      <span className="sr-only">{w.types[call.type]}</span>
    </span>
  )
}
