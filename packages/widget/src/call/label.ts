import type { WidgetCore } from '../core/core.ts'
import { el, icon } from '../window/start.ts'
import type { Call } from './call.ts'
import { DRAWINGS } from './drawings.ts'
import { toDuration } from './time.ts'
import type { CallWords } from './words.ts'

/** Shows on the label of a closed window that a call goes on, and for how long. Returns the function that draws it. */
export function markLabel(core: WidgetCore, call: Call, words: CallWords): () => void {
  const { label } = core.boot
  const mark = el('span', { className: 'callmark' }, icon(DRAWINGS.phone))
  return () => {
    const isGoing = call.step === 'going' || call.step === 'starting'
    label.classList.toggle('calling', isGoing)
    if (!isGoing) return mark.remove()
    if (mark.parentNode !== label) label.prepend(mark)
    const isAnswered = call.view?.agents[0] !== undefined
    // Outside the label's text, as the number of unread messages is.
    mark.dataset['time'] = toDuration(Date.now() - (isAnswered ? call.talkingSince : call.startedAt))
    // The unread messages draw their own name of the label before.
    if (!label.ariaLabel?.startsWith(words.under)) label.ariaLabel = `${words.under}. ${label.ariaLabel}`
  }
}
