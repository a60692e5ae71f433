import type { Task } from '@deskbell/protocol/agent/task'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, saying } from '../api/client.ts'
import { byDue } from './sections.ts'
import { ALL_TASKS } from './query.ts'

/** How long a task that was ticked stays in its place, with the way back, ms. */
const STAYS = 8000

/** A task in a list. `ticked`: the agent marked it as done a moment ago, and can undo it. */
export type Shown = Task & { ticked?: boolean }

/**
 * Marks tasks as done, and takes it back. A task that was ticked stays in the list for a moment, so that it can be undone
 * where it stands. The marks of one task reach the server in their order.
 */
export function useTicking() {
  const queries = useQueryClient()
  const [recent, setRecent] = useState<readonly Shown[]>([])
  const [problem, setProblem] = useState<string | null>(null)
  const [underWay] = useState(() => new Map<number, Promise<void>>())
  const drop = (id: number) => setRecent((now) => now.filter((one) => one.id !== id))
  const put = (task: Shown) => setRecent((now) => [...now.filter(({ id }) => id !== task.id), task])

  async function send({ id }: Task, done: boolean): Promise<void> {
    try {
      await call('PATCH /tasks/:task', { params: { task: id }, body: { done } })
      await queries.invalidateQueries({ queryKey: ALL_TASKS })
      if (done) setTimeout(() => drop(id), STAYS)
      else drop(id)
    } catch (error) {
      setProblem(saying(error))
      drop(id)
    }
  }

  return {
    problem,
    newest: recent.findLast(({ ticked }) => ticked) ?? null,
    mark(task: Task, done: boolean): void {
      setProblem(null)
      put({ ...task, ticked: done })
      const before = underWay.get(task.id) ?? Promise.resolve()
      underWay.set(
        task.id,
        before.then(() => send(task, done)),
      )
    },
    /** The open tasks with those that were just ticked, in their order. */
    with: (tasks: readonly Task[]): Shown[] =>
      [...tasks.filter(({ id }) => !recent.some((one) => one.id === id)), ...recent].toSorted(byDue),
  }
}
