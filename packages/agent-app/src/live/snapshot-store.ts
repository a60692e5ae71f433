import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { Me } from '@deskbell/protocol/agent/people'
import { type Snapshot, VERSION } from './snapshot.ts'

interface Shape extends DBSchema {
  inbox: { key: 'last'; value: Snapshot }
}

let opened: Promise<IDBPDatabase<Shape> | null> | undefined
/** Null where the browser has no storage: the application then starts empty. */
const database = () =>
  (opened ??= openDB<Shape>('deskbell-inbox', 1, { upgrade: (db) => void db.createObjectStore('inbox') }).catch(
    () => null,
  ))

/** There is one, of the agent who was signed in last. */
export async function readSnapshot(): Promise<Snapshot | null> {
  const found = await (await database())?.get('inbox', 'last').catch(() => undefined)
  return found?.version === VERSION ? found : null
}

export async function keepSnapshot(snapshot: Snapshot): Promise<void> {
  await (await database())?.put('inbox', snapshot, 'last').catch(() => {})
}

/** Removes the snapshot: at sign-out, when the session has ended, and, `except` for hers, when another agent signs in. */
export async function dropSnapshot(except?: Me): Promise<void> {
  const found = except && (await readSnapshot())
  if (found && except && found.me.id === except.id && found.me.account.id === except.account.id) return
  await (await database())?.delete('inbox', 'last').catch(() => {})
}
