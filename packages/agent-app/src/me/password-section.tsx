import { type FormEvent, useId, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../api/client.ts'
import { tokensQuery } from '../api/queries.ts'
import { useCell, useSession } from '../live/react.ts'
import { useAct } from '../ui/act.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { Section } from '../ui/section.tsx'
import { formValue } from '../ui/form-value.ts'
import { words } from '../words/index.ts'

const w = words.me

/** Changes the password. That ends all other sessions, and API tokens unless they are kept (T50). */
export function PasswordSection() {
  const me = useCell(useSession().live.me)
  const { busy, problem, done, run } = useAct()
  const queries = useQueryClient()
  const [kept, setKept] = useState(false)
  const keepId = useId()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const data = new FormData(form)
    void run(async () => {
      const keepTokens = data.get('keepTokens') !== null
      await call('PUT /me/password', {
        body: { current: formValue(data, 'current'), password: formValue(data, 'password'), keepTokens },
      })
      setKept(keepTokens)
      form.reset()
      await queries.invalidateQueries({ queryKey: tokensQuery.queryKey })
    })
  }
  return (
    <Section title={w.password} help={w.passwordEnds}>
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
        <div className="mt-4 flex items-start gap-2.5">
          <input
            type="checkbox"
            id={keepId}
            name="keepTokens"
            aria-describedby={`${keepId}-help`}
            className="mt-0.5 size-4 accent-accent"
          />
          <div className="min-w-0">
            <label htmlFor={keepId} className="font-medium">
              {w.keepTokens}
            </label>
            <p id={`${keepId}-help`} className="mt-0.5 text-sm text-muted text-pretty">
              {w.keepTokensHelp}
            </p>
          </div>
        </div>
        {problem && <Notice className="mt-4">{problem.text}</Notice>}
        {done && (
          <Notice tone="good" className="mt-4">
            {kept ? w.passwordChangedKept : w.passwordChanged}
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
