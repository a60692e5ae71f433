import type { Desk } from '../core/desk.ts'
import { isOpen } from '../core/states.ts'
import { isAfter } from '../core/thread.ts'
import type { Words } from '../words/en.ts'
import { el, fill } from './dom.ts'

/** How much the visitor has not read, on the label and before the page's title. */
export function markUnread(desk: Desk, words: Words): () => void {
  const { label, settings } = desk.boot
  const badge = el('span', { className: 'badge', hidden: true })
  const text = el('span', {})
  let marked = ''
  label.replaceChildren(text, badge)

  return () => {
    const unread =
      desk.entries.filter((one) => one.type === 'message' && one.from !== 'visitor' && isAfter(one, desk.read)).length +
      desk.asides.filter(({ seen }) => !seen).length
    text.textContent = settings.labels[desk.online ? 0 : 1] ?? settings.label
    badge.hidden = unread === 0
    badge.dataset['n'] = unread > 99 ? '99+' : String(unread)
    label.ariaLabel = unread ? `${text.textContent}, ${fill(words.unread, unread)}` : text.textContent
    label.hidden = isOpen(desk.state)
    // The title is the page's: our mark is put before whatever it is now, and taken from it again.
    const title = `${document.title}`
    const own = title.startsWith(marked) ? title.slice(marked.length) : title
    const mark = unread && document.hidden ? `(${unread}) ` : ''
    if (mark === marked) return
    marked = mark
    document.title = mark + own
  }
}
