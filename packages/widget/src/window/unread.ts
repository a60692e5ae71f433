import type { WidgetCore } from '../core/core.ts'
import { isOpen } from '../core/states.ts'
import { isAfter } from '../core/thread.ts'
import type { Words } from '../words/en.ts'
import { el, fill } from './dom.ts'

/** Shows the number of unread messages on the label. Returns the function that draws it, and returns the number. */
export function markUnread(core: WidgetCore, words: Words): () => number {
  const { label, settings } = core.boot
  const badge = el('span', { className: 'badge', hidden: true })
  const text = el('span', {})
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
    return unread
  }
}
