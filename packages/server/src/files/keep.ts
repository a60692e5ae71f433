import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { EntryMedia, MediaKind } from '@deskbell/rules'
import { FILE_MAX } from '@deskbell/protocol'
import type { PictureFormat } from './decode.ts'
import { cleanName, withEnding } from './name.ts'
import type { FileOwner } from './owner.ts'
import type { Files } from './files.ts'
import type { FileRow } from './rows.ts'
import { sniff } from './sniff.ts'
import { makeFileId, type Incoming } from './store.ts'

/** What a message says of its file; to be laid over what the integrator said of it. */
export type FileFacts = Required<Pick<EntryMedia, 'file' | 'name' | 'size' | 'mime'>> &
  Pick<EntryMedia, 'width' | 'height'>

export interface Kept {
  /** To be written in the transaction of the entry that speaks of it. */
  readonly row: FileRow
  readonly media: FileFacts
  /** What it is by its content, for a message whose author did not say. */
  readonly kind: MediaKind
}

export interface KeepWanted {
  account: number
  /** Null: the chat that the message opens, if none is open. */
  chat: number | null
  entry: number | null
  /** Who waits for it, and pays for the work on it. */
  owner: FileOwner
  /** As it came; without one it is named after what it is. */
  name: string | undefined
  /** A picture that came along for a file that is none. */
  thumb?: Incoming
}

/**
 * Makes a file that has arrived whole one of ours: finds out what it is, makes a picture anew from its pixels (so
 * that nothing else in it is kept: no place, no camera, no second file behind the first; T9, T10), and lays it in the
 * store. A row that is not written in the end leaves a file for the sweep; `store.remove` takes it away at once.
 */
export async function keepFile(room: Files, incoming: Incoming, wanted: KeepWanted): Promise<Kept> {
  const { store, ids, clock } = room
  const found = await sniff(incoming.path)
  const picture = found.as === 'picture' ? await redraw(room, incoming, found.format, wanted.owner) : undefined
  const inline = found.as === 'media' || picture !== undefined
  const kind = picture
    ? 'photo'
    : found.as === 'media'
      ? found.mime.startsWith('video/')
        ? 'video'
        : 'audio'
      : 'document'
  const fallback = found.endings[0] ? `${kind}.${found.endings[0]}` : 'file'
  const plain = cleanName(wanted.name ?? '', fallback)
  const name = inline ? withEnding(plain, found.endings) : plain
  const path = picture?.whole ?? incoming.path
  const thumb = picture?.thumb ?? (wanted.thumb && (await smallPicture(room, wanted.thumb, wanted.owner)))
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
      purpose: 'media',
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

/** A person's picture: 128 x 128, JPEG, which every front end shows. Nothing when it is not a picture we can decode. */
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

async function redraw({ pictures }: Files, { path, folder }: Incoming, format: PictureFormat, owner: FileOwner) {
  const made = { whole: join(folder, 'whole'), thumb: join(folder, 'thumb') }
  const pixels = await pictures.decode({ input: path, format, ...made }, owner)
  if (!pixels) return undefined
  // Pixels can take more room than what described them.
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
