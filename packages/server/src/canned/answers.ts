import {
  OWN_ANSWERS_MAX,
  SHARED_ANSWERS_MAX,
  type CannedAnswer,
  type CannedAnswerChange,
  type NewCannedAnswer,
} from '@deskbell/protocol/agent/canned'
import { checkFillable } from '../agent-api/fillable.ts'
import { makeSharedRows, type SharedRow } from '../agent-api/shared-rows.ts'
import type { SignedIn } from '../agent-api/signed-in.ts'
import type { Tx } from '../db/db.ts'
import type { Links } from '../files/links.ts'
import { checkBytes, readFiles, setFiles, toCannedFile } from './files.ts'

interface Row extends SharedRow {
  readonly text: string
}

const rows = makeSharedRows<Row, 'canned_answer'>({
  table: 'canned_answer',
  columns: ['text'],
  noun: 'canned answer',
  most: { shared: SHARED_ANSWERS_MAX, own: OWN_ANSWERS_MAX },
})

export const { lock: lockAnswers } = rows

/** The answers that an agent sees, with their files: the shared ones and their own, the most used first. */
export async function readAnswers(tx: Tx, who: SignedIn, links: Links): Promise<CannedAnswer[]> {
  const answers = await rows.readAll(tx, who)
  const files = Map.groupBy(await readFiles(tx, who), ({ answer }) => answer)
  return answers.map((row) => ({
    ...row,
    files: (files.get(row.id) ?? []).map((file) => toCannedFile(file, who, links)),
  }))
}

/** An answer of another agent is refused like a missing one. */
export async function readAnswer(tx: Tx, who: SignedIn, id: number, links: Links): Promise<CannedAnswer> {
  const row = await rows.read(tx, who, id)
  const files = (await readFiles(tx, who)).filter(({ answer }) => answer === id)
  return { ...row, files: files.map((file) => toCannedFile(file, who, links)) }
}

const toContent = (text: string) => ({ text: checkFillable(text, '/text') })

/** Returns the new answer's number. */
export async function addAnswer(tx: Tx, who: SignedIn, given: NewCannedAnswer, now: number): Promise<number> {
  const { files = [], shared = false, text, ...named } = given
  const answer = await rows.add(tx, who, { ...named, shared, content: toContent(text) }, now)
  if (files.length > 0) {
    await setFiles(tx, who, { answer, files, now })
    await checkBytes(tx, who, shared)
  }
  return answer
}

/** Returns the files whose bytes are to be removed after the commit. */
export async function changeAnswer(
  tx: Tx,
  who: SignedIn,
  { answer, now }: { answer: number; now: number },
  { text, files, ...change }: CannedAnswerChange,
): Promise<readonly string[]> {
  await rows.change(tx, who, answer, { ...change, ...(text !== undefined && { content: toContent(text) }) })
  const gone = files ? await setFiles(tx, who, { answer, files, now }) : []
  const { shared } = await rows.read(tx, who, answer)
  if (files || change.shared !== undefined) await checkBytes(tx, who, shared)
  return gone
}

/** Returns the files whose bytes are to be removed after the commit. */
export async function removeAnswer(tx: Tx, who: SignedIn, answer: number, now: number): Promise<readonly string[]> {
  await lockAnswers(tx, who)
  await rows.read(tx, who, answer)
  const gone = await setFiles(tx, who, { answer, files: [], now })
  await rows.remove(tx, who, answer)
  return gone
}

/** Counts a use, by which answers are listed. */
export const countUse = async (tx: Tx, who: SignedIn, id: number, now: number): Promise<void> =>
  rows.countUse(tx, who, await rows.read(tx, who, id), now)
