import type { Task } from '@deskbell/protocol/agent/task'
import { useQueryClient } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { call } from '../api/client.ts'
import { useCell, useSession } from '../live/react.ts'
import { places } from '../places.ts'
import { AgentFace } from '../team/agent-face.tsx'
import { Rich } from '../text/rich.tsx'
import { full, moment, number, point } from '../text/when.ts'
import { Button } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { Link } from '../ui/link.tsx'
import { useNow } from '../ui/now.ts'
import { RowMenu } from '../ui/row-menu.tsx'
import { words } from '../words/index.ts'
import { contactOf } from './contact-of.ts'
import { Due } from './due.tsx'
import { EditTask } from './edit-task.tsx'
import { ALL_TASKS } from './query.ts'
import type { Editing } from './use-editing.ts'
import type { Shown } from './use-ticking.ts'
import { taskWords as w } from './words.ts'

type Props = {
  task: Shown
  editing: Editing
  onMark: (task: Task, done: boolean) => void
  /** Names the contact, where the list is not that of one. */
  ofContact?: boolean
}

/** A task: it is ticked, changed and removed in its place. */
export function TaskRow({ task, editing, onMark, ofContact = false }: Props) {
  const isDone = task.done !== null || task.ticked === true
  const mark = (done: boolean) => {
    editing.end(task.id)
    onMark(task, done)
  }
  return (
    <li
      id={`task-${task.id}`}
      tabIndex={-1}
      className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-start gap-x-2.5 rounded-lg px-2 py-2 outline-none"
    >
      <span className="grid h-6 place-items-center">
        <input
          type="checkbox"
          checked={isDone}
          aria-label={w.tick(task.text)}
          onChange={(event) => mark(event.target.checked)}
          className="size-4.5 cursor-pointer accent-accent"
        />
      </span>
      {editing.isEdited(task.id) && !isDone ? (
        <div className="col-span-2 min-w-0">
          <EditTask task={task} onClose={() => editing.end(task.id)} />
        </div>
      ) : (
        <>
          <div className="min-w-0">
            <div
              dir="auto"
              className={cx('text-sm leading-6 breakable whitespace-pre-wrap', isDone && 'text-muted line-through')}
            >
              <Rich text={task.text} />
            </div>
            <Facts task={task} ofContact={ofContact} />
          </div>
          {task.ticked ? (
            <Button
              size="sm"
              kind="quiet"
              className="text-accent"
              aria-label={w.undoOf(task.text)}
              onClick={() => mark(false)}
            >
              <Undo2 aria-hidden="true" className="size-4 rtl:-scale-x-100" />
              {words.closing.undo}
            </Button>
          ) : (
            <Actions task={task} isDone={isDone} onEdit={() => editing.begin(task)} />
          )}
        </>
      )}
    </li>
  )
}

/** When it is due, who does it, and for whom. */
function Facts({ task, ofContact }: { task: Shown; ofContact: boolean }) {
  const now = useNow()
  const { assignee, chat, contact, done, due, made } = task
  return (
    <div className="mt-0.5 flex flex-wrap items-center gap-x-2.5 gap-y-0.5 text-xs text-muted">
      {due !== null && done === null && <Due due={due} now={now} />}
      {done && (
        <time dateTime={new Date(done.at).toISOString()} title={full(done.at)}>
          {w.doneBy(done.by.name, point(done.at, now))}
        </time>
      )}
      {done === null && (
        <span className="inline-flex min-w-0 items-center gap-1.5" title={w.madeBy(made.by.name, moment(made.at, now))}>
          {assignee && <AgentFace agent={assignee} />}
          <bdi className="truncate">{assignee?.name ?? w.nobody}</bdi>
        </span>
      )}
      {ofContact && (
        <Fact href={places.task(contact.id, task.id)}>
          <bdi>{contactOf(task)}</bdi>
        </Fact>
      )}
      {chat !== null && <Fact href={places.chat('all', chat)}>{w.chat(number(chat))}</Fact>}
    </div>
  )
}

const Fact = ({ href, children }: { href: string; children: ReactNode }) => (
  <Link href={href} className="min-w-0 truncate font-medium text-accent underline-offset-2 hover:underline">
    {children}
  </Link>
)

function Actions({ task, isDone, onEdit }: { task: Task; isDone: boolean; onEdit: () => void }) {
  const me = useCell(useSession().live.me)
  const queries = useQueryClient()
  const remove = async () => {
    await call('DELETE /tasks/:task', { params: { task: task.id } })
    await queries.invalidateQueries({ queryKey: ALL_TASKS })
  }
  const mayRemove = task.made.by.id === me.id || me.role !== 'agent'
  if (isDone && !mayRemove) return null
  return (
    <div className="-my-1">
      <RowMenu
        label={w.actions(task.text)}
        actions={isDone ? [] : [{ label: w.edit, run: onEdit }]}
        removal={mayRemove ? { label: w.remove, title: w.removeTitle, help: w.removeHelp, remove } : null}
      />
    </div>
  )
}
