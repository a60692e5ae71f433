import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { useCell, useSession } from '../live/react.ts'
import { useAct } from '../ui/act.ts'
import { Button } from '../ui/button.tsx'
import { ALL_TASKS } from './query.ts'
import { type Entered, TaskFields } from './task-fields.tsx'
import { unsavedTasks } from './unsaved-tasks.ts'
import { taskWords as w } from './words.ts'

type Props = {
  contact: number
  /** The chat in which it is made. */
  chat?: number
}

/** Adds a task to a contact, in its place. It is this agent's unless they choose another one. */
export function NewTask({ contact, chat }: Props) {
  const me = useCell(useSession().live.me).id
  const queries = useQueryClient()
  const { busy, problem, run } = useAct()
  const nothing: Entered = { text: '', assignee: me, due: null }
  const [entered, setEntered] = useState(() => unsavedTasks.read(contact) ?? nothing)
  const isEmpty = entered.text.trim() === ''
  const show = () => setEntered(unsavedTasks.read(contact) ?? nothing)
  const write = (now: Entered) => {
    unsavedTasks.write(contact, now)
    setEntered(now)
  }
  const save = () => {
    if (isEmpty || busy) return
    // What the agent writes next is another task.
    unsavedTasks.next(contact)
    show()
    void run(async () => {
      const body = { ...entered, ...(chat !== undefined && { chat }) }
      await call('POST /contacts/:contact/tasks', { params: { contact }, body })
      void queries.invalidateQueries({ queryKey: ALL_TASKS })
    }).then((saved) => {
      if (saved) return
      unsavedTasks.keep(contact, entered)
      show()
    })
  }
  return (
    <TaskFields
      label={w.write}
      entered={entered}
      onChange={write}
      onSave={save}
      unfolded={!isEmpty}
      problem={problem?.text ?? null}
    >
      <Button type="submit" size="sm" kind="primary" busy={busy}>
        {w.add}
      </Button>
    </TaskFields>
  )
}
