import type { CallView, ServerFrame } from '@deskbell/protocol/widget/frames'
import type { WidgetCore } from '../core/core.ts'
import type { Refused } from '../core/outbox.ts'
import { CALL_REASONS, isInView } from '../screen/start.ts'
import { toFailureWords } from './failures.ts'
import { holdMicrophone } from './held-microphone.ts'
import { isAllowed } from './microphone.ts'
import { holdCall } from './one-tab.ts'
import { playRingback } from './ringback.ts'
import { openVoices, type Voices } from './voices.ts'
import type { CallWords } from './words.ts'

/**
 * `intro`: the visitor is told of the microphone. `asking`: the browser asks for it. `check`: it can be tried. `starting`: the
 * server is asked for a call. `going`: the call rings or is answered. `over`: it has ended. `elsewhere`: another tab has it.
 */
type Step = 'intro' | 'asking' | 'check' | 'starting' | 'going' | 'over' | 'elsewhere'

/** An ended call is shown for so long over the messages (ms). */
const OVER_SHOWN = 8000

/** The visitor's call: what it is at, and what the visitor can do. Draws nothing. */
export function openCall(core: WidgetCore) {
  let release = () => {}
  let silence: (() => void) | undefined
  let voices: Voices | undefined
  /** Grows with each request for a call, and when the visitor hangs up before the server has answered it. */
  let asked = 0
  /** What the server has told of a call before it has answered the request for it. */
  let latest: CallView | undefined
  const lastHeard = (): CallView | undefined => latest
  /** The call that this tab has ended last: the server may still tell of it. */
  let done = 0
  let overAt = 0
  let wasInView = false

  const microphone = holdMicrophone(onReplaced)
  const call = {
    step: 'intro' as Step,
    view: undefined as CallView | undefined,
    isMuted: false,
    /** Since when it rings, and since when both talk (ms since the epoch). */
    startedAt: 0,
    talkingSince: 0,
    /** Of an ended call: the words of its failure; undefined: none. */
    failure: undefined as keyof CallWords | undefined,
    get stream() {
      return microphone.stream
    },
    get trouble() {
      return microphone.trouble
    },
    get path() {
      return voices?.path() ?? 'connecting'
    },
    get isSilent() {
      return voices?.isSilent() ?? false
    },
    sound: () => voices?.sound(),
    allow,
    begin,
    hang,
    mute,
    again: () => void allow(),
    retry,
    hear,
    look,
    second,
  }

  const isGoing = (): boolean => call.step === 'going'
  function turn(step: Step): void {
    call.step = step
    core.inCall = !['intro', 'asking', 'check'].includes(step)
    core.changed()
  }
  function onReplaced(): void {
    const [track] = microphone.stream?.getTracks() ?? []
    if (track) voices?.replace(track)
    if (call.step === 'check' && !track) turn('intro')
    core.changed()
  }
  const setTracks = (): void => microphone.enable(!call.isMuted && !call.view?.held)

  async function allow(): Promise<void> {
    call.failure = call.view = undefined
    call.isMuted = false
    setTracks()
    turn('asking')
    if (await microphone.open()) turn(call.stream ? 'check' : 'intro')
  }
  async function begin(): Promise<void> {
    const own = ++asked
    latest = undefined
    call.startedAt = Date.now()
    turn('starting')
    try {
      const { call: made } = await core.ask({ t: 'call' })
      if (!made) throw new Error('no call')
      if (own !== asked) {
        done = made.id
        return void core.ask({ t: 'hang', call: made.id }).catch(() => {})
      }
      core.session.set('call', String(made.id))
      void holdCall(made.id).then((held) => (release = held ?? release))
      call.view = made
      turn('going')
      core.call('onCallStart')
      const heard = lastHeard()
      take(heard?.id === made.id ? heard : made)
    } catch (error) {
      if (own !== asked) return
      microphone.close()
      call.failure = (error as Partial<Refused>).code === 'no_calls' ? 'notNow' : 'wrong'
      overAt = Date.now()
      turn('over')
    }
  }
  /** The call has changed, and this tab has it. */
  function take(view: CallView): void {
    if (view.over) return finish(view)
    call.view = view
    if (view.since !== null) call.talkingSince = Date.now() - view.since
    setTracks()
    if (call.step !== 'going') turn('going')
    if (call.stream) voices ??= openVoices(core, view, () => call.stream)
    voices?.keep(view)
    core.changed()
  }
  function finish(view: CallView): void {
    const { since, failure, status } = view
    voices?.close()
    voices = undefined
    microphone.close()
    release()
    core.session.set('call', undefined)
    done = view.id
    call.view = view
    call.isMuted = false
    microphone.trouble = undefined
    const isOk = status === 'end' && since !== null
    call.failure = isOk ? undefined : toFailureWords(failure)
    overAt = Date.now()
    turn('over')
    // Callbacks follow the state that they report (W12).
    core.call('onCallEnd', isOk ? { result: 'ok' } : { result: 'fail', reason: CALL_REASONS[failure ?? 'withdrawn'] })
  }
  /** A page of the tab that had the call was left: this one goes on with it. */
  async function resume(view: CallView): Promise<void> {
    call.view = view
    call.startedAt = Date.now()
    turn('going')
    const held = await holdCall(view.id)
    if (!held) {
      core.session.set('call', undefined)
      turn('elsewhere')
      return core.link.renew()
    }
    release = held
    if (isGoing()) await retry()
    else release()
  }
  /** Opens the microphone for a call that is under way, and asks for its voices. */
  async function retry(): Promise<void> {
    if (!(await microphone.open())) return
    if (!isGoing() || !call.view) return microphone.close()
    if (call.stream && !voices) {
      voices = openVoices(core, call.view, () => call.stream)
      voices.keep(call.view)
      voices.askForAll()
    }
    core.changed()
  }
  function hang(): void {
    const { view } = call
    if (call.step === 'starting') {
      asked++
      microphone.close()
      return turn('intro')
    }
    if (call.step !== 'going' || !view) return
    // The visitor need not wait for the server.
    const isOk = view.since !== null
    core.ask({ t: 'hang', call: view.id }).catch(() => {})
    const since = isOk ? Date.now() - call.talkingSince : null
    finish({ ...view, over: true, since, status: isOk ? 'end' : 'error', ...(!isOk && { failure: 'client_gone' }) })
  }
  function mute(): void {
    call.isMuted = !call.isMuted
    setTracks()
    core.changed()
  }

  function hear(frame: Extract<ServerFrame, { t: 'call' | 'signal' }>): void {
    if (frame.t === 'signal') {
      if (frame.call === call.view?.id) voices?.hear(frame.from, frame.signal)
      return
    }
    const { call: view } = frame
    // The core of an older page brings calls to a telephone here, too.
    if (view.phone) return
    if (core.session.get('call') === String(view.id)) {
      if (call.step === 'going' || view.over) return take(view)
      return void resume(view)
    }
    if (call.step === 'starting') latest = view
    else if (call.step !== 'going' && !view.over && view.id !== done) {
      microphone.close()
      call.view = view
      turn('elsewhere')
    } else if (call.step === 'elsewhere' && view.over) turn('intro')
  }
  /** Looks at what has changed around the call. */
  function look(): void {
    const isSeen = isInView(core)
    if (isSeen && !wasInView && call.step === 'intro') void enter()
    if (!(isSeen && core.calls === 'on') && (call.step === 'asking' || call.step === 'check')) {
      microphone.close()
      turn('intro')
    }
    if (!isSeen && call.step === 'over' && (wasInView || Date.now() - overAt > OVER_SHOWN)) turn('intro')
    wasInView = isSeen
    ring(call.step === 'going' && call.view?.agents.length === 0 && core.boot.settings.sound)
  }
  function ring(isRinging: boolean): void {
    if (isRinging) silence ??= playRingback()
    else {
      silence?.()
      silence = undefined
    }
  }
  /** Where the browser has remembered the visitor's answer, it is not asked for again. */
  async function enter(): Promise<void> {
    microphone.trouble = undefined
    const isPossible = core.calls === 'on' && (await isAllowed())
    if (call.step !== 'intro' || !isInView(core)) return
    if (isPossible) return allow()
    if (isPossible === false && core.calls === 'on') microphone.trouble = 'refused'
    core.changed()
  }
  function second(): void {
    voices?.second()
    // After the break, the server tells of a call that still goes on.
    if (call.step === 'elsewhere' && !core.link.ready) turn('intro')
  }

  core.leaves = () => {
    if (call.step !== 'going' || !call.view) return
    // The next page of this tab goes on, also with a closed window.
    core.session.set('state', core.state)
    if (call.view.agents.length === 0) core.say({ t: 'hang', id: `left${Date.now()}`, call: call.view.id })
  }
  return call
}
export type Call = ReturnType<typeof openCall>
