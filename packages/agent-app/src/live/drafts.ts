import { Cells } from './cells.ts'

/**
 * Begun answers by chat, kept in this browser until they are sent or the agent signs out. Written with every key: they are
 * short. Where nothing is stored (storage is full or switched off) they live as long as the window.
 */
const PREFIX = 'deskbell.draft.'

const name = (who: string, chat: number) => `${PREFIX}${who}.${chat}`

/** As they stand in this window. */
const drafts = new Cells<string, string>()
// Written in another window: what is stored is newer than what we know.
globalThis.addEventListener?.('storage', ({ key }) => {
  if (key?.startsWith(PREFIX)) drafts.delete(key)
})

export function readDraft(who: string, chat: number): string {
  const known = drafts.get(name(who, chat))
  if (known !== undefined) return known
  try {
    return localStorage.getItem(name(who, chat)) ?? ''
  } catch {
    return ''
  }
}

export function keepDraft(who: string, chat: number, text: string): void {
  drafts.set(name(who, chat), text)
  try {
    if (text === '') localStorage.removeItem(name(who, chat))
    else localStorage.setItem(name(who, chat), text)
  } catch {
    // Full or switched off: see above.
  }
}

/** Chats in which this person has begun an answer, in this browser. */
export function draftsOf(who: string): number[] {
  const start = name(who, 0).slice(0, -1)
  try {
    return Object.keys(localStorage).flatMap((key) => (key.startsWith(start) ? [Number(key.slice(start.length))] : []))
  } catch {
    return []
  }
}

/** Returns what ends the watch. */
export const watchDraft = (who: string, chat: number, listener: () => void): (() => void) =>
  drafts.subscribe(name(who, chat), listener)

/** Signing out leaves nothing that was written to customers behind in this browser. */
export function forgetDrafts(): void {
  for (const key of [...drafts.keys()]) drafts.delete(key)
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key)
  } catch {
    // Nothing was kept.
  }
}
