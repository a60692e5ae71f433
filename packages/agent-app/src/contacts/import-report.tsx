import type { ImportLine } from '@deskbell/protocol/agent/contact'
import { number } from '../text/when.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { ProgressLine } from '../ui/progress-line.tsx'
import { words } from '../words/index.ts'
import type { Progress } from './use-import.ts'
import { contactWords } from './words.ts'

const w = contactWords
const RESULTS = ['added', 'changed', 'same', 'refused'] as const
/** Refused lines that are listed. */
const SHOWN = 200

type Props = {
  lines: readonly ImportLine[]
  progress: Progress
  onRun: () => void
  onStop: () => void
  onEnd: () => void
}

/** The progress of an import, and what became of its lines. */
export function ImportReport({ lines, progress, onRun, onStop, onEnd }: Props) {
  const { state, done, counts, refused, problem } = progress
  const at = lines[done]?.line ?? 0
  const percent = Math.floor((done / Math.max(1, lines.length)) * 100)
  return (
    <div className="flex flex-col gap-4">
      <div>
        <ProgressLine label={w.importTitle} percent={percent} className="h-1.5 overflow-hidden rounded-full" />
        <p role="status" className="mt-1.5 text-sm text-muted tabular-nums">
          {state === 'complete' ? w.importDone : w.importProgress(number(done), number(lines.length))}
        </p>
      </div>
      {state === 'stopped' && (
        <Notice>
          {w.importStopped(at)} {problem}
        </Notice>
      )}
      <dl className="grid grid-cols-2 gap-3 text-center sm:grid-cols-4">
        {RESULTS.map((result) => (
          <div key={result} className="rounded-xl bg-well px-2 py-3">
            <dd className="text-lg font-semibold">{number(counts[result])}</dd>
            <dt className="text-xs text-muted breakable">{w.importCounts[result]}</dt>
          </div>
        ))}
      </dl>
      {refused.length > 0 && (
        <section aria-label={w.importRefused}>
          <h3 className="mb-1 text-sm font-semibold">{w.importRefused}</h3>
          <ul tabIndex={0} aria-label={w.importRefused} className="max-h-56 overflow-y-auto text-sm">
            {refused.slice(0, SHOWN).map(({ line, why }) => (
              <li key={line} className="flex gap-3 py-0.5">
                <span className="w-20 shrink-0 text-muted">{w.importLine(line)}</span>
                <span className="min-w-0 breakable">{why && w.importWhy[why]}</span>
              </li>
            ))}
            {refused.length > SHOWN && <li className="text-muted">{w.importMore(refused.length - SHOWN)}</li>}
          </ul>
        </section>
      )}
      <div className="flex justify-end gap-2">
        {state === 'running' && <Button onClick={onStop}>{w.importStop}</Button>}
        {state === 'stopped' && <Button onClick={onRun}>{w.importGoOn}</Button>}
        {state !== 'running' && (
          <Button kind="primary" onClick={onEnd}>
            {words.common.close}
          </Button>
        )}
      </div>
    </div>
  )
}
