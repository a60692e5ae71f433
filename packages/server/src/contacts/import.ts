import type { ImportLine, ImportResult } from '@deskbell/protocol/agent/contact'
import { CONTACT_FIELDS_MAX } from '@deskbell/protocol/limits'
import { insertContacts, type NewContact } from '../conversation/contact/add.ts'
import type { ChangedBy } from '../conversation/contact/changes.ts'
import type { OwnField } from '../conversation/contact/shapes.ts'
import { retrySerialization } from '../db/retry.ts'
import type { Tx } from '../db/db.ts'
import { statement } from '../db/statement.ts'
import type { Services } from '../services.ts'
import { checkLine } from './import-line.ts'

const TRIES = 4

/** Imports of one account take turns, so that no two add the same person. */
const lockStatement = statement('contacts_import_lock', 'select pg_advisory_xact_lock($1, $2)')
/** An arbitrary number that no other lock of two numbers has. */
const LOCK = 20_601
const knownStatement = statement(
  'contacts_import_known',
  `select id, external_id as external, lower(email) as email, fields from contact
   where account_id = $1 and active_at is not null and (external_id = any($2::text[]) or lower(email) = any($3::text[]))`,
)

interface Known {
  readonly id: number
  readonly external: string | null
  readonly email: string | null
  readonly fields: readonly OwnField[]
}

/** A line with what becomes of it: an existing contact, a new one at a place, or a refusal. */
type Planned = { readonly line: number } & (
  | { readonly to: Known; readonly given: NewContact }
  | { readonly added: number }
  | { readonly why: ImportResult['why'] }
)

/** Imports lines. The new contacts are added in one transaction; then each known one is changed in one of its own. */
export async function importLines(
  { db, clock, contactChanges }: Pick<Services, 'clock' | 'contactChanges' | 'db'>,
  by: ChangedBy,
  lines: readonly ImportLine[],
): Promise<ImportResult[]> {
  const { planned, numbers } = await retrySerialization(TRIES, () =>
    db.transaction(async (tx) => {
      await tx.query(lockStatement, [LOCK, by.account])
      const plan = await planLines(tx, by.account, lines)
      return { planned: plan.planned, numbers: await insertContacts(tx, by, plan.added, clock.now()) }
    }),
  )
  const results: ImportResult[] = []
  for (const one of planned) {
    if ('why' in one) results.push({ line: one.line, result: 'refused', ...(one.why && { why: one.why }) })
    else if ('added' in one) results.push({ line: one.line, result: 'added', contact: numbers[one.added] ?? 0 })
    else results.push(await change(one.line, one.to, one.given))
  }
  return results

  async function change(
    line: number,
    to: Known,
    { values: given, fields, externalId }: NewContact,
  ): Promise<ImportResult> {
    const { email, ...rest } = given
    // The same address in other case is no change.
    const values = email === undefined || email.toLowerCase() === to.email ? rest : given
    const titles = new Map(fields.map((field) => [field.title.toLowerCase(), field]))
    const kept = to.fields.map((field) => titles.get(field.title.toLowerCase()) ?? field)
    const had = new Set(to.fields.map(({ title }) => title.toLowerCase()))
    const joined = [...kept, ...fields.filter(({ title }) => !had.has(title.toLowerCase()))]
    if (joined.length > CONTACT_FIELDS_MAX) return { line, result: 'refused', why: 'fields' }
    const done = await contactChanges.change(
      by,
      to.id,
      { values, fields: joined, ...(externalId !== null && { externalId }) },
      'imported',
    )
    // It was erased or merged meanwhile; the same line again adds it.
    return done === undefined ? { line, result: 'refused', why: 'several' } : { line, result: done, contact: to.id }
  }
}

async function planLines(
  tx: Tx,
  account: number,
  lines: readonly ImportLine[],
): Promise<{ planned: Planned[]; added: NewContact[] }> {
  const checked = lines.map((line) => ({ line: line.line, given: checkLine(line) }))
  const valid = checked.flatMap(({ given }) => ('why' in given ? [] : [given]))
  const externals = valid.flatMap(({ externalId }) => externalId ?? [])
  const emails = valid.flatMap(({ values: { email } }) => email?.toLowerCase() ?? [])
  const known = await tx.query<Known>(knownStatement, [account, externals, emails])
  const byExternal = new Map(known.flatMap((one) => (one.external === null ? [] : [[one.external, one] as const])))
  const byEmail = Map.groupBy(known, ({ email }) => email)
  const added: NewContact[] = []
  /** Where a line of this batch has added the same person already. */
  const before = new Map<string, number>()
  const planned = checked.map(({ line, given }): Planned => {
    if ('why' in given) return { line, why: given.why }
    const { externalId, values } = given
    const email = values.email?.toLowerCase()
    const names = [externalId && `id ${externalId}`, email && `mail ${email}`].filter(
      (name) => typeof name === 'string',
    )
    const earlier = names.map((name) => before.get(name)).find((place) => place !== undefined)
    if (earlier !== undefined) {
      added[earlier] = join(added[earlier], given)
      return { line, added: earlier }
    }
    const same = (externalId !== null && byExternal.get(externalId)) || undefined
    const alike = email === undefined ? [] : (byEmail.get(email) ?? [])
    if (same) return { line, to: same, given }
    const [first, second] = alike.filter(
      (one) => externalId === null || one.external === null || one.external === externalId,
    )
    if (second) return { line, why: 'several' }
    if (first) return { line, to: first, given }
    const place = added.push(given) - 1
    for (const name of names) before.set(name, place)
    return { line, added: place }
  })
  return { planned, added }
}

/** Two lines about one person: the later one wins. */
function join(earlier: NewContact | undefined, later: NewContact): NewContact {
  const titles = new Set(later.fields.map(({ title }) => title.toLowerCase()))
  const email = earlier?.values.email
  const isSame = email?.toLowerCase() === later.values.email?.toLowerCase()
  return {
    values: { ...earlier?.values, ...later.values, ...(isSame && email !== undefined && { email }) },
    fields: [...(earlier?.fields ?? []).filter(({ title }) => !titles.has(title.toLowerCase())), ...later.fields],
    externalId: later.externalId ?? earlier?.externalId ?? null,
  }
}
