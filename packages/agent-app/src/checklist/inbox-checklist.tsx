import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { checklistQuery } from './query.ts'
import { StepList } from './step-list.tsx'
import { isComplete } from './steps.ts'
import { Unreached } from './unreached.tsx'
import { useHide } from './use-hide.ts'
import { checklistWords as w } from './words.ts'

/** In the place of a chat while none is open: the list, until all is done or the agent hides it; then `otherwise`. */
export default function InboxChecklist({ otherwise }: { otherwise: ReactNode }) {
  const { data, error } = useQuery(checklistQuery)
  const { busy, problem, hide } = useHide()
  if (!data && !error) return null
  if (!data || data.hidden || isComplete(data)) {
    return (
      <div className="flex min-w-0 flex-1 flex-col">
        <Unreached className="m-4" />
        <div className="flex flex-1">{otherwise}</div>
      </div>
    )
  }
  return (
    <div className="min-w-0 flex-1 overflow-y-auto">
      <section
        aria-labelledby="getting-started"
        className="mx-auto flex min-h-full max-w-xl flex-col justify-center p-6"
      >
        <Unreached className="mb-6" />
        <div className="mb-4 flex items-start justify-between gap-4">
          <div>
            <h2 id="getting-started" className="text-lg font-semibold">
              {w.title}
            </h2>
            <p className="mt-0.5 text-sm text-muted">{w.help}</p>
          </div>
          <Button size="sm" kind="quiet" busy={busy} onClick={() => void hide(true)}>
            {w.hide}
          </Button>
        </div>
        {problem && <Notice className="mb-3">{problem.text}</Notice>}
        <StepList checklist={data} />
      </section>
    </div>
  )
}
