import { useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { Part } from '../contacts/part.tsx'
import { number } from '../text/when.ts'
import { NewTask } from './new-task.tsx'
import { contactTasksQuery } from './query.ts'
import { TaskRows } from './task-rows.tsx'
import { TickingState } from './ticking-state.tsx'
import { useEditing } from './use-editing.ts'
import { useTicking } from './use-ticking.ts'
import { useWantedTask } from './use-wanted-task.ts'
import { taskWords as w } from './words.ts'

/** The tasks of a contact, on its page and beside a chat. `chat`: the one in which new tasks are made. */
export function ContactTasks({ contact, chat }: { contact: number; chat?: number }) {
  const query = useQuery(contactTasksQuery(contact))
  const ticking = useTicking()
  const editing = useEditing()
  useWantedTask(query.data !== undefined)
  const { open = [], done = [] } = query.data ?? {}
  const shown = editing.with(ticking.with(open))
  const others = done.filter(({ id }) => !shown.some((one) => one.id === id))
  return (
    <Part title={w.title} query={{ ...query, failed: w.failedPart }}>
      <NewTask key={contact} contact={contact} {...(chat !== undefined && { chat })} />
      <div className="mt-2">
        <TickingState {...ticking} />
        {shown.length > 0 && <TaskRows label={w.list} tasks={shown} editing={editing} onMark={ticking.mark} />}
        {shown.length === 0 && others.length === 0 && <p className="text-sm text-muted">{w.none}</p>}
        {others.length > 0 && (
          <details className="group mt-1">
            <summary className="w-fit cursor-pointer list-none rounded text-sm text-muted">
              <ChevronRight
                aria-hidden="true"
                className="me-0.5 inline size-3.5 align-[-0.15em] transition-transform group-open:rotate-90 rtl:-scale-x-100 rtl:group-open:-rotate-90"
              />
              {w.doneTasks(number(others.length))}
            </summary>
            <div className="mt-1">
              <TaskRows label={w.done} tasks={others} editing={editing} onMark={ticking.mark} />
            </div>
          </details>
        )}
      </div>
    </Part>
  )
}
