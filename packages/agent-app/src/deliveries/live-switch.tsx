import { cx } from '../ui/cx.ts'
import { Switch } from '../ui/switch.tsx'
import { words } from '../words/index.ts'

const w = words.deliveries
type Props = { live: boolean; resting: boolean; onChange: (live: boolean) => void }

/** Switches automatic refreshing of the log. `resting`: paused while the agent reads further back. */
export const LiveSwitch = ({ live, resting, onChange }: Props) => {
  const isMoving = live && !resting
  return (
    <div className="flex shrink-0 items-center gap-2 text-xs text-muted">
      <span
        aria-hidden="true"
        className={cx('size-1.5 rounded-full', isMoving ? 'animate-pulse-soft bg-good' : 'bg-edge')}
      />
      <span>{!live ? w.liveOff : resting ? w.liveRests : w.liveOn}</span>
      <Switch label={w.liveSwitch} checked={live} onChange={onChange} />
    </div>
  )
}
