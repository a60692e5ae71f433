import type { Me } from '@deskbell/protocol/agent/people'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { ApiError, call, saying } from './api/client.ts'
import { PasswordField } from './entry/password-field.tsx'
import { lasting } from './text/when.ts'
import { Button } from './ui/button.tsx'
import { TextField } from './ui/field.tsx'
import { Logo } from './ui/logo.tsx'
import { Notice } from './ui/notice.tsx'
import { formValue } from './ui/form-value.ts'
import { later } from './ui/later.tsx'
import { words } from './words/index.ts'
import { now } from './runtime.ts'

const Forgotten = later(() => import('./entry/forgotten.tsx'))

/** The end of the wait after too many attempts, and the remaining seconds. */
function useWait() {
  const [until, setUntil] = useState(0)
  const [left, setLeft] = useState(0)
  useEffect(() => {
    const tick = () => setLeft(Math.max(0, until - now()))
    tick()
    if (until <= now()) return
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [until])
  return { left, wait: (span: number) => setUntil(now() + span) }
}

export default function SignIn({ ended, onSignedIn }: { ended: boolean; onSignedIn: (me: Me) => void }) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [forgotten, setForgotten] = useState(false)
  const { left, wait } = useWait()
  const password = useRef<HTMLInputElement>(null)

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy || left > 0) return
    const form = new FormData(event.currentTarget)
    setBusy(true)
    setProblem(null)
    try {
      onSignedIn(
        await call('POST /session', {
          body: { email: formValue(form, 'email'), password: formValue(form, 'password') },
        }),
      )
    } catch (error) {
      setBusy(false)
      if (error instanceof ApiError && error.status === 429) return wait(error.retryAfter ?? 30_000)
      setProblem(saying(error))
      password.current?.select()
    }
  }

  if (forgotten) return <Forgotten onBack={() => setForgotten(false)} />
  return (
    <main className="grid min-h-full place-items-center bg-canvas p-4">
      <div className="w-full max-w-[22rem]">
        <div className="mb-6 flex flex-col items-center gap-3 text-center">
          <Logo className="size-12" />
          <h1 className="text-xl font-semibold tracking-tight">{words.app}</h1>
        </div>
        <form
          onSubmit={(event) => void submit(event)}
          aria-label={words.signIn.title}
          className="flex flex-col gap-4 rounded-2xl border border-line bg-panel p-6 shadow-low"
        >
          {ended && !problem && left === 0 && <Notice tone="info">{words.signIn.ended}</Notice>}
          {left > 0 ? (
            <Notice>{words.signIn.wait(lasting(left + 999, 'long'))}</Notice>
          ) : (
            problem && <Notice>{problem}</Notice>
          )}
          <TextField
            label={words.signIn.email}
            name="email"
            type="email"
            autoComplete="username"
            inputMode="email"
            required
            autoFocus
          />
          <PasswordField label={words.signIn.password} kind="current-password" inputRef={password} />
          <Button kind="primary" type="submit" busy={busy} disabled={left > 0} className="mt-1 w-full">
            {words.signIn.submit}
          </Button>
          <Button kind="quiet" size="sm" onClick={() => setForgotten(true)} className="-mt-1 self-center">
            {words.signIn.forgot}
          </Button>
        </form>
        <p className="mt-4 px-6 text-center text-xs text-muted text-balance">{words.signIn.first}</p>
      </div>
    </main>
  )
}
