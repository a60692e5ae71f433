import type { SilentView } from '../entry-view.ts'

/** The time of the bot's request is not shown to readers. */
export const botAsked: SilentView = { shown: 'nothing' }
