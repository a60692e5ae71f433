import { cx } from '../ui/cx.ts'
import { words } from '../words/index.ts'
import type { DeliveryState } from './filters.ts'

const COLOURS: Record<DeliveryState, string> = {
  done: 'bg-good-tint text-good',
  failed: 'bg-bad-tint text-bad',
  dead_letter: 'bg-hot-tint text-hot',
  due: 'bg-warm-tint text-warm',
  waiting: 'bg-well text-soft',
  cancelled: 'bg-well text-muted',
}

export const StatePill = ({ state }: { state: DeliveryState }) => (
  <span className={cx('w-20 shrink-0 rounded-md px-1.5 py-0.5 text-center text-xs font-medium', COLOURS[state])}>
    {words.deliveries.states[state]}
  </span>
)
