import type { FormEvent, ReactNode } from 'react'
import { words } from '../words/index.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Notice } from './notice.tsx'

type Props = {
  title: string
  open: boolean
  onOpenChange: (open: boolean) => void
  onSubmit: () => void
  busy: boolean
  /** What belongs to no field. */
  problem: string | null
  /** The form is incomplete. */
  blocked: boolean
  /** Of the button that submits. */
  label: string
  wide?: boolean
  children: ReactNode
}

/** A form in a dialog: its fields, the problem, and the buttons that cancel and submit. */
export function DialogForm({ onSubmit, busy, problem, blocked, label, children, ...dialog }: Props) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <Dialog {...dialog}>
      <form onSubmit={submit} className="flex flex-col gap-4 pt-1">
        {children}
        {problem !== null && <Notice>{problem}</Notice>}
        <div className="flex justify-end gap-2">
          <Button onClick={() => dialog.onOpenChange(false)}>{words.common.cancel}</Button>
          <Button kind="primary" type="submit" busy={busy} disabled={blocked}>
            {label}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
