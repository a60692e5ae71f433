import {
  OWN_ANSWERS_MAX,
  SHARED_ANSWERS_MAX,
  type CannedAnswer,
  type CannedAnswerChange,
  type NewCannedAnswer,
} from '@deskbell/protocol/agent/canned'
import { findUnknownVariable } from '@deskbell/protocol/agent/variables'
import { AGENT_TEXT_MAX } from '@deskbell/protocol/limits'
import { cleanText, countCodePoints } from '@deskbell/protocol/text'
import { sqlBuilder as k } from '../db/builder.ts'
import type { Tx } from '../db/db.ts'
import { statement } from '../db/statement.ts'
import { allow } from '../identity/permissions.ts'
import { Invalid } from '../platform/errors.ts'
import { notFound } from '../settings/change.ts'
import type { SignedIn } from '../agent-api/signed-in.ts'
import { rankAfterUse } from '../platform/rank.ts'

/** Changes of one account take turns, so that its limits and shortcuts hold. */
const lockAccount = statement('canned_lock', 'select id from account where id = $1 for update')

interface Row extends Omit<CannedAnswer, 'shared'> {
  readonly agent_id: number | null
}

/** The answers that an agent sees: the shared ones and their own, the most used first. */
export async function readAnswers(tx: Tx, { account, agent }: SignedIn): Promise<CannedAnswer[]> {
  const rows = await tx.run(
    k
      .selectFrom('canned_answer')
      .select(['id', 'agent_id', 'title', 'shortcut', 'text', 'rank'])
      .where('account_id', '=', account)
      .where(({ or, eb }) => or([eb('agent_id', 'is', null), eb('agent_id', '=', agent.id)]))
      .orderBy('rank', 'desc')
      .orderBy('title')
      .orderBy('id'),
  )
  return rows.map(toAnswer)
}

/** An answer of another agent is refused like a missing one. */
export async function readAnswer(tx: Tx, who: SignedIn, id: number): Promise<CannedAnswer> {
  const found = (await readAnswers(tx, who)).find((one) => one.id === id)
  if (!found) throw notFound('canned answer')
  return found
}

const toAnswer = ({ agent_id, ...row }: Row): CannedAnswer => ({ ...row, shared: agent_id === null })

/** Returns the new answer's number. */
export async function addAnswer(tx: Tx, who: SignedIn, given: NewCannedAnswer, now: number): Promise<number> {
  const { shared = false } = given
  if (shared) allow(who.agent, 'canned.share')
  await tx.query(lockAccount, [who.account])
  const answers = await readAnswers(tx, who)
  checkRoom(answers, shared)
  const fields = { title: checkTitle(given.title), shortcut: given.shortcut ?? null, text: checkText(given.text) }
  await checkShortcut(tx, who, { shortcut: fields.shortcut, id: null })
  const [made] = await tx.run(
    k
      .insertInto('canned_answer')
      .values({
        account_id: who.account,
        agent_id: shared ? null : who.agent.id,
        ...fields,
        created_at: new Date(now),
      })
      .returning('id'),
  )
  if (!made) throw new Error('a canned answer was not added')
  return made.id
}

export async function changeAnswer(tx: Tx, who: SignedIn, id: number, change: CannedAnswerChange): Promise<void> {
  await tx.query(lockAccount, [who.account])
  const before = await readAnswer(tx, who, id)
  const { shared = before.shared } = change
  if (before.shared || shared) allow(who.agent, 'canned.share')
  if (shared !== before.shared) checkRoom(await readAnswers(tx, who), shared)
  const shortcut = change.shortcut === undefined ? before.shortcut : change.shortcut
  await checkShortcut(tx, who, { shortcut, id })
  await tx.run(
    k
      .updateTable('canned_answer')
      .set({
        agent_id: shared ? null : who.agent.id,
        shortcut,
        ...(change.title !== undefined && { title: checkTitle(change.title) }),
        ...(change.text !== undefined && { text: checkText(change.text) }),
      })
      .where('account_id', '=', who.account)
      .where('id', '=', id),
  )
}

export async function removeAnswer(tx: Tx, who: SignedIn, id: number): Promise<void> {
  const { shared } = await readAnswer(tx, who, id)
  if (shared) allow(who.agent, 'canned.share')
  await tx.run(k.deleteFrom('canned_answer').where('account_id', '=', who.account).where('id', '=', id))
}

/** Counts a use, by which answers are listed. */
export async function countUse(tx: Tx, who: SignedIn, id: number, now: number): Promise<void> {
  const { rank } = await readAnswer(tx, who, id)
  await tx.run(
    k
      .updateTable('canned_answer')
      .set({ rank: rankAfterUse(rank, now) })
      .where('account_id', '=', who.account)
      .where('id', '=', id),
  )
}

function checkRoom(answers: readonly CannedAnswer[], shared: boolean): void {
  const most = shared ? SHARED_ANSWERS_MAX : OWN_ANSWERS_MAX
  if (answers.filter((one) => one.shared === shared).length >= most)
    throw new Invalid('', { reason: 'limit_reached', most })
}

function checkTitle(given: string): string {
  const title = cleanText(given).trim()
  if (title === '') throw new Invalid('/title', { reason: 'no_name' })
  return title
}

function checkText(given: string): string {
  const text = cleanText(given)
  if (text.trim() === '') throw new Invalid('/text', { reason: 'message_empty' })
  if (countCodePoints(text) > AGENT_TEXT_MAX) throw new Invalid('/text', { reason: 'too_long', most: AGENT_TEXT_MAX })
  const name = findUnknownVariable(text)
  if (name !== undefined) throw new Invalid('/text', { reason: 'unknown_variable', name })
  return text
}

/** A shared shortcut must not be one that an agent has, and an agent's own not a shared one. */
async function checkShortcut(
  tx: Tx,
  { account, agent }: SignedIn,
  { shortcut, id }: { shortcut: string | null; id: number | null },
): Promise<void> {
  if (shortcut === null) return
  const rows = await tx.run(
    k.selectFrom('canned_answer').select(['id', 'agent_id', 'title', 'shortcut']).where('account_id', '=', account),
  )
  const same = rows.find(
    (row) =>
      row.id !== id &&
      row.shortcut?.toLowerCase() === shortcut.toLowerCase() &&
      (row.agent_id === null || row.agent_id === agent.id),
  )
  if (same) throw new Invalid('/shortcut', { reason: 'shortcut_taken', title: same.title })
}
