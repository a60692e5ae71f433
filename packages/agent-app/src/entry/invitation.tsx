import type { FormEvent } from 'react'
import { call } from '../api/client.ts'
import { useAct } from '../ui/act.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { formValue } from '../ui/form-value.ts'
import { Notice } from '../ui/notice.tsx'
import { laterWords } from '../words/later.ts'
import { CARD, EntryFrame } from './frame.tsx'
import { LinkPage } from './link-page.tsx'
import { PasswordField } from './password-field.tsx'
import { isEnded, tokenOfLink, useLink } from './use-link.ts'

const w = laterWords.entry

/** The page of an invitation: the invited person sets a name and a password, and is signed in. */
export default function Invitation() {
  const token = tokenOfLink()
  const [state, setEnded] = useLink((signal) => call('POST /invitations/open', { body: { token }, signal }))
  const { busy, problem, run } = useAct()
  const at = (field: string) => (problem?.field === `/${field}` ? problem.text : null)

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const body = { token, name: formValue(form, 'name').trim(), password: formValue(form, 'password') }
    void run(async () => {
      await call('POST /invitations/accept', { body }).catch((error: unknown) => {
        if (isEnded(error)) setEnded()
        throw error
      })
      // The page is loaded anew, signed in, and the link is no longer in its address.
      location.replace('/')
    })
  }
  return (
    <LinkPage state={state} endedHelp={w.endedInvitation}>
      {({ email, company, logo, by }) => (
        <EntryFrame title={w.invitation} help={w.invitedTo(by, company)} logo={logo}>
          <form onSubmit={submit} aria-label={w.invitation} className={CARD}>
            <TextField
              label={w.email}
              name="email"
              type="email"
              autoComplete="username"
              defaultValue={email}
              help={w.emailHelp}
              readOnly
            />
            <TextField
              label={w.name}
              name="name"
              autoComplete="name"
              help={w.nameHelp}
              problem={at('name')}
              maxLength={256}
              dir="auto"
              required
              autoFocus
            />
            <PasswordField label={w.password} kind="new-password" help={w.passwordHelp} problem={at('password')} />
            {problem && !at('name') && !at('password') && <Notice>{problem.text}</Notice>}
            <Button kind="primary" type="submit" busy={busy} className="mt-1 w-full">
              {w.join}
            </Button>
          </form>
        </EntryFrame>
      )}
    </LinkPage>
  )
}
