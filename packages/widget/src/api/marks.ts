import type { TimeCondition } from '@deskbell/protocol/widget/rules'
import type { WidgetCore, Marks } from '../core/core.ts'
import { parseJson } from '../core/json.ts'

/**
 * The moments that a visit keeps from page to page: the newest time of repeatable moments, the first time of others.
 */
const KEPT = {
  time_on_site: Math.min,
  time_after_close: Math.max,
  time_after_invitation: Math.max,
  time_after_first_message: Math.min,
} satisfies Partial<Record<TimeCondition, (...times: number[]) => number>>

/**
 * Continues with the moments that earlier pages of the visit stored, and stores them for the next page; otherwise a
 * window that the visitor closed would open again on every page. They are written when the visitor leaves the page.
 */
export function followMarks({ marks, session }: Pick<WidgetCore, 'marks' | 'session'>, begun: number): void {
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
    // A phone may end a hidden page without any further event.
    if (document.hidden) keep()
  })
  // The page returns from the back-forward cache: other pages may have stored newer moments.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) restore()
  })
}

/** Reads the stored moments. Unknown names, other types and times in the future are ignored. */
export function mergeMarks(marks: Marks, kept: string | undefined, now: number): void {
  const found = parseJson<Record<string, unknown>>(kept)
  for (const [name, choose] of Object.entries(KEPT) as [keyof typeof KEPT, typeof Math.min][]) {
    const mark = found?.[name]
    if (typeof mark === 'number' && mark <= now) marks[name] = choose(mark, marks[name] ?? mark)
  }
}
