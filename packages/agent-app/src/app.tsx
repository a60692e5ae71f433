import type { Me } from '@deskbell/protocol/agent/people'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useCallback, useLayoutEffect, useState } from 'react'
import { ApiError, call, saying } from './api/client.ts'
import { dropChat, dropVisitorData } from './api/erased.ts'
import { forgetPicked, pickedFor } from './chat/picked.ts'
import { LoadingScreen } from './loading-screen.tsx'
import { throttled } from './live/throttled.ts'
import { type LiveSession, openSession } from './live/session.ts'
import { forgetDrafts } from './live/drafts.ts'
import { forgetSearches } from './find/recent.ts'
import { SessionContext } from './live/react.ts'
import type { Snapshot } from './live/snapshot.ts'
import { dropSnapshot, readSnapshot } from './live/snapshot-store.ts'
import { Screens } from './screens.tsx'
import { later } from './ui/later.tsx'
import { afterOpening, beginOpening } from './ui/opening.ts'
import { forgetKept } from './widget/kept-drafts.ts'
import { keepLanguage } from './words/language.ts'

const SignIn = later(() => import('./sign-in.tsx'))

type State =
  | { at: 'loading'; problem: string | null }
  | { at: 'sign-in'; ended: boolean }
  | { at: 'signed-in'; session: LiveSession }

/** It draws nothing, so it is not part of the first load. */
const Alerter = lazy(() =>
  afterOpening(() => import('./alerts/alerter.tsx').then((module) => ({ default: module.Alerter }))),
)

/** Retention erases many chats at a time; the refetches that follow happen at most this often, ms. */
const CALM = 400

/**
 * Shows the sign-in or the screens, depending on the session. The address stays, so that the same chat opens after
 * signing in. `kept`: what the browser has kept of the inbox, when that was read before the first drawing.
 */
export function App({ kept: first }: { kept: Snapshot | null }) {
  const [state, setState] = useState<State>({ at: 'loading', problem: null })
  const queries = useQueryClient()

  const enter = useCallback(
    function enter(me: Me, snapshot?: Snapshot) {
      // That of another agent.
      if (!snapshot) void dropSnapshot(me)
      const visitors = throttled(() => void dropVisitorData(queries), CALM)
      const session = openSession({
        me,
        snapshot,
        onSignedOut: () => {
          void dropSnapshot()
          queries.clear()
          setState({ at: 'sign-in', ended: true })
        },
        onOther: (other) => {
          queries.clear()
          enter(other)
        },
        onStale(what, ids) {
          // A list may have any of them.
          const keys = ids ? [[what, 'list'], ...ids.map((id) => [what, id])] : [[what]]
          for (const queryKey of keys) void queries.invalidateQueries({ queryKey })
        },
        onErased: (chat) => {
          pickedFor(session.who, chat).clear()
          dropChat(queries, chat)
          visitors.ask()
        },
      })
      setState({ at: 'signed-in', session })
      return session
    },
    [queries],
  )

  // Grows with each request, so that the answer of an earlier request is ignored.
  const [question, setQuestion] = useState(0)
  // Before the first drawing reaches the screen.
  useLayoutEffect(() => {
    let isCurrent = true
    // What the browser has kept is shown while the server is asked, and when it cannot be reached.
    if (first) beginOpening()
    const asked = afterOpening(() => call('GET /me'))
    const opened = first
      ? // oxlint-disable-next-line react/set-state-in-effect -- the session is opened once, before anything is drawn
        Promise.resolve(enter(first.me, first))
      : readSnapshot().then((kept) => (kept && isCurrent ? enter(kept.me, kept) : null))
    asked.then(
      async (me) => {
        if (keepLanguage(me.language)) return location.reload()
        const session = await opened
        if (session) session.confirm(me)
        else if (isCurrent) enter(me)
      },
      async (error: unknown) => {
        const isSignedOut = error instanceof ApiError && error.status === 401
        if (isSignedOut) void dropSnapshot()
        const session = await opened
        if (!isCurrent) return
        // An open session keeps trying to connect.
        if (isSignedOut) {
          session?.stop()
          setState({ at: 'sign-in', ended: session !== null })
        } else if (!session) setState({ at: 'loading', problem: saying(error) })
      },
    )
    return () => {
      isCurrent = false
    }
  }, [enter, question, first])
  const retry = () => {
    setState({ at: 'loading', problem: null })
    setQuestion(question + 1)
  }

  const leave = async (session: LiveSession) => {
    await (await import('./alerts/subscribe.ts')).forgetDevice(queries)
    await call('DELETE /session')
    session.stop()
    await session.outbox.forget()
    forgetDrafts()
    forgetPicked()
    forgetKept()
    forgetSearches()
    await dropSnapshot()
    queries.clear()
    setState({ at: 'sign-in', ended: false })
  }

  if (state.at === 'loading') return <LoadingScreen problem={state.problem} onRetry={retry} />
  if (state.at === 'sign-in')
    return (
      <SignIn
        ended={state.ended}
        onSignedIn={(me) => (keepLanguage(me.language) ? location.reload() : void enter(me))}
      />
    )
  return (
    <SessionContext value={state.session}>
      <Suspense>
        <Alerter key={`${state.session.who} alerts`} />
      </Suspense>
      <Screens key={state.session.who} onSignOut={() => leave(state.session)} />
    </SessionContext>
  )
}
