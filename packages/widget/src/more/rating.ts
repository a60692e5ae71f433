import type { WidgetCore } from '../core/core.ts'
import type { Words } from '../words/en.ts'
import { button, el, icon } from '../window/start.ts'

const UP = 'M7 11l4-8c2 0 3 1 3 3v3h5c1 0 2 1 1.8 2l-1 7c-.2 1-1 2-2 2H7zM3 11h4v9H3z'
const DOWN = 'M17 13l-4 8c-2 0-3-1-3-3v-3H5c-1 0-2-1-1.8-2l1-7c.2-1 1-2 2-2H17zM21 13h-4V4h4z'

/**
 * Asks for a rating: a thumb, which is sent at once, and an optional text. The card has `data-done` once the thumb was
 * sent; it stays for the text and the thanks.
 */
export function toRating(core: WidgetCore, words: Words, chat: number): HTMLElement {
  let rating: 'positive' | 'negative' | undefined
  const text = el('textarea', { rows: 2, placeholder: words.rateText, ariaLabel: words.rateText, maxLength: 2000 })
  const status = el('div', { role: 'status', tabIndex: -1 })
  const wrong = el('div', { className: 'err', role: 'alert' })
  const see = () => card.scrollIntoView({ block: 'nearest' })
  const rate = async (said?: string): Promise<boolean> => {
    wrong.textContent = ''
    const isTaken = await core.ask({ t: 'rate', chat, rating: rating!, ...(said && { text: said }) }).then(
      () => true,
      () => false,
    )
    status.textContent = isTaken ? words.thanks : ''
    if (!isTaken) wrong.textContent = words.wrong
    see()
    return isTaken
  }
  const tell = async (): Promise<void> => {
    const said = text.value.trim()
    go.disabled = true
    const isTaken = !said || (await rate(said))
    go.disabled = false
    if (!isTaken) return
    status.textContent = words.thanks
    card.replaceChildren(status)
    // The focused button is gone; keyboard focus moves here.
    status.focus()
  }
  const go = button('go', () => void tell(), words.send)
  const more = el('div', { hidden: true }, text, go)
  const press = (one: HTMLButtonElement | undefined): void => {
    for (const other of thumbs) other.ariaPressed = String(other === one)
  }
  const thumb = (value: 'positive' | 'negative', name: string, d: string) => {
    const choose = async (): Promise<void> => {
      rating = value
      press(one)
      card.dataset['done'] = ''
      more.hidden = false
      // On a phone the keyboard would cover the text that was just shown.
      if (!matchMedia('(pointer: coarse)').matches) text.focus()
      see()
      if (!(await rate()) && rating === value) press(undefined)
    }
    const one = button('thumb', () => void choose(), icon(d))
    one.ariaLabel = one.title = name
    return one
  }
  const thumbs = [thumb('positive', words.good, UP), thumb('negative', words.bad, DOWN)]
  press(undefined)
  const card = el(
    'div',
    { className: 'card' },
    el('b', {}, words.rate),
    el('div', { className: 'thumbs' }, ...thumbs),
    status,
    more,
    wrong,
  )
  return card
}
