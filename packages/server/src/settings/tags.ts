import type { NewTag, TagChange } from '@deskbell/protocol/agent/tag'
import { TAGS_MAX } from '@deskbell/protocol/limits'
import { sqlBuilder as k } from '../db/builder.ts'
import type { Tx } from '../db/db.ts'
import { statement } from '../db/statement.ts'
import { Invalid, Refused } from '../platform/errors.ts'
import { beginChange, notFound } from './change.ts'

const countTags = statement('count_tags', 'select count(*)::int as n from tag where account_id = $1')
const sameName = statement(
  'tag_of_name',
  'select id from tag where account_id = $1 and lower(name) = lower($2) and id <> $3 limit 1',
)

/** Returns the new tag's number. */
export async function createTag(tx: Tx, account: number, { name, colour = 'grey' }: NewTag): Promise<number> {
  await beginChange(tx, account)
  const given = await checkName(tx, account, name, 0)
  const [count] = await tx.query<{ n: number }>(countTags, [account])
  if ((count?.n ?? 0) >= TAGS_MAX)
    throw new Refused('too_many_tags', `An account has at most ${TAGS_MAX} tags: remove one that you do not use.`)
  const [made] = await tx.run(k.insertInto('tag').values({ account_id: account, name: given, colour }).returning('id'))
  if (!made) throw new Error('a tag was not written')
  return made.id
}

/** Changes the named fields and keeps the others. */
export async function changeTag(tx: Tx, account: number, id: number, { name, colour }: TagChange): Promise<void> {
  await beginChange(tx, account)
  const change = {
    ...(name !== undefined && { name: await checkName(tx, account, name, id) }),
    ...(colour !== undefined && { colour }),
  }
  if (Object.keys(change).length === 0) return
  const [changed] = await tx.run(
    k.updateTable('tag').set(change).where('account_id', '=', account).where('id', '=', id).returning('id'),
  )
  if (!changed) throw notFound('tag')
}

/** Removes a tag. Chats keep its number, which leads to no tag any more. */
export async function removeTag(tx: Tx, account: number, id: number): Promise<void> {
  await beginChange(tx, account)
  const [gone] = await tx.run(
    k.deleteFrom('tag').where('account_id', '=', account).where('id', '=', id).returning('id'),
  )
  if (!gone) throw notFound('tag')
}

/** The name without spaces around it, which no other tag of the account has. */
async function checkName(tx: Tx, account: number, name: string, id: number): Promise<string> {
  const given = name.trim()
  if (given === '') throw new Invalid('/name', { reason: 'no_name' })
  const [other] = await tx.query<{ id: number }>(sameName, [account, given, id])
  if (other) throw new Refused('name_taken', `There is a tag called ${given} already.`)
  return given
}
