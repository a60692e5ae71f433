import type { TrunkTest } from '@deskbell/protocol/agent/call-test'
import { TEST_STEPS, type TestFailure, type TestStep } from '@deskbell/protocol/agent/call-test-steps'
import { Circle, CircleCheck, CircleX } from 'lucide-react'
import { inParts } from '../../text/when.ts'
import { cx } from '../../ui/cx.ts'
import { Notice } from '../../ui/notice.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { isolate } from '../../words/isolate.ts'
import { telephoneWords, testWords as w } from '../telephone-words.ts'

/** What the server says of these, and not the trunk. */
const OF_THE_SERVER: ReadonlySet<TestFailure> = new Set([
  'host_unknown',
  'engine_missing',
  'engine_failed',
  'engine_died',
])
const MARKS = { done: 'there', failed: 'wrong', now: 'open', open: 'open' } as const
type Look = 'done' | 'now' | 'failed' | 'open'

/** The steps of a test call with their times, and what to do after it. */
export function TestResult({ test, registers }: { test: TrunkTest; registers: boolean }) {
  const { state, steps, failure, ended } = test
  const done = new Map(steps.map((one) => [one.step, one]))
  const last = TEST_STEPS.findLastIndex((step) => done.has(step))
  // A telephone that answers at once does not ring; the key is a step where one is pressed.
  const shown = TEST_STEPS.filter(
    (step, at) => done.has(step) || (at > last && step !== 'key' && (step !== 'registered' || registers)),
  )
  const now = ended === null ? shown.find((step) => !done.has(step)) : undefined
  const lookOf = (step: TestStep): Look =>
    done.has(step) ? 'done' : failure?.step === step ? 'failed' : step === now ? 'now' : 'open'
  const newest = steps.at(-1)
  return (
    <div className="mt-4 flex flex-col gap-3">
      <p role="status" className="sr-only">
        {ended === null && newest ? w.steps[newest.step] : w.states[state]}
      </p>
      <ol aria-label={w.list} className="rounded-lg border border-line px-3 py-2">
        {shown.map((step) => {
          const { at, said } = done.get(step) ?? {}
          const look = lookOf(step)
          return (
            <li key={step} className="flex min-h-7 items-start gap-2.5 py-1 text-sm">
              <Mark look={look} />
              <span className="sr-only">{telephoneWords.marks[MARKS[look]]}</span>
              <span className={cx('min-w-0 flex-1 breakable', look === 'open' ? 'text-muted' : 'text-ink')}>
                {w.steps[step]}
                {said != null && <bdi className="ms-2 text-muted">{step === 'over' ? (w.by[said] ?? said) : said}</bdi>}
              </span>
              {at !== undefined && (
                <span className="shrink-0 text-xs leading-5 text-muted tabular-nums">
                  {w.after(inParts(at - test.started))}
                </span>
              )}
            </li>
          )
        })}
      </ol>
      <Outcome test={test} />
    </div>
  )
}

const Mark = ({ look }: { look: Look }) => (
  <span aria-hidden="true" className="grid size-5 shrink-0 place-items-center">
    {look === 'done' ? (
      <CircleCheck className="size-4 text-good" />
    ) : look === 'failed' ? (
      <CircleX className="size-4 text-bad" />
    ) : look === 'now' ? (
      <Spinner className="text-accent" />
    ) : (
      <Circle className="size-4 text-edge" />
    )}
  </span>
)

function Outcome({ test: { state, steps, failure, ended } }: { test: TrunkTest }) {
  const has = (step: TestStep) => steps.some((one) => one.step === step)
  if (ended === null) {
    if (has('key')) return null
    if (has('sound')) return <Notice tone="info">{w.listen}</Notice>
    return has('rings') && <Notice tone="info">{w.answer}</Notice>
  }
  if (failure) {
    const { what, remedy } = w.failures[failure.why]
    return (
      <Notice>
        <p className="font-medium">{what}</p>
        <p>{remedy}</p>
        {failure.said !== null && (
          <p className="mt-1 breakable">
            {OF_THE_SERVER.has(failure.why) ? `${telephoneWords.said}: ${isolate(failure.said)}` : w.said(failure.said)}
          </p>
        )}
      </Notice>
    )
  }
  if (state === 'stopped') return <Notice tone="info">{w.states.stopped}</Notice>
  return (
    <Notice tone={has('key') ? 'good' : 'info'}>
      <p className="font-medium">{w.states.passed}</p>
      <p>{has('key') ? w.bothWays : w.oneWay}</p>
    </Notice>
  )
}
