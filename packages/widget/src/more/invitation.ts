import type { Desk } from '../core/desk.ts'
import { isOpen } from '../core/states.ts'
import type { Words } from '../words/en.ts'
import { button, el, iconButton, ICONS } from '../window/start.ts'
import { speakerOf } from './announce.ts'

/** An invitation above the label: a press takes it up, the cross sends it away. Returns what draws it. */
export function showInvitation(desk: Desk, words: Words, place: HTMLElement): () => void {
  const text = button('', () => desk.wish('open'))
  const away = iconButton(words.close, ICONS.close, () => {
    desk.bubble = undefined
    desk.changed()
    desk.boot.label.focus()
  })
  const element = el('div', { className: 'inv', role: 'status' }, text, away)
  place.append(element)
  let shown = ''
  return () => {
    if (isOpen(desk.state)) desk.bubble = undefined
    element.hidden = desk.bubble === undefined
    const name = desk.bubble && speakerOf(desk)
    const said = desk.bubble ?? ''
    // What stays as it is is not read out again.
    if (shown === (shown = `${name ?? ''} ${said}`)) return
    text.replaceChildren(name ? el('b', { dir: 'auto' }, name) : '', el('span', { dir: 'auto' }, said))
  }
}
