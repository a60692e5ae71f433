import type { FormEvent } from 'react'
import { ask } from '../api/client.ts'
import { useCell, useDesk } from '../live/react.ts'
import { useAct } from '../ui/act.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { Section } from '../ui/screen.tsx'
import { written } from '../ui/written.ts'
import { words } from '../words/index.ts'

const w = words.me

/** A new password; it ends every other session (T27). */
export function PasswordSection() {
  const me = useCell(useDesk().live.me)
  const { busy, problem, done, run } = useAct()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const data = new FormData(form)
    void run(async () => {
      await ask('PUT', '/api/me/password', {
        body: { current: written(data, 'current'), password: written(data, 'password') },
      })
      form.reset()
    })
  }
  return (
    <Section title={w.password}>
      <form onSubmit={submit}>
        <input type="text" name="username" autoComplete="username" value={me.email} readOnly hidden />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField label={w.current} name="current" type="password" autoComplete="current-password" required />
          <TextField
            label={w.fresh}
            name="password"
            type="password"
            autoComplete="new-password"
            minLength={10}
            required
            help={w.freshHelp}
          />
        </div>
        {problem && <Notice className="mt-4">{problem.text}</Notice>}
        {done && (
          <Notice tone="good" className="mt-4">
            {w.passwordChanged}
          </Notice>
        )}
        <div className="mt-4 flex justify-end">
          <Button kind="primary" size="sm" type="submit" busy={busy}>
            {w.passwordChange}
          </Button>
        </div>
      </form>
    </Section>
  )
}
