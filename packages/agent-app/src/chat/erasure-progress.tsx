import type { VisitorErasure } from '@deskbell/protocol/agent/visitor-erased'
import { number } from '../text/when.ts'
import { words } from '../words/index.ts'

const w = words.erase

export function ErasureProgress({
  erasure: { done, total },
  className,
}: {
  erasure: VisitorErasure
  className: string
}) {
  const percent = total === 0 ? 100 : Math.floor((done / total) * 100)
  return (
    <div className={className}>
      <div
        role="progressbar"
        aria-label={w.running}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        className="h-1.5 overflow-hidden rounded-full bg-tint-edge"
      >
        <div className="h-full bg-accent transition-[width] duration-200" style={{ width: `${percent}%` }} />
      </div>
      <p className="mt-1.5 text-xs text-muted tabular-nums">{w.progress(number(done), number(total))}</p>
    </div>
  )
}
