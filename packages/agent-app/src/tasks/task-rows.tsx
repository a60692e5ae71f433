import type { Task } from '@deskbell/protocol/agent/task'
import { TaskRow } from './task-row.tsx'
import type { Editing } from './use-editing.ts'
import type { Shown } from './use-ticking.ts'

type Props = {
  label: string
  tasks: readonly Shown[]
  editing: Editing
  onMark: (task: Task, done: boolean) => void
  ofContact?: boolean
}

export const TaskRows = ({ label, tasks, editing, onMark, ofContact = false }: Props) => (
  <ul aria-label={label} className="-mx-2 flex flex-col">
    {tasks.map((task) => (
      <TaskRow key={task.id} task={task} editing={editing} onMark={onMark} ofContact={ofContact} />
    ))}
  </ul>
)
