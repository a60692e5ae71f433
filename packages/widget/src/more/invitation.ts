import type { WidgetCore } from '../core/core.ts'
import { isOpen } from '../core/states.ts'
import type { Words } from '../words/en.ts'
import { button, el, iconButton, ICONS } from '../window/start.ts'
import { speakerOf } from './announce.ts'

/** The label has several lines where its text is long. */
export function placeAbove(card: HTMLElement, label: HTMLElement): void {
  card.style.bottom = `calc(var(--y) + ${label.offsetHeight + 12}px)`
}

/** An invitation above the label: a click accepts it, the cross dismisses it. Returns the function that draws it. */
export function showInvitation(core: WidgetCore, words: Words, place: HTMLElement): () => void {
  const text = button('', () => core.wish('open'))
  const away = iconButton(words.close, ICONS.close, () => {
    core.bubble = undefined
    core.changed()
    core.boot.label.focus()
  })
  const element = el('div', { className: 'inv', role: 'status' }, text, away)
  place.append(element)
  let shown = ''
  return () => {
    if (isOpen(core.state)) core.bubble = undefined
    element.hidden = core.bubble === undefined
    placeAbove(element, core.boot.label)
    const name = core.bubble && speakerOf(core)
    const said = core.bubble ?? ''
    // Unchanged text is not announced again by screen readers.
    if (shown === (shown = `${name ?? ''} ${said}`)) return
    text.replaceChildren(name ? el('b', { dir: 'auto' }, name) : '', el('span', { dir: 'auto' }, said))
  }
}
