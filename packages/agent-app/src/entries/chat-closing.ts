import type { SilentView } from '../entry-view.ts'

/** The closing itself, or its end, follows within seconds. */
export const chatClosing: SilentView = { shown: 'nothing' }
