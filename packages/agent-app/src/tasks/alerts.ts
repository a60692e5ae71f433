import type { Task } from '@deskbell/protocol/agent/task'
import { call } from '../api/client.ts'
import { Cell } from '../live/cells.ts'
import type { AlertFrame } from '../live/state.ts'

/** How long an alert about a task is shown unless the agent opens it, ms. */
const SHOWN_FOR = 60_000
const SHOWN_MAX = 3

/** An alert about a task in a visible window. */
export type TaskAlert = { alert: string; task: Task; title: string }

/** The newest last. */
export const taskAlerts = new Cell<readonly TaskAlert[]>([])

export const dropTaskAlert = (alert: string): void =>
  taskAlerts.set(taskAlerts.get().filter((one) => one.alert !== alert))

/** A newer alert about the same task replaces the older one. */
export function showTaskAlert(shown: TaskAlert): void {
  const others = taskAlerts.get().filter(({ task }) => task.id !== shown.task.id)
  taskAlerts.set([...others, shown].slice(-SHOWN_MAX))
  setTimeout(() => dropTaskAlert(shown.alert), SHOWN_FOR)
}

/** The task of an alert; null: it is about a chat, or the task cannot be read. */
export async function taskOf({ task }: AlertFrame): Promise<Task | null> {
  if (task === undefined) return null
  return call('GET /tasks/:task', { params: { task } }).catch(() => null)
}
