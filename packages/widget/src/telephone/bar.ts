import type { WidgetCore } from '../core/core.ts'
import { DRAWINGS, isInView, toDuration } from '../screen/start.ts'
import { button, el, icon } from '../window/start.ts'
import { type Callback } from './callback.ts'
import { toState } from './screens.ts'
import type { TelephoneWords } from './words.ts'

/** A slim bar over the messages while the visitor is called, so that they can write meanwhile. Returns the function that draws it. */
export function showBar(core: WidgetCore, call: Callback, words: TelephoneWords): () => void {
  // Isolated: a name in another direction stays on the side where the others begin.
  const name = el('bdi', {})
  const state = el('span', { role: 'status' })
  const time = el('span', { className: 'calltime', role: 'timer' })
  const text = el('span', {}, el('b', {}, name), state)
  const open = button('callopen', () => core.wish('call'), icon(DRAWINGS.phone), text, time)
  const cancel = button('ib hang', () => call.cancel(), icon(DRAWINGS.hang))
  cancel.ariaLabel = cancel.title = words.cancel
  const bar = el('div', { className: 'callbar', role: 'group', ariaLabel: words.under }, open, cancel)
  return () => {
    const isSeen = !isInView(core) && call.step !== 'form'
    bar.hidden = !isSeen
    if (!isSeen) return
    const head = core.boot.root.querySelector('.panel > .head')
    if (head && head.nextElementSibling !== bar) head.after(bar)
    const { step, view, failure, startedAt, talkingSince } = call
    const isGoing = step !== 'over'
    const isTalking = isGoing && view !== undefined && view.since !== null
    const isAnswered = isGoing && view?.agents[0] !== undefined
    bar.className = `callbar ${isGoing ? '' : 'done'}`
    cancel.hidden = !isGoing || isTalking
    time.hidden = !isGoing
    name.textContent = isAnswered ? (view?.agent?.name ?? words.agent) : ''
    const ended = failure ? words[failure] : words.ended
    const now = isAnswered ? toState(call, words) : isGoing ? words.looking : ended
    if (state.textContent !== now) state.textContent = now
    time.textContent = toDuration(Date.now() - (isTalking ? talkingSince : startedAt))
    open.title = words.under
  }
}
