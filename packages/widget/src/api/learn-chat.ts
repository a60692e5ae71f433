import type { WidgetCore } from '../core/core.ts'

/** The longest time that rules wait for the history (ms): the server may be unreachable. */
export const HISTORY_WITHIN = 5000

/**
 * A page of a visitor who has read everything receives no entries by itself, so it cannot know whether a chat is open.
 * Returns a function that requests the history once and says whether the answer is known or the wait is over.
 */
export function learnChat({ local, entries, link, older }: Pick<WidgetCore, 'local' | 'entries' | 'link' | 'older'>) {
  let since: number | undefined
  let isAsked = false
  let isKnown = false
  const known = (): void => void (isKnown = true)
  return (now: number): boolean => {
    since ??= now
    if (isKnown || entries.length > 0 || !local.get('secret') || now - since >= HISTORY_WITHIN) known()
    else if (link.ready && !isAsked) {
      isAsked = true
      older().then(known, known)
    }
    return isKnown
  }
}
