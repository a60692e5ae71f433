import type { Desk } from '../core/desk.ts'
import type { Words } from '../words/en.ts'
import { button, el, icon, ICONS } from '../window/start.ts'

/** How was it? A thumb, and a word if the visitor likes. */
export function toRating(desk: Desk, words: Words, chat: number): HTMLElement {
  let rating: 'positive' | 'negative' | undefined
  const text = el('textarea', { rows: 2, placeholder: words.rateText, ariaLabel: words.rateText, maxLength: 2000 })
  const card = el('div', { className: 'card' })
  const send = button(
    'go',
    () => {
      const said = text.value.trim()
      if (!rating) return
      desk.ask({ t: 'rate', chat, rating, ...(said && { text: said }) }).then(
        () => card.replaceChildren(el('div', { role: 'status' }, words.thanks)),
        () => send.before(el('div', { className: 'err', role: 'alert' }, words.wrong)),
      )
    },
    words.send,
  )
  const more = el('div', { hidden: true }, text, send)
  const thumb = (value: 'positive' | 'negative', name: string, d: string) => {
    const one = button(
      'thumb',
      () => {
        rating = value
        for (const other of thumbs) other.ariaPressed = String(other === one)
        more.hidden = false
        text.focus()
      },
      icon(d),
    )
    one.ariaLabel = one.title = name
    one.ariaPressed = 'false'
    return one
  }
  const thumbs = [thumb('positive', words.good, ICONS.up), thumb('negative', words.bad, ICONS.down)]
  card.append(el('b', {}, words.rate), el('div', { className: 'thumbs' }, ...thumbs), more)
  return card
}
