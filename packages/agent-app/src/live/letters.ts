import type { MessageItem } from './fold.ts'

/**
 * What the agent sent and the desk has not shown back yet. The key is the Idempotency-Key of every try, so that a letter sent
 * again after a lost answer is stored once.
 */
export type Letter = {
  key: string
  chat: number
  /** When it was written, ms. */
  at: number
  text: string
  file: { blob: Blob; name: string; type: string } | null
  /** Queued: waits for its turn or for the desk. Refused: the desk said no; it stays until it is sent again or discarded. */
  state:
    | { is: 'queued' }
    | { is: 'sending'; progress: number }
    | { is: 'sent'; n: number }
    | { is: 'refused'; problem: string }
  /** The newest entry that was known when it was written: its own entry comes after. */
  after: number
}

/**
 * The letters to show below the entries. One whose entry is there already is left out, also when the answer to its request
 * is still on the way: then it is known by its text, in order, among this agent's messages past `after`.
 */
export function unseen(
  letters: readonly Letter[],
  items: readonly { kind: string; n: number }[],
  me: number,
): Letter[] {
  if (letters.length === 0) return []
  const messages = items.filter((item): item is MessageItem => item.kind === 'message')
  const last = items.at(-1)?.n ?? 0
  const taken = new Set<number>()
  return letters.filter((letter) => {
    if (letter.state.is === 'sent') {
      taken.add(letter.state.n)
      return letter.state.n > last
    }
    if (letter.state.is === 'refused') return true
    const own = messages.find(
      (item) =>
        item.n > letter.after &&
        !taken.has(item.n) &&
        item.agent?.id === me &&
        item.text === letter.text &&
        (item.media !== null) === (letter.file !== null),
    )
    if (own) taken.add(own.n)
    return !own
  })
}
