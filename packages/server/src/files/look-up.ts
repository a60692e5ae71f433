import type { Db, Tx } from '../db/db.ts'
import { makeShared } from '../platform/shared.ts'
import type { Linked } from './links.ts'
import { statement } from '../db/statement.ts'
import { readFile, type FileRow } from './rows.ts'

/** Whether the reader is still there and may see the chat: an agent may have been removed since (T12). */
export type MayRead = (link: Linked) => boolean | Promise<boolean>

const selectReaders = statement(
  'file_canned_readers',
  `select coalesce(a.agent_id, f.uploader) as agent from file f
     left join canned_file c on c.account_id = f.account_id and c.file_id = f.id
     left join canned_answer a on a.account_id = c.account_id and a.id = c.answer_id
   where f.account_id = $1 and f.id = $2 and (c.file_id is not null or f.uploader is not null)`,
)

/** A file of a canned answer is for the agent who has the answer, or for all agents if it is shared; before, for its uploader. */
async function isForReader(tx: Pick<Tx, 'query'>, { account, id, reader }: Linked): Promise<boolean> {
  const [row] = await tx.query<{ agent: number | null }>(selectReaders, [account, id])
  return row !== undefined && reader === `agent:${row.agent ?? reader.slice('agent:'.length)}`
}

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
    const file = await db.asAccount(link.account, async (tx) => {
      const found = await readFile(tx, link.account, link.id)
      if (found?.purpose === 'canned' && !(await isForReader(tx, link))) return undefined // guard T12
      return found
    })
    if (!file) return undefined
    if ((file.chat ?? undefined) !== link.chat) return undefined // guard T12
    if (!(await mayRead(link))) return undefined // guard T12
    return file
  }

  return (link) => shared(`${link.account} ${link.id} ${link.chat} ${link.reader}`, () => lookUp(link))
}
