import type { Me } from '@deskbell/protocol/agent/people'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { ApiError, call, saying } from './api/client.ts'
import { dropChat, dropVisitorData } from './api/erased.ts'
import { forgetPicked, pickedFor } from './chat/picked.ts'
import { LoadingScreen } from './loading-screen.tsx'
import { throttled } from './live/throttled.ts'
import { type LiveSession, openSession } from './live/session.ts'
import { forgetDrafts } from './live/drafts.ts'
import { SessionContext } from './live/react.ts'
import { Screens } from './screens.tsx'
import { SignIn } from './sign-in.tsx'
import { forgetKept } from './widget/kept-drafts.ts'

type State =
  | { at: 'loading'; problem: string | null }
  | { at: 'sign-in'; ended: boolean }
  | { at: 'signed-in'; session: LiveSession }

/** Retention erases many chats at a time; the refetches that follow happen at most this often, ms. */
const CALM = 400

/**
 * Shows the sign-in or the screens, depending on the session. The address stays, so that the same chat opens after
 * signing in.
 */
export function App() {
  const [state, setState] = useState<State>({ at: 'loading', problem: null })
  const queries = useQueryClient()

  const enter = useCallback(
    function enter(me: Me) {
      const visitors = throttled(() => void dropVisitorData(queries), CALM)
      const session = openSession({
        me,
        onSignedOut: () => {
          queries.clear()
          setState({ at: 'sign-in', ended: true })
        },
        onOther: (other) => {
          queries.clear()
          enter(other)
        },
        onStale: (what) => void queries.invalidateQueries({ queryKey: [what] }),
        onErased: (chat) => {
          pickedFor(session.who, chat).clear()
          dropChat(queries, chat)
          visitors.ask()
        },
      })
      setState({ at: 'signed-in', session })
    },
    [queries],
  )

  // Grows with each request, so that the answer of an earlier request is ignored.
  const [question, setQuestion] = useState(0)
  useEffect(() => {
    let isCurrent = true
    call('GET /me').then(
      (me) => isCurrent && enter(me),
      (error: unknown) => {
        if (!isCurrent) return
        if (error instanceof ApiError && error.status === 401) setState({ at: 'sign-in', ended: false })
        else setState({ at: 'loading', problem: saying(error) })
      },
    )
    return () => {
      isCurrent = false
    }
  }, [enter, question])
  const retry = () => {
    setState({ at: 'loading', problem: null })
    setQuestion(question + 1)
  }

  const leave = async (session: LiveSession) => {
    await call('DELETE /session')
    session.stop()
    await session.outbox.forget()
    forgetDrafts()
    forgetPicked()
    forgetKept()
    queries.clear()
    setState({ at: 'sign-in', ended: false })
  }

  if (state.at === 'loading') return <LoadingScreen problem={state.problem} onRetry={retry} />
  if (state.at === 'sign-in') return <SignIn ended={state.ended} onSignedIn={enter} />
  return (
    <SessionContext value={state.session}>
      <Screens key={state.session.who} onSignOut={() => leave(state.session)} />
    </SessionContext>
  )
}
