import { createHash } from 'node:crypto'
import type { Static } from 'typebox'
import type { VerifiedField } from '@deskbell/protocol/agent/channel-kinds'
import type { ImportBody, ImportLine, ImportResult } from '@deskbell/protocol/agent/contact'
import { CONTACT_FIELDS_MAX, IMPORT_MAX } from '@deskbell/protocol/limits'
import { insertContacts, type NewContact } from '../conversation/contact/add.ts'
import type { ChangedBy } from '../conversation/contact/changes.ts'
import type { OwnField } from '../conversation/contact/shapes.ts'
import { retrySerialization } from '../db/retry.ts'
import type { Tx } from '../db/db.ts'
import { Invalid } from '../platform/errors.ts'
import type { Services } from '../services.ts'
import type { Directory } from '../settings/directory.ts'
import { verifiedFields } from '../settings/verified-fields.ts'
import { checkLine } from './import-line.ts'
import {
  countLines,
  knownStatement,
  LOCK,
  lockStatement,
  setCount,
  storedLines,
  storeLines,
} from './import-statements.ts'

type ImportNeeds = Pick<Services, 'clock' | 'contactChanges' | 'dataChanges' | 'db' | 'directory'>

interface Known {
  readonly id: number
  readonly external: string | null
  /** Null: there is none, or it is only claimed. */
  readonly email: string | null
  /** Its digits, likewise. */
  readonly phone: string | null
  readonly fields: readonly OwnField[]
}

/** A line with what becomes of it: an existing contact, a new one at a place, one that it added before, or a refusal. */
type Planned = { readonly line: number } & (
  | { readonly to: Known; readonly given: NewContact }
  | { readonly added: number }
  | { readonly done: number }
  | { readonly why: ImportResult['why'] }
)

/** A file of which these are some lines. */
type ImportedFile = Static<typeof ImportBody>['file']

/**
 * Imports lines of a file. The new contacts are added in one transaction, with the lines that added them, so that a line
 * that comes again is not added again; then each known one is changed in one of its own. Throws Invalid when the file
 * has too many lines.
 */
export async function importLines(
  { db, clock, contactChanges, dataChanges, directory }: ImportNeeds,
  by: ChangedBy,
  file: ImportedFile,
  lines: readonly ImportLine[],
): Promise<ImportResult[]> {
  const { planned, numbers } = await retrySerialization(() =>
    db.transaction(async (tx) => {
      const { account } = by
      await tx.query(lockStatement, [LOCK, account])
      const hashes = new Map(lines.map((line) => [line.line, hashOf(line)]))
      await count(tx, { account, key: file.key, lines: [...hashes.keys()], now: clock.now() })
      const stored = await tx.query<Stored>(storedLines, [account, file.key, [...hashes.keys()]])
      const done = new Map(
        stored.flatMap((one) => (hashes.get(one.line) === one.hash ? [[one.line, one.contact]] : [])),
      )
      const plan = await planLines(tx, { account, directory, done }, lines)
      const numbers = await insertContacts(tx, by, plan.added, clock.now())
      const added = plan.planned.flatMap((one) =>
        'added' in one ? [{ line: one.line, contact: numbers[one.added], hash: hashes.get(one.line) }] : [],
      )
      if (added.length > 0) await tx.query(storeLines, [account, file.key, JSON.stringify(added)])
      return { planned: plan.planned, numbers }
    }),
  )
  if (numbers.length > 0) dataChanges.changed({ account: by.account, what: 'contacts', ids: numbers.slice(0, 1) })
  const results: ImportResult[] = []
  for (const one of planned) {
    if ('why' in one) results.push({ line: one.line, result: 'refused', ...(one.why && { why: one.why }) })
    else if ('done' in one) results.push({ line: one.line, result: 'added', contact: one.done })
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

interface Stored {
  readonly line: number
  readonly hash: string
  readonly contact: number
}

const hashOf = (line: ImportLine): string =>
  createHash('sha256')
    .update(JSON.stringify(checkLine(line)))
    .digest('base64url')

interface Counting {
  readonly account: number
  readonly key: string
  readonly lines: readonly number[]
  readonly now: number
}

/** Counts the lines of the file that come for the first time. Throws Invalid when there are too many. */
async function count(tx: Tx, { account, key, lines, now }: Counting): Promise<void> {
  const [row] = await tx.query<{ lines: number }>(countLines, [account, key, new Date(now), lines])
  if (row && row.lines > IMPORT_MAX) throw new Invalid('/lines', { reason: 'too_many', most: IMPORT_MAX })
  await tx.query(setCount, [account, key, row?.lines ?? 0])
}

/** The channels of an account that verify an e-mail address or a phone number. */
const verifying = (directory: Pick<Directory, 'channels'>, account: number, field: VerifiedField): number[] =>
  directory.channels(account).flatMap((one) => (verifiedFields(one).includes(field) ? [one.id] : []))

interface Planning {
  readonly account: number
  readonly directory: Pick<Directory, 'channels'>
  /** The contacts that lines of the file have added before. */
  readonly done: ReadonlyMap<number, number>
}

async function planLines(
  tx: Tx,
  { account, directory, done }: Planning,
  lines: readonly ImportLine[],
): Promise<{ planned: Planned[]; added: NewContact[] }> {
  const checked = lines.map((line) => ({ line: line.line, given: checkLine(line) }))
  const valid = checked.flatMap(({ given }) => ('why' in given ? [] : [given]))
  const externals = valid.flatMap(({ externalId }) => externalId ?? [])
  const emails = valid.flatMap(({ values: { email } }) => email?.toLowerCase() ?? [])
  const phones = valid.flatMap((one) => phoneOf(one) ?? [])
  const known = await tx.query<Known>(knownStatement, [
    ...[account, externals, emails, phones],
    ...[verifying(directory, account, 'email'), verifying(directory, account, 'phone')],
  ])
  const byExternal = new Map(known.flatMap((one) => (one.external === null ? [] : [[one.external, one] as const])))
  const byEmail = Map.groupBy(known, ({ email }) => email)
  const byPhone = Map.groupBy(known, ({ phone }) => phone)
  const added: NewContact[] = []
  /** Where a line of this batch has added the same person already. */
  const before = new Map<string, number>()
  const planned = checked.map(({ line, given }): Planned => {
    if ('why' in given) return { line, why: given.why }
    const stored = done.get(line)
    if (stored !== undefined) return { line, done: stored }
    const { externalId, values } = given
    const email = values.email?.toLowerCase()
    const phone = phoneOf(given)
    const names = [externalId && `id ${externalId}`, email && `mail ${email}`, phone && `phone ${phone}`].filter(
      (name) => typeof name === 'string',
    )
    const earlier = names.map((name) => before.get(name)).find((place) => place !== undefined)
    if (earlier !== undefined) {
      added[earlier] = join(added[earlier], given)
      return { line, added: earlier }
    }
    const same = (externalId !== null && byExternal.get(externalId)) || undefined
    const alike = (email !== undefined && byEmail.get(email)) || (phone !== null && byPhone.get(phone)) || []
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

/** The digits of a line's phone number, where nothing else says whom the line is about. */
function phoneOf({ values: { email, phone }, externalId }: NewContact): string | null {
  if (externalId !== null || email !== undefined || phone === undefined) return null
  return phone.replaceAll(/[^0-9]/g, '').replace(/^00/, '') || null
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
