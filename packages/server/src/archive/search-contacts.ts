import type { FoundContacts } from '@deskbell/protocol/agent/search'
import { findWithoutChats } from '../conversation/contact/without-chats.ts'
import type { Scope } from '../conversation/read/chat-row.ts'
import type { Tx } from '../db/db.ts'
import type { Directory } from '../settings/directory.ts'
import { LAST_PLACE, toPlace, type Place } from './place.ts'
import { shorten } from './snippets.ts'
import { asBeginning, termsOf } from './words.ts'

/** The contacts without a chat that a search finds. */
export async function searchContacts(
  tx: Tx,
  directory: Directory,
  scope: Scope,
  { text, after, limit }: { readonly text: string; readonly after: Place | null; readonly limit: number },
): Promise<FoundContacts> {
  const terms = termsOf(text).map(asBeginning)
  const marks = (shown: string | null) =>
    shown === null ? [] : shorten(shown, terms).marks.map(({ start, end }) => ({ start, end }))
  const rows = await findWithoutChats(tx, scope, { text, after: after ?? LAST_PLACE, limit: limit + 1 })
  const last = rows.length > limit ? rows[limit - 1] : undefined
  return {
    found: rows.slice(0, limit).map(({ id, name, email, phone, at, visitors }) => ({
      contact: id,
      name,
      email,
      phone,
      marks: { name: marks(name), email: marks(email), phone: marks(phone) },
      visitors: visitors.map(({ number }) => String(number)),
      channels: [...new Set(visitors.map(({ channel }) => channel))].flatMap((channel) => {
        const { name: title, kind } = directory.channel(scope.account, channel) ?? { name: '', kind: '' }
        return { id: channel, name: title, kind }
      }),
      at,
    })),
    next: last ? toPlace({ tier: 0, at: last.at, id: last.id }) : null,
  }
}
