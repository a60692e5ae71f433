import { type FormEvent, useState } from 'react'
import { call } from '../api/client.ts'
import { useAct } from '../ui/act.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { formValue } from '../ui/form-value.ts'
import { Notice } from '../ui/notice.tsx'
import { laterWords } from '../words/later.ts'
import { CARD, EntryFrame } from './frame.tsx'

const w = laterWords.entry

/** Asks for a link that sets a new password. The answer is the same whether there is an agent with the address. */
export default function Forgotten({ onBack }: { onBack: () => void }) {
  const { busy, problem, run } = useAct()
  const [answer, setAnswer] = useState<string | null>(null)

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const email = formValue(new FormData(event.currentTarget), 'email').trim()
    void run(async () => {
      const { mail } = await call('POST /password-resets', { body: { email } })
      setAnswer(mail ? w.forgotSent(email) : w.forgotNoMail)
    })
  }
  return (
    <EntryFrame title={w.forgotTitle} {...(answer === null && { help: w.forgotHelp })}>
      {answer === null ? (
        <form onSubmit={submit} aria-label={w.forgotTitle} className={CARD}>
          <TextField
            label={w.email}
            name="email"
            type="email"
            autoComplete="username"
            inputMode="email"
            required
            autoFocus
          />
          {problem && <Notice>{problem.text}</Notice>}
          <Button kind="primary" type="submit" busy={busy} className="mt-1 w-full">
            {w.forgotSend}
          </Button>
          <Button kind="quiet" onClick={onBack} className="w-full">
            {w.back}
          </Button>
        </form>
      ) : (
        <div className={CARD}>
          <p role="status" className="text-pretty breakable">
            {answer}
          </p>
          <Button kind="primary" onClick={onBack} autoFocus className="w-full">
            {w.back}
          </Button>
        </div>
      )}
    </EntryFrame>
  )
}
