import type { SilentView } from '../entry-view.ts'

/** The chat's row has the messages that wait. */
export const messageScheduled: SilentView = { shown: 'nothing' }
