import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { Letter } from './letters.ts'

/**
 * A stored unsent message: `who` is account and agent, `tab` the window that sends it; `problem`: why the server
 * refused it.
 */
export type KeptLetter = Omit<Letter, 'state'> & { who: string; tab: string; problem?: string }

interface Shape extends DBSchema {
  outbox: { key: string; value: KeptLetter; indexes: { who: string } }
}

let opened: Promise<IDBPDatabase<Shape> | null> | undefined
/**
 * Null where the browser has no storage (private windows, storage switched off): unsent messages then live as long as
 * the window.
 */
const database = () =>
  (opened ??= openDB<Shape>('deskbell', 1, {
    upgrade: (db) => db.createObjectStore('outbox', { keyPath: 'key' }).createIndex('who', 'who'),
  }).catch(() => null))

export const keepLetter = async (letter: KeptLetter): Promise<void> => {
  await (await database())?.put('outbox', letter).catch(() => {})
}

export const dropLetter = async (key: string): Promise<void> => {
  await (await database())?.delete('outbox', key).catch(() => {})
}

/** Removes the agent's unsent messages from this browser at sign-out. */
export const dropLetters = async (who: string): Promise<void> => {
  for (const letter of await keptLetters(who)) await dropLetter(letter.key)
}

export const keptLetters = async (who: string): Promise<KeptLetter[]> =>
  (await (await database())?.getAllFromIndex('outbox', 'who', who).catch(() => [])) ?? []

/**
 * Releases of this page's locks in progress: the next adoption waits for them, otherwise the page's own messages look
 * taken.
 */
let leaving: Promise<unknown> = Promise.resolve()

/**
 * Takes over unsent messages of windows that were closed, reloaded or signed out. An outbox holds the lock of its name
 * until `release`, which marks its messages as taken. Without locks (plain http) every stored message is taken over;
 * its key keeps it from being stored twice.
 */
export async function adoptLetters(who: string, tab: string): Promise<{ letters: KeptLetter[]; release: () => void }> {
  const locks: LockManager | undefined = navigator.locks
  const adopt = async (): Promise<KeptLetter[]> => {
    const held = new Set((await locks?.query())?.held?.map((lock) => lock.name))
    const orphans = (await keptLetters(who)).filter(
      (letter) => letter.tab === tab || !held.has(`deskbell-tab-${letter.tab}`),
    )
    for (const letter of orphans) await keepLetter({ ...letter, tab })
    return orphans.toSorted((a, b) => a.at - b.at)
  }
  if (!locks) return { letters: await adopt(), release: () => {} }
  await leaving
  let free = (): void => {}
  const end = new Promise<void>((resolve) => (free = resolve))
  const released = locks.request(`deskbell-tab-${tab}`, () => end)
  const release = (): void => {
    free()
    leaving = Promise.all([leaving, released])
  }
  return { letters: await locks.request('deskbell-adopt', adopt), release }
}
