import { saidBy, withBot } from '../bot-part.ts'
import { AGENTS_ONLY, type EntryKind } from '../entry-kind.ts'
import { emptied } from '../redaction.ts'
import type { Person } from '../shapes.ts'

/** A message of a bot that may no longer write. The visitor never sees it (B12). */
export interface BotRefused {
  readonly type: 'bot.refused'
  readonly bot: Person
  readonly text: string
  readonly digest?: string
}

export const botRefused: EntryKind<BotRefused> = {
  type: 'bot.refused',
  version: 1,
  author: 'bot',
  apply: (state, entry) => withBot(state, (bot) => ({ ...bot, refused: bot.refused + 1, said: saidBy(bot, entry) })),
  readers: AGENTS_ONLY,
  deliveries: 'none',
  event: 'none',
  archive: false,
  redaction: { bot: 'kept', text: emptied, digest: 'removed' },
}
