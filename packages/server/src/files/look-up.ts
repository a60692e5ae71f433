import type { Db } from '../db/db.ts'
import { makeShared } from '../platform/shared.ts'
import type { Linked } from './links.ts'
import { readFile, type FileRow } from './rows.ts'

/** Whether the reader is still there and may see the chat: an agent may have been removed since (T12). */
export type MayRead = (link: Linked) => boolean | Promise<boolean>

export interface LookUpOptions {
  readonly db: Db
  readonly mayRead: MayRead
}

/**
 * Finds the file of a valid link; undefined when there is none, or none for this reader. Concurrent requests for one
 * link share the query: a client that opens and abandons connections would otherwise fill the queue of the database and
 * delay messages.
 */
export function makeLookUp({ db, mayRead }: LookUpOptions): (link: Linked) => Promise<FileRow | undefined> {
  const shared = makeShared<FileRow | undefined>()

  async function lookUp(link: Linked): Promise<FileRow | undefined> {
    const file = await db.asAccount(link.account, (tx) => readFile(tx, link.account, link.id))
    if (!file) return undefined
    if ((file.chat ?? undefined) !== link.chat) return undefined // guard T12
    if (!(await mayRead(link))) return undefined // guard T12
    return file
  }

  return (link) => shared(`${link.account} ${link.id} ${link.chat} ${link.reader}`, () => lookUp(link))
}
