import type { Me } from '@deskbell/protocol/agent/people'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { ApiError, ask, saying } from './api/client.ts'
import { forgetSaid, forgetVisitors } from './api/erased.ts'
import { forgetPicked, pickedFor } from './chat/picked.ts'
import { Entrance } from './entrance.tsx'
import { calmly } from './live/calmly.ts'
import { type Desk, openDesk } from './live/desk.ts'
import { forgetDrafts } from './live/drafts.ts'
import { DeskContext } from './live/react.ts'
import { Screens } from './screens.tsx'
import { SignIn } from './sign-in.tsx'
import { forgetKept } from './widget/kept-drafts.ts'

type State = { at: 'entrance'; problem: string | null } | { at: 'door'; ended: boolean } | { at: 'desk'; desk: Desk }

/** Retention erases many chats at a time; the refetches that follow happen at most this often, ms. */
const CALM = 400

/**
 * Shows the sign-in or the screens, depending on the session. The address stays, so that the same chat opens after
 * signing in.
 */
export function App() {
  const [state, setState] = useState<State>({ at: 'entrance', problem: null })
  const queries = useQueryClient()

  const enter = useCallback(
    function enter(me: Me) {
      const visitors = calmly(() => void forgetVisitors(queries), CALM)
      const desk = openDesk({
        me,
        onSignedOut: () => {
          queries.clear()
          setState({ at: 'door', ended: true })
        },
        onOther: (other) => {
          queries.clear()
          enter(other)
        },
        onStale: (what) => void queries.invalidateQueries({ queryKey: [what] }),
        onErased: (chat) => {
          pickedFor(desk.who, chat).clear()
          forgetSaid(queries, chat)
          visitors.ask()
        },
      })
      setState({ at: 'desk', desk })
    },
    [queries],
  )

  // Grows with each request, so that the answer of an earlier request is ignored.
  const [question, setQuestion] = useState(0)
  useEffect(() => {
    let isCurrent = true
    ask<Me>('GET', '/api/me').then(
      (me) => isCurrent && enter(me),
      (error: unknown) => {
        if (!isCurrent) return
        if (error instanceof ApiError && error.status === 401) setState({ at: 'door', ended: false })
        else setState({ at: 'entrance', problem: saying(error) })
      },
    )
    return () => {
      isCurrent = false
    }
  }, [enter, question])
  const retry = () => {
    setState({ at: 'entrance', problem: null })
    setQuestion(question + 1)
  }

  const leave = async (desk: Desk) => {
    await ask('DELETE', '/api/session')
    desk.stop()
    await desk.outbox.forget()
    forgetDrafts()
    forgetPicked()
    forgetKept()
    queries.clear()
    setState({ at: 'door', ended: false })
  }

  if (state.at === 'entrance') return <Entrance problem={state.problem} onRetry={retry} />
  if (state.at === 'door') return <SignIn ended={state.ended} onSignedIn={enter} />
  return (
    <DeskContext value={state.desk}>
      <Screens key={state.desk.who} onSignOut={() => leave(state.desk)} />
    </DeskContext>
  )
}
