import { cx } from '../ui/cx.ts'
import { words } from '../words/index.ts'

const SHAPES = [
  ['start', 'w-52 h-9'],
  ['start', 'w-72 h-14'],
  ['end', 'w-64 h-9'],
  ['start', 'w-40 h-9'],
  ['end', 'w-80 h-14'],
] as const

export const MessageSkeletons = () => (
  <div role="status" className="flex min-h-0 flex-1 flex-col justify-end gap-3 overflow-hidden px-4 pb-4 md:px-6">
    <span className="sr-only">{words.common.loading}</span>
    {SHAPES.map(([side, shape], index) => (
      <div key={index} className={cx('skeleton max-w-[75%] rounded-2xl', shape, side === 'end' && 'self-end')} />
    ))}
  </div>
)
