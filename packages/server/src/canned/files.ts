import type { CannedFile } from '@deskbell/protocol/agent/canned'
import { OWN_CANNED_BYTES_MAX, SHARED_CANNED_BYTES_MAX, WAITING_CANNED_BYTES_MAX } from '@deskbell/protocol/limits'
import type { SignedIn } from '../agent-api/signed-in.ts'
import type { Tx } from '../db/db.ts'
import { statement } from '../db/statement.ts'
import type { Links } from '../files/links.ts'
import type { FileRow } from '../files/rows.ts'
import { UPLOAD_WAITS } from '../files/uploads.ts'
import { Invalid } from '../platform/errors.ts'

const MB = 1024 * 1024
/** How long an agent's link is valid (ms). */
const LINK = 24 * 3600 * 1000

/** A file of an answer that the agent sees. */
type Found = Pick<FileRow, 'id' | 'name' | 'mime' | 'size' | 'thumb'> & { readonly answer: number }

const selectFiles = statement(
  'canned_files',
  `select c.answer_id as answer, f.id, f.name, f.mime, f.size, f.thumb from canned_file c
     join canned_answer a on a.account_id = c.account_id and a.id = c.answer_id
     join file f on f.account_id = c.account_id and f.id = c.file_id
   where c.account_id = $1 and (a.agent_id is null or a.agent_id = $2)
   order by c.answer_id, c.place`,
)
const selectWaiting = statement(
  'canned_files_waiting',
  `select id, size from file where account_id = $1 and uploader = $2 and purpose = 'canned' and created_at > $3`,
)
const selectBytes = statement(
  'canned_files_bytes',
  `select coalesce(sum(f.size), 0)::int8 as bytes from canned_file c
     join canned_answer a on a.account_id = c.account_id and a.id = c.answer_id
     join file f on f.account_id = c.account_id and f.id = c.file_id
   where c.account_id = $1 and a.agent_id is not distinct from $2::int`,
)
const takeOut = statement('canned_files_take_out', 'delete from canned_file where account_id = $1 and answer_id = $2')
const putIn = statement(
  'canned_files_put_in',
  `insert into canned_file (account_id, answer_id, file_id, place)
   select $1, $2, id, place from unnest($3::text[]) with ordinality as r(id, place)`,
)
const keepUploads = statement(
  'canned_files_keep',
  'update file set uploader = null where account_id = $1 and id = any($2::text[])',
)
const removeFiles = statement(
  'canned_files_remove',
  `delete from file where account_id = $1 and purpose = 'canned' and id = any($2::text[])`,
)

/** The files of the answers that an agent sees, in the order of each answer. */
export const readFiles = (tx: Tx, { account, agent }: SignedIn): Promise<Found[]> =>
  tx.query<Found>(selectFiles, [account, agent.id])

export function toCannedFile(
  { id, name, size, mime, thumb }: Omit<Found, 'answer'>,
  { account, agent }: SignedIn,
  links: Links,
): CannedFile {
  const wanted = { account, id, name, reader: `agent:${agent.id}` as const, forMs: LINK }
  const small = thumb && { thumb: links.link({ ...wanted, thumb: true }) }
  return { file: id, name, size, mime, url: links.link(wanted), ...small }
}

/**
 * Gives an answer the files with these ids, in their order. The account must be locked. Throws Invalid for a file that
 * the answer does not have and that the agent has not just uploaded. Returns the files whose bytes are to be removed.
 */
export async function setFiles(
  tx: Tx,
  who: SignedIn,
  { answer, files, now }: { answer: number; files: readonly string[]; now: number },
): Promise<readonly string[]> {
  const { account, agent } = who
  const before = (await readFiles(tx, who)).filter((one) => one.answer === answer).map(({ id }) => id)
  const since = new Date(now - UPLOAD_WAITS)
  const waiting = await tx.query<{ id: string }>(selectWaiting, [account, agent.id, since])
  const usable = new Set([...before, ...waiting.map(({ id }) => id)])
  const missing = files.findIndex((id) => !usable.has(id))
  if (missing >= 0) throw new Invalid(`/files/${missing}`, { reason: 'canned_file_gone' })
  await tx.query(takeOut, [account, answer])
  if (files.length > 0) {
    await tx.query(putIn, [account, answer, files])
    await tx.query(keepUploads, [account, files])
  }
  const gone = before.filter((id) => !files.includes(id))
  if (gone.length > 0) await tx.query(removeFiles, [account, gone])
  return gone
}

/** Throws Invalid when the files of all shared answers, or of all own ones, are larger than they may be. */
export async function checkBytes(tx: Tx, { account, agent }: SignedIn, shared: boolean): Promise<void> {
  const most = shared ? SHARED_CANNED_BYTES_MAX : OWN_CANNED_BYTES_MAX
  const [sum] = await tx.query<{ bytes: number }>(selectBytes, [account, shared ? null : agent.id])
  if ((sum?.bytes ?? 0) > most) throw tooLarge('/files', most)
}

/** Throws Invalid when the agent's uploads that no answer has yet are too large with one more of this size. */
export async function checkWaiting(tx: Tx, { account, agent }: SignedIn, size: number): Promise<void> {
  const uploads = await tx.query<{ size: number }>(selectWaiting, [account, agent.id, new Date(0)])
  const bytes = uploads.reduce((sum, one) => sum + one.size, size)
  if (bytes > WAITING_CANNED_BYTES_MAX) throw tooLarge('/file', WAITING_CANNED_BYTES_MAX)
}

const tooLarge = (path: string, most: number) => new Invalid(path, { reason: 'canned_files_large', most: most / MB })
