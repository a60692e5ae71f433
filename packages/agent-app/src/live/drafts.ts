import { Cells } from './cells.ts'

/**
 * Drafts by chat, stored in this browser until they are sent or the agent signs out. Written at every key, because they
 * are short. Without storage (full or switched off) they live as long as the window.
 */
const PREFIX = 'deskbell.draft.'

/** What the agent was writing: a reply to the visitor, or a private note. */
export type DraftOf = 'reply' | 'note'

const name = (who: string, chat: number, of: DraftOf = 'reply') =>
  `${PREFIX}${who}.${chat}${of === 'note' ? '.note' : ''}`

/** The drafts of this window. */
const drafts = new Cells<string, string>()
// Another window wrote it: the stored draft is newer.
globalThis.addEventListener?.('storage', ({ key }) => {
  if (key?.startsWith(PREFIX)) drafts.delete(key)
})

export function readDraft(who: string, chat: number, of?: DraftOf): string {
  const known = drafts.get(name(who, chat, of))
  if (known !== undefined) return known
  try {
    return localStorage.getItem(name(who, chat, of)) ?? ''
  } catch {
    return ''
  }
}

export function keepDraft(who: string, chat: number, text: string, of?: DraftOf): void {
  drafts.set(name(who, chat, of), text)
  try {
    if (text === '') localStorage.removeItem(name(who, chat, of))
    else localStorage.setItem(name(who, chat, of), text)
  } catch {
    // Storage is full or switched off: see above.
  }
}

/** The chats in which this agent has a draft in this browser. */
export function draftsOf(who: string): number[] {
  const start = name(who, 0).slice(0, -1)
  try {
    const chats = Object.keys(localStorage).flatMap((key) =>
      key.startsWith(start) ? [Number.parseInt(key.slice(start.length), 10)] : [],
    )
    return [...new Set(chats)]
  } catch {
    return []
  }
}

/** Returns the function that ends the subscription. */
export const watchDraft = (
  { who, chat, of }: { who: string; chat: number; of?: DraftOf },
  listener: () => void,
): (() => void) => drafts.subscribe(name(who, chat, of), listener)

/** Removes all drafts from this browser at sign-out. */
export function forgetDrafts(): void {
  for (const key of [...drafts.keys()]) drafts.delete(key)
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key)
  } catch {
    // No storage, no drafts.
  }
}
