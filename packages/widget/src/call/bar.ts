import type { WidgetCore } from '../core/core.ts'
import { button, el, fill, icon } from '../window/start.ts'
import { DRAWINGS, isInView, toDuration } from '../screen/start.ts'
import type { Call } from './call.ts'
import { toState } from './screens.ts'
import type { CallWords } from './words.ts'

/** A slim bar over the messages while a call goes on, so that the visitor can write in it. Returns the function that draws it. */
export function showBar(core: WidgetCore, call: Call, words: CallWords): () => void {
  // Isolated: a name in another direction stays on the side where the others begin.
  const name = el('bdi', {})
  const state = el('span', { role: 'status' })
  const time = el('span', { className: 'calltime', role: 'timer' })
  const open = button(
    'callopen',
    () => core.wish('call'),
    icon(DRAWINGS.phone),
    el('span', {}, el('b', {}, name), state),
    time,
  )
  const mute = button('ib', () => call.mute())
  const hang = button('ib hang', () => call.hang(), icon(DRAWINGS.hang))
  hang.ariaLabel = hang.title = words.hang
  const bar = el('div', { className: 'callbar', role: 'group', ariaLabel: words.under }, open, mute, hang)
  return () => {
    const head = core.boot.root.querySelector('.panel > .head')
    if (head && head.nextElementSibling !== bar) head.after(bar)
    bar.hidden = isInView(core) || !core.inCall
    if (bar.hidden) return
    const { step, view, isMuted, failure } = call
    const isGoing = step === 'going' || step === 'starting'
    const isAnswered = isGoing && view?.agents[0] !== undefined
    bar.className = `callbar ${isGoing ? '' : 'done'}`
    mute.hidden = hang.hidden = time.hidden = !isGoing
    name.textContent = isAnswered ? (view?.agent?.name ?? words.agent) : ''
    const ended = failure ? words[failure] : words.ended
    const waits = call.trouble ? words[call.trouble] : words.calling
    const text = isAnswered ? toState(call, words) : isGoing ? waits : step === 'over' ? ended : words.elsewhere
    if (state.textContent !== text) state.textContent = text
    time.textContent = toDuration(Date.now() - (isAnswered ? call.talkingSince : call.startedAt))
    open.title = isAnswered ? fill(words.with, view?.agent?.name ?? words.agent) : words.under
    const label = isMuted ? words.unmute : words.mute
    if (mute.ariaLabel === label) return
    mute.ariaLabel = mute.title = label
    mute.replaceChildren(icon(DRAWINGS[isMuted ? 'muted' : 'microphone']))
  }
}
