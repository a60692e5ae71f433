import { call } from '../api/client.ts'
import { draftsOf, keepDraft } from './drafts.ts'
import type { Outbox } from './outbox.ts'
import type { Live } from './state.ts'

type Keeper = { live: Live; who: string; outbox: Outbox }

/** Forgets what was begun or not yet sent in a chat that was erased, in this browser too, and who was announced. */
export function forgetBegun({ live, who, outbox }: Keeper, chat: number): void {
  for (const letter of live.letters.get(chat) ?? []) outbox.discard(letter)
  keepDraft(who, chat, '')
  live.typing.delete(chat)
  if (live.arrival.get()?.chat === chat) live.arrival.set(null)
}

/**
 * Asks of each chat in which something was begun whether it has been erased meanwhile: while this browser was away,
 * nobody told it. What cannot be asked now is asked when the desk is reached again.
 */
export async function forgetMissed(keeper: Keeper, forget: (chat: number) => void): Promise<void> {
  const { live, who } = keeper
  for (const chat of new Set([...draftsOf(who), ...live.letters.keys()])) {
    const known = live.chats.get(chat)
    const line = known ?? (await call('GET /chats/:chat', { params: { chat } }).catch(() => undefined))
    if (line?.erased) forget(chat)
  }
}
