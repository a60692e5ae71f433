import { IDLE, withBot } from '../bot-part.ts'
import { AGENTS_ONLY, type EntryKind } from '../entry-kind.ts'
import { queued } from '../ownership.ts'
import type { Person } from '../shapes.ts'

/** People must answer, because the bot failed, was silent, is gone, or talks in circles, or we broke off. */
export interface BotLeft {
  readonly type: 'bot.left'
  readonly bot: Person
  readonly why: 'failed' | 'interrupted' | 'silent' | 'skipped' | 'removed' | 'loop' | 'repeats'
  /** More of the reason, for a person. */
  readonly text?: string
}

export const botLeft: EntryKind<BotLeft> = {
  type: 'bot.left',
  version: 1,
  author: 'system',
  apply(state, { at }) {
    const next = withBot(state, (bot) => ({ ...bot, ...IDLE, speaks: false }))
    // After its own call the chat is in the queue already.
    return state.owner.kind === 'queue' ? next : queued(next, at)
  },
  readers: AGENTS_ONLY,
  deliveries: 'none',
  event: 'none',
  archive: false,
  // The text may hold words of the visitor or of the bot.
  redaction: { bot: 'kept', why: 'kept', text: 'removed' },
}
