import { cleanText } from '@deskbell/protocol/text'
import { sqlBuilder as k } from '../db/builder.ts'
import type { Tx } from '../db/db.ts'
import { statement } from '../db/statement.ts'
import { allow } from '../identity/permissions.ts'
import { Invalid } from '../platform/errors.ts'
import { rankAfterUse } from '../platform/rank.ts'
import { notFound } from '../settings/change.ts'
import type { SignedIn } from './signed-in.ts'

/** What rows of all these tables have. */
export interface SharedRow {
  readonly id: number
  /** All agents see it; otherwise only its owner does. */
  readonly shared: boolean
  readonly title: string
  readonly shortcut: string | null
  /** Grows with each use and falls with time; 0: never used. */
  readonly rank: number
}

interface Given {
  readonly shared?: boolean | undefined
  readonly title: string
  readonly shortcut?: string | null | undefined
}

/** Tables of rows with an owner, or without one for all agents, and with the columns of each. */
interface Contents {
  canned_answer: { readonly text: string }
  macro: { readonly steps: string }
}
type Table = keyof Contents

export interface SharedRowsOptions<Row extends SharedRow, T extends Table> {
  readonly table: T
  /** The columns of the content, as `Row` names them. */
  readonly columns: readonly (keyof Contents[T] & Exclude<keyof Row, keyof SharedRow>)[]
  /** For the refusal of a row that is not there. */
  readonly noun: string
  /** The most rows that an account shares, and that one agent has. */
  readonly most: { readonly shared: number; readonly own: number }
}

/** Changes of one account take turns, so that its limits and shortcuts hold. */
const lockAccount = statement('shared_rows_lock', 'select id from account where id = $1 for update')

/** Rows that owners and admins share with all agents, or that one agent has, listed by use. */
export function makeSharedRows<Row extends SharedRow, T extends Table>(options: SharedRowsOptions<Row, T>) {
  type New = Given & { readonly content: Contents[T] }
  type Change = { readonly [K in keyof Given]?: Given[K] | undefined } & { readonly content?: Contents[T] | undefined }
  const { columns, noun, most } = options
  // The builder infers columns of one table. Both tables have those that are named here.
  const table = options.table as 'canned_answer'

  /** The rows that an agent sees: the shared ones and their own, the most used first. */
  async function readAll(tx: Tx, { account, agent }: SignedIn): Promise<Row[]> {
    const rows = await tx.run(
      k
        .selectFrom(table)
        .select(['id', 'agent_id', 'title', 'shortcut', 'rank', ...(columns as readonly 'text'[])])
        .where('account_id', '=', account)
        .where(({ or, eb }) => or([eb('agent_id', 'is', null), eb('agent_id', '=', agent.id)]))
        .orderBy('rank', 'desc')
        .orderBy('title')
        .orderBy('id'),
    )
    return rows.map(({ agent_id, ...row }) => ({ ...row, shared: agent_id === null }) as unknown as Row)
  }

  /** A row of another agent is refused like a missing one. */
  async function read(tx: Tx, who: SignedIn, id: number): Promise<Row> {
    const found = (await readAll(tx, who)).find((one) => one.id === id)
    if (!found) throw notFound(noun)
    return found
  }

  const ofRow = ({ account }: SignedIn, id: number) =>
    k.updateTable(table).where('account_id', '=', account).where('id', '=', id)

  /** Returns the new row's number. */
  async function add(tx: Tx, who: SignedIn, given: New, now: number): Promise<number> {
    const { shared = false, shortcut = null } = given
    if (shared) allow(who.agent, 'canned.share')
    await tx.query(lockAccount, [who.account])
    checkRoom(await readAll(tx, who), shared)
    const title = checkTitle(given.title)
    await checkShortcut(tx, who, shortcut, null)
    const values = { account_id: who.account, agent_id: shared ? null : who.agent.id, title, shortcut }
    const [made] = await tx.run(
      k
        .insertInto(table)
        .values({ ...values, ...(given.content as Contents['canned_answer']), created_at: new Date(now) })
        .returning('id'),
    )
    if (!made) throw new Error(`a ${noun} was not added`)
    return made.id
  }

  /** Columns that are left out stay as they are. */
  async function change(tx: Tx, who: SignedIn, id: number, change: Change): Promise<void> {
    await tx.query(lockAccount, [who.account])
    const before = await read(tx, who, id)
    const { shared = before.shared } = change
    if (before.shared || shared) allow(who.agent, 'canned.share')
    if (shared !== before.shared) checkRoom(await readAll(tx, who), shared)
    const shortcut = change.shortcut === undefined ? before.shortcut : change.shortcut
    await checkShortcut(tx, who, shortcut, id)
    const title = change.title === undefined ? before.title : checkTitle(change.title)
    await tx.run(ofRow(who, id).set({ agent_id: shared ? null : who.agent.id, title, shortcut, ...change.content }))
  }

  async function remove(tx: Tx, who: SignedIn, id: number): Promise<void> {
    const { shared } = await read(tx, who, id)
    if (shared) allow(who.agent, 'canned.share')
    await tx.run(k.deleteFrom(table).where('account_id', '=', who.account).where('id', '=', id))
  }

  /** Counts a use, by which rows are listed. */
  async function countUse(tx: Tx, who: SignedIn, { id, rank }: Pick<Row, 'id' | 'rank'>, now: number): Promise<void> {
    await tx.run(ofRow(who, id).set({ rank: rankAfterUse(rank, now) }))
  }

  function checkRoom(rows: readonly Row[], shared: boolean): void {
    const room = shared ? most.shared : most.own
    if (rows.filter((one) => one.shared === shared).length >= room)
      throw new Invalid('', { reason: 'limit_reached', most: room })
  }

  /** A shared shortcut must not be one that an agent has, and an agent's own not a shared one. */
  async function checkShortcut(
    tx: Tx,
    { account, agent }: SignedIn,
    shortcut: string | null,
    of: number | null,
  ): Promise<void> {
    if (shortcut === null) return
    const rows = await tx.run(
      k.selectFrom(table).select(['id', 'agent_id', 'title', 'shortcut']).where('account_id', '=', account),
    )
    const same = rows.find(
      (row) =>
        row.id !== of &&
        row.shortcut?.toLowerCase() === shortcut.toLowerCase() &&
        (row.agent_id === null || row.agent_id === agent.id),
    )
    if (same) throw new Invalid('/shortcut', { reason: 'shortcut_taken', title: same.title })
  }

  return {
    readAll,
    read,
    add,
    change,
    remove,
    countUse,
    lock: (tx: Tx, { account }: SignedIn) => tx.query(lockAccount, [account]),
  }
}

function checkTitle(given: string): string {
  const title = cleanText(given).trim()
  if (title === '') throw new Invalid('/title', { reason: 'no_name' })
  return title
}
