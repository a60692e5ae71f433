import type { CallbackForm, NoCallWhy } from '@deskbell/protocol/widget/callback'
import type { CallView } from '@deskbell/protocol/widget/frames'
import type { WidgetCore } from '../core/core.ts'
import type { Refused } from '../core/outbox.ts'
import { isInView } from '../screen/start.ts'
import { isOwn, tellOfEnd } from './ends.ts'
import { toFailureWord } from './failures.ts'
import type { TelephoneWords } from './words.ts'

/** `form`: a number is entered. `starting`: the server is asked. `going`: an agent, or the telephone, is called. `over`: it ended. */
type Step = 'form' | 'starting' | 'going' | 'over'
export interface Asked {
  readonly phone: string
  readonly country: string
  /** As the visitor has seen it. */
  readonly shown: string
}

/** An ended call is shown for so long over the messages (ms). */
const OVER_SHOWN = 8000
/** What the form needs is asked for again after this time (ms). */
const AGAIN_AFTER = 5000

/** The country of the browser, where it says one. */
const regionOf = (): string | undefined => {
  try {
    return new Intl.Locale(navigator.language).maximize().region
  } catch {
    return undefined
  }
}

/** The call to the visitor's telephone: what it is at, and what the visitor can do. Draws nothing. */
export function openCallback(core: WidgetCore) {
  /** Grows with each request for a call, and when the visitor cancels it before the server has answered. */
  let requests = 0
  /** What the server has told of a call before it has answered the request for it. */
  let latest: CallView | undefined
  const lastHeard = (): CallView | undefined => latest
  let overAt = 0
  let wasInView = false
  /** The state of calls for which the form was asked last, and when. */
  let askedFor: string | undefined
  let askedAt = 0
  let done = 0

  const call = {
    step: 'form' as Step,
    form: undefined as CallbackForm | undefined,
    view: undefined as CallView | undefined,
    asked: undefined as Asked | undefined,
    /** Why the server has refused the number, or the call. */
    refused: undefined as { why: NoCallWhy | undefined } | undefined,
    /** Since when an agent is looked for, and since when both talk (ms since the epoch). */
    startedAt: 0,
    talkingSince: 0,
    /** Of an ended call; undefined: it went well. */
    failure: undefined as keyof TelephoneWords | undefined,
    readForm,
    begin,
    cancel,
    /** The visitor wants to enter another number. */
    other: () => turn('form'),
    hear,
    look,
    second,
  }

  function turn(step: Step): void {
    call.step = step
    core.phoning = step === 'starting' || step === 'going'
    core.phoned = step !== 'form'
    core.changed()
  }

  async function readForm(country = call.form?.country ?? regionOf()): Promise<void> {
    askedFor = core.callback
    askedAt = Date.now()
    try {
      // Looking at the form makes no visitor: the page stores nothing for it.
      const id = `callback${Date.now()}`
      const { callback } = await core.outbox.ask({ t: 'callback', id, ...(country && { country }) })
      call.form = callback
    } catch {} // it is asked for again
    core.changed()
  }
  async function begin(asked: Asked): Promise<void> {
    const own = ++requests
    latest = call.refused = call.view = undefined
    call.asked = asked
    call.startedAt = Date.now()
    turn('starting')
    try {
      const { call: made } = await core.ask({ t: 'call', phone: asked.phone, country: asked.country })
      if (!made) throw new Error('no call')
      if (own !== requests) return withdraw(made)
      core.session.set('call', String(made.id))
      turn('going')
      core.call('onCallStart')
      const heard = lastHeard()
      take(heard?.id === made.id ? heard : made)
    } catch (error) {
      if (own !== requests) return
      call.refused = { why: (error as Partial<Refused>).why }
      turn('form')
    }
  }
  /** The visitor has cancelled it meanwhile. The server may have told of it before it answered. */
  function withdraw({ id }: CallView): void {
    done = id
    core.ask({ t: 'hang', call: id }).catch(() => {})
    if (call.step === 'going' && call.view?.id === id) turn('form')
  }
  function cancel(): void {
    const { view } = call
    if (call.step === 'starting') {
      requests++
      return turn('form')
    }
    if (call.step !== 'going' || !view) return
    // The visitor need not wait for the server.
    core.ask({ t: 'hang', call: view.id }).catch(() => {})
    take({ ...view, over: true, status: 'error', failure: 'client_gone' })
  }
  function take(view: CallView): void {
    call.view = view
    call.startedAt = Date.now() - view.age
    if (view.since !== null) call.talkingSince = Date.now() - view.since
    if (!view.over) return turn('going')
    done = view.id
    overAt = Date.now()
    const isOk = view.status !== 'error' && view.since !== null
    call.failure = isOk ? undefined : toFailureWord(view.failure)
    turn('over')
    // Callbacks follow the state that they report (W12).
    tellOfEnd(core, view)
  }
  function hear(view: CallView): void {
    if (call.step === 'starting') latest = view
    else if (view.id === done) return
    // Of a call that is over, a tab is told that asked for it, or that has shown it.
    else if (!view.over || isOwn(core, view) || view.id === call.view?.id) take(view)
  }
  /** Looks at what has changed around the call. */
  function look(): void {
    const isSeen = isInView(core)
    if (isSeen && (core.callback !== askedFor || (!call.form && Date.now() - askedAt > AGAIN_AFTER))) void readForm()
    if (!isSeen && call.step === 'over' && (wasInView || Date.now() - overAt > OVER_SHOWN)) turn('form')
    if (!isSeen) call.refused = undefined
    wasInView = isSeen
  }
  function second(): void {
    // After the break, the server tells of a call that still goes on; of its end only the tab that asked for it.
    if (call.step === 'going' && !core.link.ready && call.view && !isOwn(core, call.view)) turn('form')
  }
  return call
}
export type Callback = ReturnType<typeof openCallback>
