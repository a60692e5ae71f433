import { useCell } from '../live/react.ts'
import { cx } from '../ui/cx.ts'
import { words } from '../words/index.ts'
import { density, ROW_HEIGHT } from './density.ts'

/** As high as the rows that replace them, so that the layout does not move. */
export function RowSkeletons() {
  const chosen = useCell(density)
  const isCompact = chosen === 'compact'
  return (
    <div role="status" className="overflow-hidden p-1.5">
      <span className="sr-only">{words.common.loading}</span>
      {Array.from({ length: 12 }, (_, index) => (
        <div
          key={index}
          className={cx('flex items-center gap-2.5 px-2', ROW_HEIGHT[chosen])}
          style={{ opacity: 1 - index * 0.07 }}
        >
          <div className={cx('skeleton rounded-full', isCompact ? 'size-4' : 'size-9')} />
          <div className="flex flex-1 flex-col gap-2">
            <div className="skeleton h-3" style={{ width: `${45 + ((index * 17) % 30)}%` }} />
            {!isCompact && <div className="skeleton h-2.5" style={{ width: `${60 + ((index * 29) % 35)}%` }} />}
          </div>
        </div>
      ))}
    </div>
  )
}
