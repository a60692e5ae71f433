import { newBot } from '../bot-part.ts'
import { AGENTS_ONLY, type EntryKind } from '../entry-kind.ts'
import { owned } from '../ownership.ts'
import type { Person } from '../shapes.ts'

/** The bot answers in this chat; it has `silenceLimitMs` for each answer (B10). */
export interface BotJoined {
  readonly type: 'bot.joined'
  readonly bot: Person
  readonly silenceLimitMs: number
  /** It had failed before: this chat shows whether it works again. */
  readonly probe?: true
}

export const botJoined: EntryKind<BotJoined> = {
  type: 'bot.joined',
  version: 2,
  author: 'bot',
  apply: (state, entry) => ({ ...owned(state, { kind: 'bot', bot: entry.bot.id }), bot: newBot(entry) }),
  readers: AGENTS_ONLY,
  deliveries: 'none',
  event: 'none',
  archive: false,
  redaction: { bot: 'kept', silenceLimitMs: 'kept', probe: 'kept' },
}
