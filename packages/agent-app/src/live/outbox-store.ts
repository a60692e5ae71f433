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

const LOCKS = 'deskbell-tab-'

/**
 * Takes over unsent messages of windows that were closed, reloaded or signed out. An outbox holds the lock of its name
 * until it is released, which marks its messages as taken. A window that is just going away, as before a reload, still has its
 * lock: its messages are taken over when that is free. Without locks (plain http) every stored message is taken over;
 * its key keeps it from being stored twice. Returns the function that releases the lock.
 */
export async function adoptMessages(
  who: string,
  tab: string,
  take: (messages: StoredMessage[]) => void,
): Promise<() => void> {
  const locks: LockManager | undefined = navigator.locks
  const adopt = async (isFree: (tab: string) => boolean): Promise<void> => {
    const orphans = (await storedMessages(who)).filter((pending) => isFree(pending.tab))
    for (const pending of orphans) await keepMessage({ ...pending, tab })
    take(orphans.toSorted((a, b) => a.at - b.at))
  }
  if (!locks) {
    await adopt(() => true)
    return () => {}
  }
  await leaving
  const over = new AbortController()
  let free = (): void => {}
  const end = new Promise<void>((resolve) => (free = resolve))
  const released = locks.request(LOCKS + tab, () => end)
  const adoptFrom = async (other: string): Promise<void> => {
    const inTurn = () => locks.request('deskbell-adopt', () => adopt((one) => one === other))
    // The window was released meanwhile.
    await locks.request(LOCKS + other, { signal: over.signal }, inTurn).catch(() => {})
  }
  const held = new Set<string>()
  await locks.request('deskbell-adopt', async () => {
    for (const { name } of (await locks.query()).held ?? []) if (name?.startsWith(LOCKS)) held.add(name)
    await adopt((one) => one === tab || !held.has(LOCKS + one))
  })
  for (const name of held) if (name !== LOCKS + tab) void adoptFrom(name.slice(LOCKS.length))
  return () => {
    free()
    over.abort()
    leaving = Promise.all([leaving, released])
  }
}
