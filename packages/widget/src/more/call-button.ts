import type { WidgetCore } from '../core/core.ts'
import { button, el, icon } from '../window/start.ts'
import type { Words } from '../words/en.ts'
import { PHONE, SPEECH } from './phone-icon.ts'

const isInView = ({ state }: WidgetCore) => state === 'call' || state === 'chat/call'

/** The button in the head of the window that leads to the call, and from there back to the chat. */
export function showCallButton(core: WidgetCore, words: Words, place: HTMLElement): void {
  const name = place.querySelector('.head > .name')
  if (!name) return
  const there = place.querySelector<HTMLElement>('.tocall')
  const isCalledBack = core.callback !== undefined && core.callback !== 'off'
  const isPage = core.calls === 'on' || core.calls === 'closed'
  const wants = isPage || isCalledBack || core.inCall === true || core.phoned === true || isInView(core)
  const box = there ?? (wants ? make(core) : undefined)
  if (!box) return
  if (!there) name.after(box)
  box.hidden = !wants
  const [go, why] = box.children as unknown as [HTMLButtonElement, HTMLElement]
  // The form for a call-back says when calls are possible.
  const isClosed = core.calls === 'closed' && !isCalledBack && !core.inCall && !isInView(core)
  const text = isInView(core) ? words.toChat : isCalledBack && !isPage ? words.call : words.callUs
  // It keeps the focus and can be pressed with a finger: then it says why.
  go.ariaDisabled = isClosed ? 'true' : null
  go.ariaLabel = isClosed ? `${text}. ${words.callClosed}` : text
  go.title = isClosed ? '' : text
  why.textContent = words.callClosed
  const drawing = isInView(core) ? SPEECH : PHONE
  if (go.dataset['sign'] === drawing) return
  go.dataset['sign'] = drawing
  go.replaceChildren(icon(drawing))
}

function make(core: WidgetCore): HTMLElement {
  const press = (): void => {
    if (isInView(core)) core.wish('open')
    else if (!box.querySelector('[aria-disabled]')) core.wish('call')
  }
  const box = el(
    'div',
    { className: 'tocall' },
    button('ib', press),
    el('div', { className: 'why', ariaHidden: 'true' }),
  )
  return box
}
