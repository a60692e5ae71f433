import { call } from '../api/client.ts'
import { draftsOf, keepDraft } from './drafts.ts'
import type { Outbox } from './outbox.ts'
import type { Live } from './state.ts'

type UnsentOwner = { live: Live; who: string; outbox: Outbox }

/** Drops the draft, the unsent messages and the announcement of an erased chat, in this browser's storage too. */
export function dropUnsent({ live, who, outbox }: UnsentOwner, chat: number): void {
  for (const pending of live.pending.get(chat) ?? []) outbox.discard(pending)
  keepDraft(who, chat, '')
  keepDraft(who, chat, '', 'note')
  live.typing.delete(chat)
  if (live.arrival.get()?.chat === chat) live.arrival.set(null)
}

/**
 * Asks the server for each chat with a draft or an unsent message whether it was erased while this browser was closed.
 * Chats that cannot be read now are checked at the next connect.
 */
export async function checkErased(keeper: UnsentOwner, forget: (chat: number) => void): Promise<void> {
  const { live, who } = keeper
  for (const chat of new Set([...draftsOf(who), ...live.pending.keys()])) {
    const known = live.chats.get(chat)
    const line = known ?? (await call('GET /chats/:chat', { params: { chat } }).catch(() => undefined))
    if (line?.erased) forget(chat)
  }
}
