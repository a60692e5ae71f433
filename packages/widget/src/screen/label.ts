import type { WidgetCore } from '../core/core.ts'
import { el, icon } from '../window/start.ts'
import { DRAWINGS } from './drawings.ts'
import { toDuration } from './time.ts'

/**
 * Shows on the label of a closed window that a call goes on, and for how long. Returns the function that draws it: `since` (ms
 * since the epoch), undefined: no call goes on.
 */
export function markLabel(core: WidgetCore, name: string): (since: number | undefined) => void {
  const { label } = core.boot
  const mark = el('span', { className: 'callmark' }, icon(DRAWINGS.phone))
  return (since) => {
    // A call of the other kind may have marked it.
    if (since === undefined && mark.parentNode !== label) return
    label.classList.toggle('calling', since !== undefined)
    if (since === undefined) return mark.remove()
    if (mark.parentNode !== label) label.prepend(mark)
    // Outside the label's text, as the number of unread messages is.
    mark.dataset['time'] = toDuration(Date.now() - since)
    // The unread messages draw their own name of the label before.
    if (!label.ariaLabel?.startsWith(name)) label.ariaLabel = `${name}. ${label.ariaLabel}`
  }
}
