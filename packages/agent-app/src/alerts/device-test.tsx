import { useQuery } from '@tanstack/react-query'
import { Check, CircleDashed } from 'lucide-react'
import { useEffect, useState } from 'react'
import { clock } from '../text/when.ts'
import { cx } from '../ui/cx.ts'
import { Spinner } from '../ui/spinner.tsx'
import { alertWords } from '../words/alerts.ts'
import { alertLogQuery, type Line } from './queries.ts'
import { sayReason } from '../words/translation.ts'

const w = alertWords
/** After this time without a step, the test says what to check, ms. */
const SLOW = 12_000

const STEPS = ['sent', 'accepted', 'shown', 'opened'] as const
type Step = (typeof STEPS)[number]
const timeOf = (line: Line, step: Step): number | null => line[`${step}At`]

/** A test alert on its way, step by step. */
export function DeviceTest({ alert, push, isHere }: { alert: string; push: boolean; isHere: boolean }) {
  const { data: lines } = useQuery(alertLogQuery)
  const line = lines?.find(({ id }) => id === alert)
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW)
    return () => clearTimeout(timer)
  }, [])
  // Only a push service accepts.
  const steps = STEPS.filter((step) => push || step !== 'accepted')
  const missing = steps.find((step) => !line || timeOf(line, step) === null)
  const advice =
    (line?.failure ? sayReason(line.failure) : null) ??
    (slow && missing && (missing === 'opened' ? w.notOpened : w.advice(isHere)[missing]))
  return (
    <div role="status" className="mt-3 rounded-lg bg-well p-3">
      <ol className="flex flex-wrap gap-x-5 gap-y-2 text-sm">
        {steps.map((step) => {
          const at = line && timeOf(line, step)
          return (
            <li key={step} className={cx('flex items-center gap-1.5', at ? 'text-ink' : 'text-muted')}>
              {at ? (
                <Check aria-hidden="true" className="size-4 text-good" />
              ) : step === missing && !slow && !line?.failure ? (
                <Spinner />
              ) : (
                <CircleDashed aria-hidden="true" className="size-4" />
              )}
              {w.steps[step]}
              {at ? <span className="text-xs text-muted">{clock(at)}</span> : null}
            </li>
          )
        })}
      </ol>
      {advice && <p className="mt-2 text-sm text-soft text-pretty">{advice}</p>}
    </div>
  )
}
