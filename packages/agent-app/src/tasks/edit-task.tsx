import type { Task, TaskChange } from '@deskbell/protocol/agent/task'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { useAct } from '../ui/act.ts'
import { Button } from '../ui/button.tsx'
import { words } from '../words/index.ts'
import { ALL_TASKS } from './query.ts'
import { type Entered, TaskFields } from './task-fields.tsx'
import { taskWords as w } from './words.ts'

const toEntered = ({ text, assignee, due }: Task): Entered => ({ text, assignee: assignee?.id ?? null, due })

/** The fields that differ: a colleague's change of another field stays. */
export const toChange = (before: Entered, after: Entered): TaskChange => ({
  ...(after.text.trim() !== before.text && { text: after.text }),
  ...(after.assignee !== before.assignee && { assignee: after.assignee }),
  ...(after.due !== before.due && { due: after.due }),
})

/** Changes a task in its place. What a colleague changes meanwhile is said. */
export function EditTask({ task, onClose }: { task: Task; onClose: () => void }) {
  const queries = useQueryClient()
  const { busy, problem, run } = useAct()
  const [before] = useState(() => toEntered(task))
  const [entered, setEntered] = useState(before)
  const now = toEntered(task)
  const isChanged = now.text !== before.text || now.assignee !== before.assignee || now.due !== before.due
  const save = () => {
    if (entered.text.trim() === '') return
    const body = toChange(before, entered)
    if (Object.keys(body).length === 0) return onClose()
    void run(async () => {
      await call('PATCH /tasks/:task', { params: { task: task.id }, body })
      await queries.invalidateQueries({ queryKey: ALL_TASKS })
    }).then((saved) => saved && onClose())
  }
  return (
    <TaskFields
      label={w.text}
      entered={entered}
      onChange={setEntered}
      onSave={save}
      onCancel={onClose}
      focus
      lines
      unfolded
      known={task.assignee}
      problem={problem?.text ?? null}
      note={
        isChanged &&
        !busy && (
          <p role="status" className="text-sm text-warm">
            {w.changedMeanwhile}
          </p>
        )
      }
    >
      <Button size="sm" kind="quiet" onClick={onClose}>
        {words.common.cancel}
      </Button>
      <Button type="submit" size="sm" kind="primary" busy={busy}>
        {words.common.save}
      </Button>
    </TaskFields>
  )
}
