import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { PendingFile, PendingMessage } from './pending-messages.ts'

/**
 * A stored unsent message: `who` is account and agent, `tab` the window that sends it; `problem`: why the server
 * refused it.
 */
export type StoredMessage = Omit<PendingMessage, 'state'> & { who: string; tab: string; problem?: string }

/** As version 0.1 stored it, with at most one file. Read for as long as a browser may hold such a message. */
type EarlierMessage = Omit<StoredMessage, 'files'> & { file: PendingFile | null }

function toStored(message: StoredMessage | EarlierMessage): StoredMessage {
  if ('files' in message) return message
  const { file, ...rest } = message
  return { ...rest, files: file ? [file] : [] }
}

interface Shape extends DBSchema {
  outbox: { key: string; value: StoredMessage | EarlierMessage; indexes: { who: string } }
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

export const keepMessage = async (pending: StoredMessage): Promise<void> => {
  await (await database())?.put('outbox', pending).catch(() => {})
}

export const dropMessage = async (key: string): Promise<void> => {
  await (await database())?.delete('outbox', key).catch(() => {})
}

/** Removes the agent's unsent messages from this browser at sign-out. */
export const dropMessages = async (who: string): Promise<void> => {
  for (const pending of await storedMessages(who)) await dropMessage(pending.key)
}

async function storedMessages(who: string): Promise<StoredMessage[]> {
  const messages = await (await database())?.getAllFromIndex('outbox', 'who', who).catch(() => [])
  return (messages ?? []).map(toStored)
}

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
export async function adoptMessages(
  who: string,
  tab: string,
): Promise<{ messages: StoredMessage[]; release: () => void }> {
  const locks: LockManager | undefined = navigator.locks
  const adopt = async (): Promise<StoredMessage[]> => {
    const held = new Set((await locks?.query())?.held?.map((lock) => lock.name))
    const orphans = (await storedMessages(who)).filter(
      (pending) => pending.tab === tab || !held.has(`deskbell-tab-${pending.tab}`),
    )
    for (const pending of orphans) await keepMessage({ ...pending, tab })
    return orphans.toSorted((a, b) => a.at - b.at)
  }
  if (!locks) return { messages: await adopt(), release: () => {} }
  await leaving
  let free = (): void => {}
  const end = new Promise<void>((resolve) => (free = resolve))
  const released = locks.request(`deskbell-tab-${tab}`, () => end)
  const release = (): void => {
    free()
    leaving = Promise.all([leaving, released])
  }
  return { messages: await locks.request('deskbell-adopt', adopt), release }
}
