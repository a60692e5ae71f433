import type { WidgetCore } from '../core/core.ts'
import { isOpen } from '../core/states.ts'
import { isAfter } from '../core/thread.ts'
import type { Words } from '../words/en.ts'
import { el, fill } from './dom.ts'

/** Shows the number of unread messages on the label and before the page's title. */
export function markUnread(core: WidgetCore, words: Words): () => void {
  const { label, settings } = core.boot
  const badge = el('span', { className: 'badge', hidden: true })
  const text = el('span', {})
  let marked = ''
  label.replaceChildren(text, badge)

  return () => {
    const unread =
      core.entries.filter((one) => one.type === 'message' && one.from !== 'visitor' && isAfter(one, core.read)).length +
      core.asides.filter(({ seen }) => !seen).length
    const now = core.online ? 0 : 1
    text.textContent = settings.texts[now]!
    const name = settings.labels[now]!
    badge.hidden = unread === 0
    badge.dataset['n'] = unread > 99 ? '99+' : String(unread)
    label.ariaLabel = unread ? `${name}, ${fill(words.unread, unread)}` : name
    label.hidden = isOpen(core.state)
    // The title belongs to the page: the mark is put before the current title, and removed from it again.
    const title = `${document.title}`
    const own = title.startsWith(marked) ? title.slice(marked.length) : title
    const mark = unread && document.hidden ? `(${unread}) ` : ''
    if (mark === marked) return
    marked = mark
    document.title = mark + own
  }
}
