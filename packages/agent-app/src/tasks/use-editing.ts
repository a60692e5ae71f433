import type { Task } from '@deskbell/protocol/agent/task'
import { useState } from 'react'
import { now } from '../runtime.ts'
import { byDue, type SectionName, sectionOf } from './sections.ts'
import type { Shown } from './use-ticking.ts'

type Edited = { task: Task; section: SectionName }

/**
 * The tasks that are being edited, kept above their lists. Such a row stays where it is, with what is entered, also when time
 * passes or a colleague moves the task out of its section or list.
 */
export function useEditing() {
  const [edited, setEdited] = useState<readonly Edited[]>([])
  const end = (id: number) => setEdited((all) => all.filter(({ task }) => task.id !== id))
  return {
    begin: (task: Task): void =>
      setEdited((all) => [
        ...all.filter((one) => one.task.id !== task.id),
        { task, section: sectionOf(task.due, now()) },
      ]),
    end,
    isEdited: (id: number): boolean => edited.some(({ task }) => task.id === id),
    /** The section in which an edited task stays. */
    sectionOf: (id: number): SectionName | undefined => edited.find(({ task }) => task.id === id)?.section,
    /** The tasks with those that are edited and were taken out of the list, in their order. */
    with: (tasks: readonly Shown[]): readonly Shown[] => {
      const gone = edited.filter(({ task: { id } }) => !tasks.some((one) => one.id === id))
      return gone.length === 0 ? tasks : [...tasks, ...gone.map(({ task }) => task)].toSorted(byDue)
    },
  }
}
export type Editing = ReturnType<typeof useEditing>
