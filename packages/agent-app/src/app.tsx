import type { Me } from '@deskbell/protocol/agent/people'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback, useLayoutEffect, useState } from 'react'
import { ApiError, call, saying } from './api/client.ts'
import { dropChat, dropVisitorData } from './api/erased.ts'
import { forgetPicked, pickedFor } from './chat/picked.ts'
import { LoadingScreen } from './loading-screen.tsx'
import { throttled } from './live/throttled.ts'
import { type LiveSession, openSession } from './live/session.ts'
import { forgetDrafts } from './live/drafts.ts'
import { forgetSearches } from './find/recent.ts'
import { Cell } from './live/cells.ts'
import { SessionContext, useCell } from './live/react.ts'
import type { Snapshot } from './live/snapshot.ts'
import { dropSnapshot, readSnapshot } from './live/snapshot-store.ts'
import { Screens } from './screens.tsx'
import { later } from './ui/later.tsx'
import { lazyScreen } from './ui/lazy-screen.tsx'
import { afterOpening, beginOpening } from './ui/opening.ts'
import { forgetKept } from './widget/kept-drafts.ts'
import { keepLanguage } from './words/language.ts'

const SignIn = lazyScreen(() => import('./sign-in.tsx'))

type State =
  | { at: 'loading'; problem: string | null }
  | { at: 'sign-in'; ended: boolean }
  | { at: 'signed-in'; session: LiveSession }

/** It draws nothing, so it is not part of the first load. */
const Alerter = later(() => import('./alerts/alerter.tsx'))

/** Retention erases many chats at a time; the refetches that follow happen at most this often, ms. */
const CALM = 400

/** Opens the session of an agent, and shows when it has ended. `snapshot`: what this browser keeps of the inbox. */
function openFor(
  queries: QueryClient,
  show: (state: State) => void,
  { me, snapshot }: { me: Me; snapshot?: Snapshot },
): LiveSession {
  // That of another agent.
  if (!snapshot) void dropSnapshot(me)
  const visitors = throttled(() => void dropVisitorData(queries), CALM)
  const session = openSession({
    me,
    snapshot,
    onSignedOut: () => {
      void dropSnapshot()
      queries.clear()
      show({ at: 'sign-in', ended: true })
    },
    onOther: (other) => {
      queries.clear()
      show({ at: 'signed-in', session: openFor(queries, show, { me: other }) })
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
  return session
}

/** The session that the first drawing shows, of each snapshot: React may ask for a first state twice. */
const firstSessions = new WeakMap<Snapshot, LiveSession>()

/**
 * Shows the sign-in or the screens, depending on the session. The address stays, so that the same chat opens after
 * signing in. `kept`: what the browser has kept of the inbox, when that was read before the first drawing.
 */
export function App({ kept: first }: { kept: Snapshot | null }) {
  const queries = useQueryClient()
  // What the browser has kept is the first drawing, while the server is asked and when it cannot be reached. It is not
  // set by an effect, after which React would run the effects of all screens before the browser draws.
  const [screen] = useState(() => {
    const cell = new Cell<State>({ at: 'loading', problem: null })
    if (!first) return cell
    if (!firstSessions.has(first)) {
      beginOpening()
      firstSessions.set(first, openFor(queries, cell.set, { me: first.me, snapshot: first }))
    }
    const session = firstSessions.get(first)
    if (session) cell.set({ at: 'signed-in', session })
    return cell
  })
  const state = useCell(screen)

  const enter = useCallback(
    (me: Me, snapshot?: Snapshot): LiveSession => {
      const session = openFor(queries, screen.set, snapshot ? { me, snapshot } : { me })
      screen.set({ at: 'signed-in', session })
      return session
    },
    [queries, screen],
  )

  // Grows with each request, so that the answer of an earlier request is ignored.
  const [question, setQuestion] = useState(0)
  // Before the first drawing reaches the screen.
  useLayoutEffect(() => {
    let isCurrent = true
    const asked = afterOpening(() => call('GET /me'))
    const opened = first
      ? Promise.resolve(firstSessions.get(first) ?? null)
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
          screen.set({ at: 'sign-in', ended: session !== null })
        } else if (!session) screen.set({ at: 'loading', problem: saying(error) })
      },
    )
    return () => {
      isCurrent = false
    }
  }, [enter, question, first, screen])
  const retry = () => {
    screen.set({ at: 'loading', problem: null })
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
    screen.set({ at: 'sign-in', ended: false })
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
      <Alerter key={`${state.session.who} alerts`} />
      <Screens key={state.session.who} onSignOut={() => leave(state.session)} />
    </SessionContext>
  )
}
