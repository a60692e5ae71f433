import type { Desk } from '../core/desk.ts'

/** Rules wait no longer than this for what was said before, ms: the desk may be away. */
export const HISTORY_WITHIN = 5000

/**
 * Whether a chat goes on, a page does not hear by itself when its visitor has read everything: nothing comes until
 * somebody asks. Returns a look that asks once, and says whether it is known or has been waited for long enough.
 */
export function learnChat({ local, entries, link, older }: Pick<Desk, 'local' | 'entries' | 'link' | 'older'>) {
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
