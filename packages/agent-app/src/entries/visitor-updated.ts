import type { SilentView } from '../entry-view.ts'

/** The rows before it show what changed. */
export const visitorUpdated: SilentView = { shown: 'nothing' }
