import type { SilentView } from '../entry-view.ts'

/** What changed stands in the lines before it. */
export const visitorUpdated: SilentView = { shown: 'nothing' }
