import type { WidgetCore } from '../core/core.ts'
import { DRAWINGS } from '../screen/start.ts'
import { button, el, fill, icon } from '../window/start.ts'
import type { Callback } from './callback.ts'
import { toMoment } from './times.ts'
import type { TelephoneWords } from './words.ts'

/** What the window shows while visitors cannot be called: when they can, and the way to leave a message. */
export function toClosed(core: WidgetCore, call: Callback, words: TelephoneWords) {
  const title = el('h2', {})
  const text = el('p', { role: 'status' })
  const when = el('p', { className: 'when' })
  const leave = button('go', () => core.wish('open'))
  leave.dataset['first'] = ''
  const acts = el('div', { className: 'acts' }, leave)
  const box = el('div', { className: 'form nocall', role: 'group' }, icon(DRAWINGS.phone), title, text, when, acts)
  return {
    box,
    draw(): void {
      const { form } = call
      box.ariaLabel = title.textContent = core.callTitle || words.title
      const isOff = core.callback !== 'closed'
      if (text.textContent === '' || isOff) text.textContent = isOff ? words.off : words.closed
      const from = form && !form.isOpen && form.until
      const next = from ? fill(words.from, toMoment(from, Date.now(), core.boot.settings.lang)) : words.wait
      when.textContent = isOff || (form && !form.isOpen && !from) ? '' : next
      leave.textContent = core.online ? words.write : words.leave
    },
  }
}
