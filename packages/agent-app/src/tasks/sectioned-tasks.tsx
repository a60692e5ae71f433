import type { Task } from '@deskbell/protocol/agent/task'
import { useId } from 'react'
import { number } from '../text/when.ts'
import { useNow } from '../ui/now.ts'
import { type SectionName, toSections } from './sections.ts'
import { TaskRows } from './task-rows.tsx'
import type { Editing } from './use-editing.ts'
import type { Shown } from './use-ticking.ts'
import { taskWords as w } from './words.ts'

type Props = { tasks: readonly Shown[]; editing: Editing; onMark: (task: Task, done: boolean) => void }

/** Open tasks: overdue ones, those of today, later ones, and those without a date. */
export function SectionedTasks({ tasks, editing, onMark }: Props) {
  const now = useNow()
  return (
    <div className="flex flex-col gap-5">
      {toSections(tasks, now, editing.sectionOf).map((section) => (
        <Section key={section.name} {...section} editing={editing} onMark={onMark} />
      ))}
    </div>
  )
}

function Section({ name, tasks, editing, onMark }: Props & { name: SectionName }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={name === 'overdue' ? 'text-sm font-semibold text-bad' : 'text-sm font-semibold'}>
        {w.sections[name]} <span className="font-normal text-muted">{number(tasks.length)}</span>
      </h2>
      <div className="mt-1">
        <TaskRows label={w.sections[name]} tasks={tasks} editing={editing} onMark={onMark} ofContact />
      </div>
    </section>
  )
}
