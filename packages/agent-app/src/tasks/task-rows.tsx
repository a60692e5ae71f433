import type { Task } from '@deskbell/protocol/agent/task'
import { TaskRow } from './task-row.tsx'
import type { Shown } from './use-ticking.ts'

type Props = {
  label: string
  tasks: readonly Shown[]
  onMark: (task: Task, done: boolean) => void
  ofContact?: boolean
}

export const TaskRows = ({ label, tasks, onMark, ofContact = false }: Props) => (
  <ul aria-label={label} className="-mx-2 flex flex-col">
    {tasks.map((task) => (
      <TaskRow key={task.id} task={task} onMark={onMark} ofContact={ofContact} />
    ))}
  </ul>
)
