import { TASK_TEXT_MAX } from '@deskbell/protocol/limits'
import type { ChangeEvent, FormEvent, KeyboardEvent, ReactNode } from 'react'
import { cx } from '../ui/cx.ts'
import { INPUT } from '../ui/field.tsx'
import { AssigneeSelect } from './assignee-select.tsx'
import { DueMenu } from './due-menu.tsx'

/** What an agent enters of a task. */
export type Entered = { text: string; assignee: number | null; due: number | null }

type Props = {
  label: string
  entered: Entered
  onChange: (entered: Entered) => void
  onSave: () => void
  /** Escape in the field. */
  onCancel?: () => void
  /** The field has the focus from the start. */
  focus?: boolean
  /** The text may have several lines; else Enter saves. */
  lines?: boolean
  /** The row of assignee, date and buttons is shown. */
  unfolded: boolean
  known?: { id: number; name: string } | null
  problem: string | null
  /** Between the field and the buttons. */
  note?: ReactNode
  /** The buttons. */
  children: ReactNode
}

/** The form of a task: its text, who does it, and until when. Ctrl and Enter saves, in one line Enter alone. */
export function TaskFields({ entered, onChange, onSave, unfolded, problem, note, children, ...more }: Props) {
  const { label, lines = false, focus = false, known = null, onCancel } = more
  const setText = (text: string) => onChange({ ...entered, text })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSave()
  }
  return (
    <form onSubmit={submit} className="flex min-w-0 flex-col gap-2">
      <TaskText {...{ label, lines, focus, onCancel, onSave }} text={entered.text} onChange={setText} />
      {note}
      {problem && (
        <p role="alert" className="text-sm text-bad">
          {problem}
        </p>
      )}
      {unfolded && (
        <div className="flex flex-wrap items-center gap-2">
          <div className="w-44 min-w-0">
            <AssigneeSelect
              value={entered.assignee}
              known={known}
              onChange={(assignee) => onChange({ ...entered, assignee })}
            />
          </div>
          <DueMenu due={entered.due} onChange={(due) => onChange({ ...entered, due })} />
          <div className="ms-auto flex gap-2">{children}</div>
        </div>
      )}
    </form>
  )
}

type TextProps = Required<Pick<Props, 'focus' | 'label' | 'lines' | 'onSave'>> & {
  text: string
  onChange: (text: string) => void
  onCancel: (() => void) | undefined
}

function TaskText({ label, lines, focus, text, onChange, onSave, onCancel }: TextProps) {
  const field = {
    'aria-label': label,
    placeholder: label,
    value: text,
    maxLength: TASK_TEXT_MAX,
    dir: 'auto',
    autoFocus: focus,
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => onChange(event.target.value),
    onKeyDown(event: KeyboardEvent) {
      if (lines && event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onSave()
      if (event.key !== 'Escape' || !onCancel) return
      event.preventDefault()
      onCancel()
    },
  }
  if (lines) return <textarea {...field} rows={2} className={cx(INPUT, 'resize-none py-1.5')} />
  return <input {...field} className={cx(INPUT, 'h-9')} />
}
