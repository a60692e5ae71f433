import { CircleAlert } from 'lucide-react'
import { full, moment, upcoming } from '../text/when.ts'
import { sectionOf } from './sections.ts'
import { taskWords as w } from './words.ts'

/** When an open task is due: by colour and word, where the time has passed. */
export function Due({ due, now }: { due: number; now: number }) {
  const section = sectionOf(due, now)
  const isOverdue = section === 'overdue'
  return (
    <time
      dateTime={new Date(due).toISOString()}
      title={full(due)}
      className={isOverdue ? 'inline-flex items-center gap-1 font-medium text-bad' : undefined}
    >
      {isOverdue && <CircleAlert aria-hidden="true" className="size-3.5 shrink-0" />}
      {isOverdue ? w.overdue(moment(due, now)) : section === 'today' ? moment(due, now) : upcoming(due, now)}
    </time>
  )
}
