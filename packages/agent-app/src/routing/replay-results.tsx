import type { ReplayOutcome, ReplayResult, RoutingReplay } from '@deskbell/protocol/agent/routing-replay'
import { lasting, moment, number } from '../text/when.ts'
import { Notice } from '../ui/notice.tsx'
import { ProgressLine } from '../ui/progress-line.tsx'
import { now } from '../runtime.ts'
import { ReplayLoads } from './replay-loads.tsx'
import { ReplayTable } from './replay-table.tsx'
import { routingWords as w } from './words.ts'

const wait = (span: number | null) => (span === null ? '–' : lasting(span, 'narrow'))
const ROWS: readonly [keyof typeof w.replay.rows, (one: ReplayOutcome) => string][] = [
  ['answered', ({ answered }) => number(answered)],
  ['missed', ({ missed }) => number(missed)],
  ['department', ({ overflowed }) => number(overflowed.department)],
  ['bot', ({ overflowed }) => number(overflowed.bot)],
  ['form', ({ overflowed }) => number(overflowed.form)],
  ['median', ({ median }) => wait(median)],
  ['slow', ({ slow }) => wait(slow)],
  ['longest', ({ longest }) => wait(longest)],
]

/** Chats that overflow have a row where there are any. */
const isShown = (name: keyof typeof w.replay.rows, all: readonly ReplayOutcome[]): boolean =>
  (name !== 'department' && name !== 'bot' && name !== 'form') || all.some(({ overflowed }) => overflowed[name] > 0)

/** How far a replay has come, or what it found. */
export function ReplayResults({ replay, isOutdated }: { replay: RoutingReplay; isOutdated: boolean }) {
  const { state, progress, result } = replay
  if (state === 'failed') return <Notice>{w.replay.failed}</Notice>
  if (!result)
    return (
      <div role="status" className="flex flex-col gap-2 text-sm text-muted">
        {w.replay.running}
        <ProgressLine label={w.replay.running} percent={Math.round(progress * 100)} className="h-1.5 rounded-full" />
      </div>
    )
  if (result.chats === 0) return <Notice tone="info">{w.replay.none}</Notice>
  return <Found result={result} isOutdated={isOutdated} />
}

function Found({ result, isOutdated }: { result: ReplayResult; isOutdated: boolean }) {
  const { from, to, chats, real, current, changed } = result
  const at = now()
  return (
    <section aria-label={w.replay.title} className="flex flex-col gap-3">
      <h2 className="font-semibold">{w.replay.title}</h2>
      {isOutdated && <Notice tone="info">{w.replay.outdated}</Notice>}
      <ReplayTable
        title={w.replay.title}
        rows={ROWS.filter(([name]) => isShown(name, [real, current, changed])).map(([name, say]) => ({
          name: w.replay.rows[name],
          cells: [say(real), say(current), say(changed)],
        }))}
      />
      <ReplayLoads result={result} />
      <p className="text-sm text-muted text-pretty">
        {w.replay.about(number(chats), moment(from, at), moment(to, at))} {w.replay.how}
      </p>
    </section>
  )
}
