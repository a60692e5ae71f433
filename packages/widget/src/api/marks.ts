import type { TimeCondition } from '@deskbell/protocol/widget/rules'
import type { Desk, Marks } from '../core/desk.ts'
import { parseJson } from '../core/json.ts'

/** What a visit remembers from page to page. Of what happens more than once the newest counts, else the first time. */
const KEPT = {
  time_on_site: Math.min,
  time_after_close: Math.max,
  time_after_invitation: Math.max,
  time_after_first_message: Math.min,
} satisfies Partial<Record<TimeCondition, (...times: number[]) => number>>

/**
 * Goes on with the moments that the pages before have kept, and keeps them for the next: without them, what a visitor
 * has closed would open again on every page. They are kept when the page is left, and not before.
 */
export function followMarks({ marks, session }: Pick<Desk, 'marks' | 'session'>, begun: number): void {
  const restore = (): void => mergeMarks(marks, session.get('marks'), Date.now())
  const keep = (): void => {
    const { time_on_page: _, ...kept } = marks
    session.set('marks', JSON.stringify(kept))
  }
  restore()
  marks.time_on_page = begun
  marks.time_on_site ??= begun
  addEventListener('pagehide', keep)
  document.addEventListener('visibilitychange', () => {
    // A phone may end a page that nobody looks at without another word.
    if (document.hidden) keep()
  })
  // Back out of the browser's cache: other pages have gone on meanwhile.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) restore()
  })
}

/** Takes over what was kept. Whatever else stands in the page's storage is passed over, and so is what is yet to come. */
export function mergeMarks(marks: Marks, kept: string | undefined, now: number): void {
  const found = parseJson<Record<string, unknown>>(kept)
  for (const [name, choose] of Object.entries(KEPT) as [keyof typeof KEPT, typeof Math.min][]) {
    const mark = found?.[name]
    if (typeof mark === 'number' && mark <= now) marks[name] = choose(mark, marks[name] ?? mark)
  }
}
