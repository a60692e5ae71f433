import type { alerts } from './en-alerts.ts'
import type { canned } from './en-canned.ts'
import type { checklist } from './en-checklist.ts'
import type { commands } from './en-commands.ts'
import type { emoji } from './en-emoji.ts'
import type { formats } from './en-format.ts'
import type { find } from './en-find.ts'
import type { macros } from './en-macros.ts'
import type { contacts } from './en-contacts.ts'
import type { messages } from './en-messages.ts'
import type * as start from './en-start.ts'
import type { tags } from './en-tag-list.ts'
import type { webhooks } from './en-webhooks.ts'
import { translation } from './translation.ts'

/** Words of screens that are not in the first load, by the part of the application. */
export interface LaterWords {
  readonly alerts: typeof alerts
  readonly canned: typeof canned
  readonly checklist: typeof checklist
  readonly commands: typeof commands
  readonly emoji: typeof emoji
  readonly formats: typeof formats
  readonly find: typeof find
  readonly macros: typeof macros
  readonly contacts: typeof contacts
  readonly messages: typeof messages
  readonly start: typeof start
  readonly tags: typeof tags
  readonly webhooks: typeof webhooks
}

/** The words of a part in the language of this window. The English ones load with the part. */
export const wordsOf = <Part extends keyof LaterWords>(part: Part, english: LaterWords[Part]): LaterWords[Part] =>
  translation()?.later[part] ?? english
