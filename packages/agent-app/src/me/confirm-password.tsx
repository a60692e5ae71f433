import { type FormEvent, type ReactNode, useState } from 'react'
import { ApiError, call } from '../api/client.ts'
import { useCell, useSession } from '../live/react.ts'
import { useAct } from '../ui/act.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { formValue } from '../ui/form-value.ts'
import { words } from '../words/index.ts'

const w = words.me

/** Runs an action for which the server may require the password again; then asks for it and repeats the action. */
export function useConfirmedPassword(): {
  confirmed: <T>(act: () => Promise<T>) => Promise<T>
  /** Must be rendered beside a form, not inside it. */
  dialog: ReactNode
} {
  const [answer, setAnswer] = useState<((isConfirmed: boolean) => void) | null>(null)

  async function confirmed<T>(act: () => Promise<T>): Promise<T> {
    try {
      return await act()
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'reauthenticate') throw error
    }
    const isConfirmed = await new Promise<boolean>((resolve) => setAnswer(() => resolve))
    setAnswer(null)
    if (!isConfirmed) throw new ApiError(403, 'reauthenticate', w.confirmNot)
    return act()
  }
  return { confirmed, dialog: <PasswordDialog answer={answer} /> }
}

function PasswordDialog({ answer }: { answer: ((isConfirmed: boolean) => void) | null }) {
  const me = useCell(useSession().live.me)
  const { busy, problem, run, clear } = useAct()
  const give = (isConfirmed: boolean) => {
    clear()
    answer?.(isConfirmed)
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const password = formValue(new FormData(event.currentTarget), 'password')
    void run(async () => {
      await call('POST /session/confirm', { body: { password } })
      give(true)
    })
  }
  return (
    <Dialog open={answer !== null} onOpenChange={(open) => !open && !busy && give(false)} title={w.confirm}>
      <form onSubmit={submit} className="flex flex-col gap-4 pt-1">
        <p className="text-sm text-muted text-pretty">{w.confirmHelp}</p>
        <input type="text" name="username" autoComplete="username" value={me.email} readOnly hidden />
        <TextField
          label={w.current}
          name="password"
          type="password"
          autoComplete="current-password"
          required
          autoFocus
          problem={problem?.field ? problem.text : null}
        />
        {problem && !problem.field && <Notice>{problem.text}</Notice>}
        <div className="flex justify-end gap-2">
          <Button onClick={() => give(false)}>{words.common.cancel}</Button>
          <Button kind="primary" type="submit" busy={busy}>
            {w.confirmDo}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
