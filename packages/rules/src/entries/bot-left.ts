import { IDLE, withBot } from '../bot-part.ts'
import { AGENTS_ONLY, type EntryKind } from '../entry-kind.ts'
import { queued } from '../ownership.ts'
import type { Person } from '../shapes.ts'

/**
 * Agents must answer: the bot failed, was silent, was removed or is in a loop, or this server aborted its deliveries.
 */
export interface BotLeft {
  readonly type: 'bot.left'
  readonly bot: Person
  readonly why: 'failed' | 'interrupted' | 'silent' | 'skipped' | 'removed' | 'loop' | 'repeats'
  /** Details of the reason, for agents. */
  readonly text?: string
}

export const botLeft: EntryKind<BotLeft> = {
  type: 'bot.left',
  version: 1,
  author: 'system',
  apply(state, { at }) {
    const next = withBot(state, (bot) => ({ ...bot, ...IDLE, speaks: false }))
    // A bot that called for an agent has already put the chat into the queue.
    return state.owner.kind === 'queue' ? next : queued(next, at)
  },
  readers: AGENTS_ONLY,
  deliveries: 'none',
  event: 'none',
  archive: false,
  // The text may contain words of the visitor or of the bot.
  redaction: { bot: 'kept', why: 'kept', text: 'removed' },
}
