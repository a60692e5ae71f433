import { AGENTS_ONLY, unchanged, type EntryKind } from '../entry-kind.ts'
import { emptied } from '../redaction.ts'
import type { Person } from '../shapes.ts'

/** The bot does not join because it failed recently; `text` says how. */
export interface BotSkipped {
  readonly type: 'bot.skipped'
  readonly bot: Person
  readonly text: string
}

export const botSkipped: EntryKind<BotSkipped> = {
  type: 'bot.skipped',
  version: 1,
  author: 'system',
  apply: unchanged,
  readers: AGENTS_ONLY,
  deliveries: 'none',
  event: 'none',
  archive: false,
  redaction: { bot: 'kept', text: emptied },
}
