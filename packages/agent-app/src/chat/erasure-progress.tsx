import type { VisitorErasure } from '@deskbell/protocol/agent/visitor-erased'
import { number } from '../text/when.ts'
import { ProgressLine } from '../ui/progress-line.tsx'
import { words } from '../words/index.ts'

const w = words.erase

export function ErasureProgress({
  erasure: { done, total },
  className,
}: {
  erasure: Pick<VisitorErasure, 'done' | 'total'>
  className: string
}) {
  const percent = total === 0 ? 100 : Math.floor((done / total) * 100)
  return (
    <div className={className}>
      <ProgressLine label={w.running} percent={percent} className="h-1.5 overflow-hidden rounded-full" />
      <p className="mt-1.5 text-xs text-muted tabular-nums">{w.progress(number(done), number(total))}</p>
    </div>
  )
}
