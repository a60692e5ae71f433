import type { Checklist } from '@deskbell/protocol/agent/checklist'
import { useQuery } from '@tanstack/react-query'
import { channelsQuery } from '../api/queries.ts'
import { StepRow } from './step-row.tsx'
import { placeOf } from './steps.ts'
import { checklistWords as w } from './words.ts'

/** The steps with the part of them that is done. */
export function StepList({ checklist: { steps } }: { checklist: Checklist }) {
  const { data: channels = [] } = useQuery(channelsQuery)
  const done = steps.filter((one) => one.done).length
  const said = w.progress(done, steps.length)
  return (
    <>
      <div className="flex items-center gap-3">
        <progress
          aria-label={w.title}
          aria-valuetext={said}
          max={steps.length}
          value={done}
          className="meter h-1.5 flex-1"
        />
        <span className="text-sm text-muted">{said}</span>
      </div>
      <ul className="mt-2 divide-y divide-line">
        {steps.map(({ step, done: isDone }) => {
          const { href, outside = false } = placeOf(step, channels)
          return <StepRow key={step} step={step} done={isDone} href={href} outside={outside} />
        })}
      </ul>
    </>
  )
}
