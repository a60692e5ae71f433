import type { NewSavedView, SavedView, SavedViewChange } from '@deskbell/protocol/agent/saved-view'
import { notOfClosed } from '@deskbell/protocol/agent/fits-filter'
import { OWN_VIEWS_MAX, SHARED_VIEWS_MAX } from '@deskbell/protocol/limits'
import { cleanText } from '@deskbell/protocol/text'
import type { SignedIn } from '../agent-api/signed-in.ts'
import { sqlBuilder as k } from '../db/builder.ts'
import type { Tx } from '../db/db.ts'
import { statement } from '../db/statement.ts'
import { allow } from '../identity/permissions.ts'
import { Invalid } from '../platform/errors.ts'
import { notFound } from '../settings/change.ts'

/** Changes of one account take turns, so that its limits hold. */
const lockAccount = statement('views_lock', 'select id from account where id = $1 for update')

const orderStatement = statement(
  'views_order',
  `insert into saved_view_order (account_id, agent_id, views) values ($1, $2, $3)
   on conflict (account_id, agent_id) do update set views = excluded.views`,
)

/** The views that an agent sees, in their order: the shared ones and their own. */
export async function readViews(tx: Tx, { account, agent }: SignedIn): Promise<SavedView[]> {
  const [rows, [order]] = await Promise.all([
    tx.run(
      k
        .selectFrom('saved_view')
        .select(['id', 'agent_id', 'name', 'view', 'filter'])
        .where('account_id', '=', account)
        .where(({ or, eb }) => or([eb('agent_id', 'is', null), eb('agent_id', '=', agent.id)]))
        .orderBy('id'),
    ),
    tx.run(
      k
        .selectFrom('saved_view_order')
        .select('views')
        .where('account_id', '=', account)
        .where('agent_id', '=', agent.id),
    ),
  ])
  const place = (id: number) => {
    const at = order?.views.indexOf(id) ?? -1
    return at < 0 ? Infinity : at
  }
  return rows
    .map(({ id, agent_id, name, view, filter }) => ({ id, shared: agent_id === null, name, view, filter }))
    .toSorted((a, b) => (place(a.id) === place(b.id) ? a.id - b.id : place(a.id) - place(b.id)))
}

/** A view of another agent is refused like a missing one. */
export async function readView(tx: Tx, who: SignedIn, id: number): Promise<SavedView> {
  const found = (await readViews(tx, who)).find((one) => one.id === id)
  if (!found) throw notFound('saved view')
  return found
}

/** Returns the new view's number. */
export async function addView(tx: Tx, who: SignedIn, given: NewSavedView, now: number): Promise<number> {
  const { shared = false, name, view, filter } = given
  if (shared) allow(who.agent, 'view.share')
  checkFilter({ view, filter })
  await tx.query(lockAccount, [who.account])
  checkRoom(await readViews(tx, who), shared)
  const [made] = await tx.run(
    k
      .insertInto('saved_view')
      .values({
        account_id: who.account,
        agent_id: shared ? null : who.agent.id,
        name: checkName(name),
        view,
        filter: JSON.stringify(filter),
        created_at: new Date(now),
      })
      .returning('id'),
  )
  if (!made) throw new Error('a view was not added')
  return made.id
}

/** Returns the view as it was. */
export async function changeView(tx: Tx, who: SignedIn, id: number, change: SavedViewChange): Promise<SavedView> {
  await tx.query(lockAccount, [who.account])
  const before = await readView(tx, who, id)
  const { shared = before.shared } = change
  if (before.shared || shared) allow(who.agent, 'view.share')
  if (shared !== before.shared) checkRoom(await readViews(tx, who), shared)
  checkFilter({ ...before, ...change })
  await tx.run(
    k
      .updateTable('saved_view')
      .set({
        agent_id: shared ? null : who.agent.id,
        ...(change.name !== undefined && { name: checkName(change.name) }),
        ...(change.view !== undefined && { view: change.view }),
        ...(change.filter !== undefined && { filter: JSON.stringify(change.filter) }),
      })
      .where('account_id', '=', who.account)
      .where('id', '=', id),
  )
  return before
}

/** Returns the removed view. */
export async function removeView(tx: Tx, who: SignedIn, id: number): Promise<SavedView> {
  const removed = await readView(tx, who, id)
  if (removed.shared) allow(who.agent, 'view.share')
  await tx.run(k.deleteFrom('saved_view').where('account_id', '=', who.account).where('id', '=', id))
  return removed
}

/** Stores the agent's order. Views that the agent does not see are refused. */
export async function orderViews(tx: Tx, who: SignedIn, views: readonly number[]): Promise<void> {
  const seen = new Set((await readViews(tx, who)).map(({ id }) => id))
  const unknown = views.findIndex((id) => !seen.has(id))
  if (unknown >= 0) throw new Invalid(`/views/${unknown}`, { reason: 'no_view', number: views[unknown] ?? 0 })
  await tx.query(orderStatement, [who.account, who.agent.id, views])
}

function checkRoom(views: readonly SavedView[], shared: boolean): void {
  const most = shared ? SHARED_VIEWS_MAX : OWN_VIEWS_MAX
  if (views.filter((one) => one.shared === shared).length >= most)
    throw new Invalid('', { reason: 'limit_reached', most })
}

function checkName(given: string): string {
  const name = cleanText(given).replaceAll(/\s+/g, ' ').trim()
  if (name === '') throw new Invalid('/name', { reason: 'no_name' })
  return name
}

function checkFilter({ view, filter }: Pick<SavedView, 'filter' | 'view'>): void {
  const field = view === 'closed' ? notOfClosed(filter) : null
  if (field !== null) throw new Invalid(`/filter/${field}`, { reason: 'not_beside', field: 'view' })
}
