/** What the widget has put before the title. */
let marked = ''

/**
 * Shows the number of unread messages before the title of a page in the background. The title belongs to the page: the
 * mark is put before the current title, and removed from it again.
 */
export function markTitle(unread: number): void {
  const mark = unread && document.hidden ? `(${unread}) ` : ''
  if (mark === marked) return
  const title = `${document.title}`
  const own = title.startsWith(marked) ? title.slice(marked.length) : title
  marked = mark
  document.title = mark + own
}
