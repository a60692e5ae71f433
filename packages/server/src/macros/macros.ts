import {
  OWN_MACROS_MAX,
  SHARED_MACROS_MAX,
  type Macro,
  type MacroChange,
  type NewMacro,
} from '@deskbell/protocol/agent/macro'
import { cleanText } from '@deskbell/protocol/text'
import type { SignedIn } from '../agent-api/signed-in.ts'
import { sqlBuilder as k } from '../db/builder.ts'
import type { Tx } from '../db/db.ts'
import { statement } from '../db/statement.ts'
import { allow } from '../identity/permissions.ts'
import { Invalid } from '../platform/errors.ts'
import { rankAfterUse } from '../platform/rank.ts'
import { notFound } from '../settings/change.ts'
import { checkSteps } from './check-steps.ts'

/** Changes of one account take turns, so that its limits and shortcuts hold. */
const lockAccount = statement('macro_lock', 'select id from account where id = $1 for update')

interface Row extends Omit<Macro, 'shared'> {
  readonly agent_id: number | null
}

/** The macros that an agent sees: the shared ones and their own, the most used first. */
export async function readMacros(tx: Tx, { account, agent }: SignedIn): Promise<Macro[]> {
  const rows = await tx.run(
    k
      .selectFrom('macro')
      .select(['id', 'agent_id', 'title', 'shortcut', 'steps', 'rank'])
      .where('account_id', '=', account)
      .where(({ or, eb }) => or([eb('agent_id', 'is', null), eb('agent_id', '=', agent.id)]))
      .orderBy('rank', 'desc')
      .orderBy('title')
      .orderBy('id'),
  )
  return rows.map(toMacro)
}

/** A macro of another agent is refused like a missing one. */
export async function readMacro(tx: Tx, who: SignedIn, id: number): Promise<Macro> {
  const found = (await readMacros(tx, who)).find((one) => one.id === id)
  if (!found) throw notFound('macro')
  return found
}

const toMacro = ({ agent_id, ...row }: Row): Macro => ({ ...row, shared: agent_id === null })

/** Returns the new macro's number. */
export async function addMacro(tx: Tx, who: SignedIn, given: NewMacro, now: number): Promise<number> {
  const { shared = false } = given
  if (shared) allow(who.agent, 'canned.share')
  await tx.query(lockAccount, [who.account])
  checkRoom(await readMacros(tx, who), shared)
  const fields = { title: checkTitle(given.title), shortcut: given.shortcut ?? null, steps: checkSteps(given.steps) }
  await checkShortcut(tx, who, { shortcut: fields.shortcut, id: null })
  const [made] = await tx.run(
    k
      .insertInto('macro')
      .values({
        account_id: who.account,
        agent_id: shared ? null : who.agent.id,
        ...fields,
        steps: JSON.stringify(fields.steps),
        created_at: new Date(now),
      })
      .returning('id'),
  )
  if (!made) throw new Error('a macro was not added')
  return made.id
}

export async function changeMacro(tx: Tx, who: SignedIn, id: number, change: MacroChange): Promise<void> {
  await tx.query(lockAccount, [who.account])
  const before = await readMacro(tx, who, id)
  const { shared = before.shared } = change
  if (before.shared || shared) allow(who.agent, 'canned.share')
  if (shared !== before.shared) checkRoom(await readMacros(tx, who), shared)
  const shortcut = change.shortcut === undefined ? before.shortcut : change.shortcut
  await checkShortcut(tx, who, { shortcut, id })
  await tx.run(
    k
      .updateTable('macro')
      .set({
        agent_id: shared ? null : who.agent.id,
        shortcut,
        ...(change.title !== undefined && { title: checkTitle(change.title) }),
        ...(change.steps !== undefined && { steps: JSON.stringify(checkSteps(change.steps)) }),
      })
      .where('account_id', '=', who.account)
      .where('id', '=', id),
  )
}

export async function removeMacro(tx: Tx, who: SignedIn, id: number): Promise<void> {
  const { shared } = await readMacro(tx, who, id)
  if (shared) allow(who.agent, 'canned.share')
  await tx.run(k.deleteFrom('macro').where('account_id', '=', who.account).where('id', '=', id))
}

/** Counts a run, by which macros are listed. */
export async function countRun(tx: Tx, { account }: SignedIn, { id, rank }: Macro, now: number): Promise<void> {
  await tx.run(
    k
      .updateTable('macro')
      .set({ rank: rankAfterUse(rank, now) })
      .where('account_id', '=', account)
      .where('id', '=', id),
  )
}

function checkRoom(macros: readonly Macro[], shared: boolean): void {
  const most = shared ? SHARED_MACROS_MAX : OWN_MACROS_MAX
  if (macros.filter((one) => one.shared === shared).length >= most)
    throw new Invalid('', { reason: 'limit_reached', most })
}

function checkTitle(given: string): string {
  const title = cleanText(given).trim()
  if (title === '') throw new Invalid('/title', { reason: 'no_name' })
  return title
}

/** A shared shortcut must not be one that an agent has, and an agent's own not a shared one. */
async function checkShortcut(
  tx: Tx,
  { account, agent }: SignedIn,
  { shortcut, id }: { shortcut: string | null; id: number | null },
): Promise<void> {
  if (shortcut === null) return
  const rows = await tx.run(
    k.selectFrom('macro').select(['id', 'agent_id', 'title', 'shortcut']).where('account_id', '=', account),
  )
  const same = rows.find(
    (row) =>
      row.id !== id &&
      row.shortcut?.toLowerCase() === shortcut.toLowerCase() &&
      (row.agent_id === null || row.agent_id === agent.id),
  )
  if (same) throw new Invalid('/shortcut', { reason: 'shortcut_taken', title: same.title })
}
