import { Entry as ShownEntry } from '@deskbell/protocol/agent/entry'
import type { Media } from '@deskbell/protocol/agent/media'
import { copierOf } from '@deskbell/protocol/copy'
import { authorOf, type Entry, type EntryBody, type EntryMedia, type EntryType } from '@deskbell/rules'
import type { FileRow } from '../../files/rows.ts'
import type { Viewer } from './to-chat.ts'
import { outcomeKey, type MediaFound } from './media.ts'

/** How long a link to a file holds for an agent (ms): the protocol says a day. */
const LINK = 24 * 3600 * 1000
/** The reason for media whose file was erased with the visitor's data. */
const ERASED = 'the file is no longer kept'

/** For each type a function that copies the fields of its wire schema and no others (T23). */
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
/** Fields that `toShown` sets itself. The reason why media failed is `text` on the wire. */
type Made<T> = 'n' | 'at' | 'type' | 'from' | 'media' | 'attachments' | (T extends 'media.failed' ? 'text' : never)
type Stored<T extends EntryType> = Frozen<Omit<Narrowed<EntryBody, T>, Made<T>>>
type Wire<T extends EntryType> = Frozen<Omit<Narrowed<ShownEntry, T>, Made<T>>>
/** Entry types that the wire lacks, or has with a field that differs from the stored one. */
type Misfit = {
  [T in EntryType]: [Narrowed<ShownEntry, T>] extends [never] ? T : Stored<T> extends Wire<T> ? never : T
}[EntryType]
// Does not compile when there is such a type; the error names it.
void ({} satisfies Record<Misfit, never>)

/** An entry as agents see it. */
export function toShown(entry: Entry, chat: number, found: MediaFound, viewer: Viewer): ShownEntry {
  const { n, at } = entry
  const from = authorOf(entry)
  const made = mediaShown(entry, chat, found, viewer)
  const copied = COPIERS.get(entry.type)?.({ ...entry, ...made, from })
  return { n, at, from, ...(copied as object) } as ShownEntry
}

/** The fields about media, which differ from the stored ones. */
function mediaShown(
  entry: Entry,
  chat: number,
  found: MediaFound,
  viewer: Viewer,
): { attachments: Media[] } | { media: Media; text?: string } | undefined {
  switch (entry.type) {
    case 'message':
    case 'message.late': {
      const { n, attachments = [] } = entry
      return { attachments: attachments.map((media, place) => mediaOf({ n, place, media }, chat, found, viewer)) }
    }
    case 'media.stored':
      return { media: stored(entry.media, chat, found, viewer) }
    case 'media.failed':
      return { media: failed(entry.media, entry.reason), text: entry.reason }
    default:
      return undefined
  }
}

function mediaOf(
  { n, place, media }: { n: number; place: number; media: EntryMedia },
  chat: number,
  found: MediaFound,
  viewer: Viewer,
): Media {
  if (media.kind === 'location') return { ...details(media), state: 'none' }
  if (media.file !== undefined) return stored(media, chat, found, viewer)
  const outcome = found.outcomes.get(outcomeKey(n, place))
  if (!outcome && media.host === undefined) return failed(media, ERASED)
  if (!outcome) return { ...details(media), state: 'pending' }
  const { media: now } = outcome
  return outcome.type === 'media.stored' ? stored(now, chat, found, viewer) : failed(now, outcome.reason)
}

function stored(media: EntryMedia, chat: number, { files }: MediaFound, viewer: Viewer): Media {
  const file = media.file === undefined ? undefined : files.get(media.file)
  if (!file) return failed(media, ERASED)
  return { ...details(media), ...fileOf(file, chat, viewer), state: 'stored' }
}

function failed(media: EntryMedia, reason: string): Media {
  return { ...details(media), state: 'failed', reason }
}

function fileOf(file: FileRow, chat: number, { account, agent, links }: Viewer) {
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

/** The author's description. Without `mime`, which is only a claim until the file is stored. */
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
