import type { SilentView } from '../entry-view.ts'

/** When the bot was asked says nothing to a reader. */
export const botAsked: SilentView = { shown: 'nothing' }
