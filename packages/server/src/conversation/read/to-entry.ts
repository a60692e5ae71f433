import { Entry as ShownEntry, type Media } from '@deskbell/protocol/agent/entry'
import { copierOf } from '@deskbell/protocol/copy'
import { authorOf, type Entry, type EntryBody, type EntryMedia, type EntryType } from '@deskbell/rules'
import type { FileRow } from '../../files/rows.ts'
import type { Onlooker } from './to-chat.ts'
import type { MediaFound } from './media.ts'

/** How long a link to a file holds for an agent (ms): the protocol says a day. */
const LINK = 24 * 3600 * 1000
/** Of media whose file was erased with the person's data. */
const GONE = 'the file is no longer kept'

/** For each type what copies its fields: those that the wire names (T23). */
const COPIERS = new Map(
  ShownEntry.anyOf.flatMap((schema) => {
    const { type } = schema.properties
    const copy = copierOf(schema)
    return ('enum' in type ? type.enum : [type.const]).map((name) => [name, copy] as const)
  }),
)

type Narrowed<E, T> = E extends { readonly type: infer U } ? (T extends U ? E : never) : never
type Frozen<X> = X extends readonly (infer I)[]
  ? readonly Frozen<I>[]
  : X extends object
    ? { readonly [F in keyof X]: Frozen<X[F]> }
    : X
/** Fields that are made here. The reason why media failed is `text` on the wire. */
type Made<T> = 'n' | 'at' | 'type' | 'from' | 'media' | (T extends 'media.failed' ? 'text' : never)
type Stored<T extends EntryType> = Frozen<Omit<Narrowed<EntryBody, T>, Made<T>>>
type Wire<T extends EntryType> = Frozen<Omit<Narrowed<ShownEntry, T>, Made<T>>>
/** Types that the wire does not have, or that it has with a field that is not stored so. */
type Misfit = {
  [T in EntryType]: [Narrowed<ShownEntry, T>] extends [never] ? T : Stored<T> extends Wire<T> ? never : T
}[EntryType]
// Does not compile when there is one, and names it.
void ({} satisfies Record<Misfit, never>)

/** An entry as an agent may see it. */
export function toShown(entry: Entry, chat: number, found: MediaFound, onlooker: Onlooker): ShownEntry {
  const { n, at } = entry
  const from = authorOf(entry)
  const media = mediaShown(entry, chat, found, onlooker)
  const copied = COPIERS.get(entry.type)?.({ ...entry, ...media, from })
  return { n, at, from, ...(copied as object), ...(media && { media: media.media }) } as ShownEntry
}

function mediaShown(
  entry: Entry,
  chat: number,
  found: MediaFound,
  onlooker: Onlooker,
): { media: Media | null; text?: string } | undefined {
  switch (entry.type) {
    case 'message':
      return { media: entry.media ? mediaOf({ n: entry.n, media: entry.media }, chat, found, onlooker) : null }
    case 'media.stored':
      return { media: stored(entry.media, chat, found, onlooker) }
    case 'media.failed':
      return { media: failed(entry.media, entry.reason), text: entry.reason }
    default:
      return undefined
  }
}

function mediaOf(
  { n, media }: { n: number; media: EntryMedia },
  chat: number,
  found: MediaFound,
  onlooker: Onlooker,
): Media {
  if (media.kind === 'location') return { ...details(media), state: 'none' }
  if (media.file !== undefined) return stored(media, chat, found, onlooker)
  const word = found.words.get(n)
  if (!word && media.host === undefined) return failed(media, GONE)
  if (!word) return { ...details(media), state: 'pending' }
  return word.type === 'media.stored' ? stored(word.media, chat, found, onlooker) : failed(word.media, word.reason)
}

function stored(media: EntryMedia, chat: number, { files }: MediaFound, onlooker: Onlooker): Media {
  const file = media.file === undefined ? undefined : files.get(media.file)
  if (!file) return failed(media, GONE)
  return { ...details(media), ...fileOf(file, chat, onlooker), state: 'stored' }
}

function failed(media: EntryMedia, reason: string): Media {
  return { ...details(media), state: 'failed', reason }
}

function fileOf(file: FileRow, chat: number, { account, agent, links }: Onlooker) {
  const wanted = { account, chat, id: file.id, name: file.name, reader: `agent:${agent}` as const, forMs: LINK }
  return {
    url: links.link(wanted),
    ...(file.thumb && { thumb: links.link({ ...wanted, thumb: true }) }),
    mime: file.mime,
    inline: file.inline,
    name: file.name,
    size: file.size,
    ...(file.width !== null && { width: file.width }),
    ...(file.height !== null && { height: file.height }),
  }
}

/** What the author said of it. Never `mime` before our copy is there: it is a claim. */
function details({ kind, host, name, size, width, height, duration, performer, title, emoji, ...place }: EntryMedia) {
  return {
    kind,
    ...(host !== undefined && { host }),
    ...(name !== undefined && { name }),
    ...(size !== undefined && { size }),
    ...(width !== undefined && { width }),
    ...(height !== undefined && { height }),
    ...(duration !== undefined && { duration }),
    ...(performer !== undefined && { performer }),
    ...(title !== undefined && { title }),
    ...(emoji !== undefined && { emoji }),
    ...(place.latitude !== undefined && { latitude: place.latitude }),
    ...(place.longitude !== undefined && { longitude: place.longitude }),
  }
}
