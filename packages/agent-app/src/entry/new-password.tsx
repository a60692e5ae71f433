import type { FormEvent } from 'react'
import { call } from '../api/client.ts'
import { useAct } from '../ui/act.ts'
import { Button } from '../ui/button.tsx'
import { formValue } from '../ui/form-value.ts'
import { Notice } from '../ui/notice.tsx'
import { laterWords } from '../words/later.ts'
import { CARD, EntryFrame } from './frame.tsx'
import { LinkPage } from './link-page.tsx'
import { PasswordField } from './password-field.tsx'
import { isEnded, tokenOfLink, useLink } from './use-link.ts'

const w = laterWords.entry

/** The page of a link that sets a new password. */
export default function NewPassword() {
  const token = tokenOfLink()
  const [state, setEnded] = useLink((signal) => call('POST /password-resets/open', { body: { token }, signal }))
  const { busy, problem, run } = useAct()
  const isOfField = problem?.field === '/password'

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const password = formValue(new FormData(event.currentTarget), 'password')
    void run(async () => {
      await call('POST /password-resets/use', { body: { token, password } }).catch((error: unknown) => {
        if (isEnded(error)) setEnded()
        throw error
      })
      location.replace('/')
    })
  }
  return (
    <LinkPage state={state} endedHelp={w.endedPassword}>
      {({ email, name, company, logo }) => (
        <EntryFrame title={w.newPassword} help={w.newPasswordFor(name, company)} logo={logo}>
          <form onSubmit={submit} aria-label={w.newPassword} className={CARD}>
            {/* Password managers store the new password under this name. */}
            <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
            <PasswordField
              label={w.password}
              kind="new-password"
              help={w.newPasswordHelp}
              problem={isOfField ? problem.text : null}
            />
            {problem && !isOfField && <Notice>{problem.text}</Notice>}
            <Button kind="primary" type="submit" busy={busy} className="mt-1 w-full">
              {w.setPassword}
            </Button>
          </form>
        </EntryFrame>
      )}
    </LinkPage>
  )
}
