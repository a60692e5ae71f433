import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { EntryMedia, MediaKind } from '@deskbell/rules'
import { FILE_MAX } from '@deskbell/protocol'
import type { PictureFormat } from './decode.ts'
import { kindOf } from './kind.ts'
import { cleanName, withEnding } from './name.ts'
import type { FileOwner } from './owner.ts'
import type { Files } from './files.ts'
import type { FileRow } from './rows.ts'
import { sniff } from './sniff.ts'
import { makeFileId, type Incoming } from './store.ts'

/** The fields of a message that describe its file; they replace what the integrator gave. */
export type FileFacts = Required<Pick<EntryMedia, 'file' | 'name' | 'size' | 'mime'>> &
  Pick<EntryMedia, 'width' | 'height'>

export interface Kept {
  /** Must be written in the transaction of the entry that names the file. */
  readonly row: FileRow
  readonly media: FileFacts
  /** The kind by its content, for a message that does not name one. */
  readonly kind: MediaKind
}

export interface KeepWanted {
  account: number
  /** Null: the open chat, or the chat that the message opens. */
  chat: number | null
  entry: number | null
  /** The owner waits for the decoding and is charged for it. */
  owner: FileOwner
  /** Default: media. */
  purpose?: 'canned'
  /** The name as received; without one, the file is named by its type. */
  name: string | undefined
  /** A picture that came with a file of another type. */
  thumb?: Incoming
}

/**
 * Stores a complete file: detects its type, re-encodes a picture from its pixels (so that nothing else is kept: no
 * location, no camera data, no second file after the first; T9, T10), and moves it into the store. If its row is not
 * written, the sweep removes the file; `store.remove` does so at once.
 */
export async function keepFile(files: Files, incoming: Incoming, wanted: KeepWanted): Promise<Kept> {
  const { store, ids, clock } = files
  const found = await sniff(incoming.path)
  const picture = found.as === 'picture' ? await redraw(files, incoming, found.format, wanted.owner) : undefined
  const inline = found.as === 'media' || picture !== undefined
  const kind = kindOf({ inline, mime: found.mime })
  const fallback = found.endings[0] ? `${kind}.${found.endings[0]}` : 'file'
  const plain = cleanName(wanted.name ?? '', fallback)
  const name = inline ? withEnding(plain, found.endings) : plain
  const path = picture?.whole ?? incoming.path
  const thumb = picture?.thumb ?? (wanted.thumb && (await smallPicture(files, wanted.thumb, wanted.owner)))
  const { size } = await stat(path)
  const id = makeFileId(ids)
  try {
    if (thumb) await store.keep(thumb, id, 'thumb')
    await store.keep(path, id, 'whole')
  } catch (error) {
    await store.remove(id)
    throw error
  }
  const pixels = picture && { width: picture.width, height: picture.height }
  return {
    row: {
      account: wanted.account,
      id,
      chat: wanted.chat,
      entry: wanted.entry,
      purpose: wanted.purpose ?? 'media',
      name,
      mime: found.mime,
      inline,
      size,
      width: pixels?.width ?? null,
      height: pixels?.height ?? null,
      thumb: thumb !== undefined,
      at: clock.now(),
    },
    media: { file: id, name, size, mime: found.mime, ...pixels },
    kind,
  }
}

/** A portrait: 128 x 128 JPEG, which every front end can show. Undefined when the picture cannot be decoded. */
export async function keepPortrait(
  { store, pictures, clock, ids }: Files,
  incoming: Incoming,
  { owner, ...wanted }: { account: number; purpose: 'visitor' | 'agent'; owner: FileOwner },
): Promise<FileRow | undefined> {
  const found = await sniff(incoming.path)
  if (found.as !== 'picture') return undefined
  const portrait = join(incoming.folder, 'portrait')
  const pixels = await pictures.decode({ input: incoming.path, format: found.format, portrait }, owner)
  if (!pixels) return undefined
  const { size } = await stat(portrait)
  const id = makeFileId(ids)
  await store.keep(portrait, id, 'whole')
  return {
    ...wanted,
    id,
    chat: null,
    entry: null,
    name: 'photo.jpg',
    mime: 'image/jpeg',
    inline: true,
    size,
    ...pixels,
    thumb: false,
    at: clock.now(),
  }
}

/** A company's logo: a PNG of at most 256 x 256 pixels. Undefined when the picture cannot be decoded. */
export async function keepLogo(
  { store, pictures, clock, ids }: Files,
  incoming: Incoming,
  { account, owner }: { account: number; owner: FileOwner },
): Promise<FileRow | undefined> {
  const found = await sniff(incoming.path)
  if (found.as !== 'picture') return undefined
  const logo = join(incoming.folder, 'logo')
  const pixels = await pictures.decode({ input: incoming.path, format: found.format, logo }, owner)
  if (!pixels) return undefined
  const { size } = await stat(logo)
  const id = makeFileId(ids)
  await store.keep(logo, id, 'whole')
  const file = { name: 'logo.png', mime: 'image/png', inline: true, size, ...pixels, thumb: false, at: clock.now() }
  return { account, id, chat: null, entry: null, purpose: 'company', ...file }
}

async function redraw({ pictures }: Files, { path, folder }: Incoming, format: PictureFormat, owner: FileOwner) {
  const made = { whole: join(folder, 'whole'), thumb: join(folder, 'thumb') }
  const pixels = await pictures.decode({ input: path, format, ...made }, owner)
  if (!pixels) return undefined
  // The re-encoded pixels may take more space than the original.
  const { size } = await stat(made.whole)
  return size > FILE_MAX ? undefined : { ...made, ...pixels }
}

async function smallPicture(
  { pictures }: Files,
  { path, folder }: Incoming,
  owner: FileOwner,
): Promise<string | undefined> {
  const found = await sniff(path)
  if (found.as !== 'picture') return undefined
  const thumb = join(folder, 'thumb')
  return (await pictures.decode({ input: path, format: found.format, thumb }, owner)) && thumb
}
