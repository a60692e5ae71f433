import type { Db } from '../db/db.ts'
import { statement } from '../db/statement.ts'
import type { Files } from './files.ts'
import { UPLOAD_WAITS } from './uploads.ts'

const DAY = 24 * 3600 * 1000

/** Portraits that were replaced. */
const forgetPortraits = statement(
  'file_forget_portraits',
  `delete from file f where f.created_at < $1 and (
     (f.purpose = 'visitor' and not exists (select from visitor v where v.account_id = f.account_id and v.photo = f.id))
     or (f.purpose = 'agent' and not exists (select from agent a where a.account_id = f.account_id and a.photo = f.id))
     or (f.purpose = 'company' and not exists (select from account c where c.id = f.account_id and c.logo = f.id)))`,
)

/** Files that were uploaded and attached to no message. */
const forgetUploads = statement(
  'file_forget_uploads',
  "delete from file where purpose = 'media' and uploader is not null and entry_n is null and created_at < $1",
)

/** Files that were uploaded for a canned answer and are in none: none was saved with it, or its agent was removed. */
const forgetCanned = statement(
  'file_forget_canned',
  `delete from file f where purpose = 'canned' and created_at < $1
     and not exists (select from canned_file c where c.account_id = f.account_id and c.file_id = f.id)`,
)

const selectKnown = statement('file_known', 'select id from file where id = any($1::text[])')

/**
 * Removes unreachable files: rows of replaced portraits and of uploads that no message or canned answer has, and bytes without a row,
 * which a crash between disk and commit, a refused commit or a deleted account leaves behind. To be called once a day, for all accounts. Files younger
 * than a day are not touched.
 */
export async function sweepFiles({ store, clock }: Files, db: Db): Promise<{ removed: number }> {
  await db.query(forgetPortraits, [new Date(clock.now() - DAY)])
  await db.query(forgetUploads, [new Date(clock.now() - UPLOAD_WAITS - DAY)])
  await db.query(forgetCanned, [new Date(clock.now() - UPLOAD_WAITS - DAY)])
  return store.sweep(async (ids) => {
    const rows = await db.query<{ id: string }>(selectKnown, [ids])
    return new Set(rows.map((row) => row.id))
  })
}
