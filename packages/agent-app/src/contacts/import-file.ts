import type { ImportLine } from '@deskbell/protocol/agent/contact'
import type { CsvRow } from './csv.ts'

/** What a column of an imported file contains. */
export const COLUMN_KINDS = ['skip', 'name', 'email', 'phone', 'externalId', 'field'] as const
export type ColumnKind = (typeof COLUMN_KINDS)[number]

/** Names of columns by which the kind is guessed. */
const NAMES: readonly (readonly [ColumnKind, RegExp])[] = [
  ['email', /^(e-?mail|mail)/i],
  ['phone', /^(phone|tel|mobile)/i],
  ['externalId', /^(external.?id|customer.?(id|number)|user.?id|id)$/i],
  ['name', /^(full.?)?name$/i],
  // Columns of our own export that no import changes.
  ['skip', /^(contact|visitors|channels|chats|active|no rating mails since)$/i],
]

/** The kind of each column, by its name; each kind is guessed once. */
export function guessKinds(titles: readonly string[]): ColumnKind[] {
  const taken = new Set<ColumnKind>()
  return titles.map((title) => {
    const [kind = 'field'] = NAMES.find(([, name]) => name.test(title.trim())) ?? []
    if (title.trim() === '' || (taken.has(kind) && kind !== 'field' && kind !== 'skip')) return 'skip'
    taken.add(kind)
    return kind
  })
}

/** Longer than any value may be, so that the server refuses the line; a longer cell would not fit into a request. */
const CELL = 1100

/** A row as a line of the import. */
export function toLine({ line, cells }: CsvRow, titles: readonly string[], kinds: readonly ColumnKind[]): ImportLine {
  const given: { -readonly [K in keyof ImportLine]: ImportLine[K] } = { line }
  const fields: { title: string; content: string }[] = []
  for (const [place, kind] of kinds.entries()) {
    const content = (cells[place]?.trim() ?? '').slice(0, CELL)
    if (content === '' || kind === 'skip') continue
    if (kind === 'field') fields.push({ title: titles[place]?.trim() ?? '', content })
    else given[kind] = content
  }
  return fields.length > 0 ? { ...given, fields } : given
}

/** A request's size, under the limits of its body: characters, and keys. */
const CHARACTERS = 12_000
const KEYS = 1200

/** The lines of the next request: as many as one takes. */
export function nextBatch(lines: readonly ImportLine[], from: number, most: number): readonly ImportLine[] {
  let [characters, keys, to] = [0, 0, from]
  for (; to < lines.length && to - from < most; to++) {
    const line = lines[to]!
    characters += JSON.stringify(line).length
    keys += 6 + 2 * (line.fields?.length ?? 0)
    if (to > from && (characters > CHARACTERS || keys > KEYS)) break
  }
  return lines.slice(from, to)
}
