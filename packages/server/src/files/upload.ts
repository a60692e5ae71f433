import type { Readable } from 'node:stream'
import { diskFull, isDiskFull } from './disk.ts'
import { keepFile, keepPortrait, type FileFacts } from './keep.ts'
import type { MediaKind } from '@deskbell/rules'
import type { FileOwner } from './owner.ts'
import type { Files } from './files.ts'
import type { FileRow } from './rows.ts'
import { TooLarge, type Incoming } from './store.ts'

/** A file of a multipart form, as @fastify/multipart gives it: `truncated` once its own limit was met. */
export type UploadStream = Readable & { readonly truncated?: boolean }

export type Unfit = { readonly ok: false; readonly code: 'too_large' | 'empty' | 'not_a_picture' }
export type Uploaded =
  | { readonly ok: true; readonly file: FileRow; readonly media: FileFacts & { readonly kind: MediaKind } }
  | Unfit
export type PhotoUploaded = { readonly ok: true; readonly file: FileRow } | Unfit

/**
 * Keeps a file that somebody sends into a chat. The row goes with the commit of the message, whose number is not
 * known yet; `media` is what the message says of it. A stream that breaks off throws what it threw.
 */
export async function takeUpload(
  room: Files,
  wanted: { account: number; chat: number | null; name: string; stream: UploadStream; owner: FileOwner },
): Promise<Uploaded> {
  return taking(room, wanted.stream, async (incoming) => {
    const { row, media, kind } = await keepFile(room, incoming, { ...wanted, entry: null })
    return { ok: true, file: row, media: { kind, ...media } }
  })
}

/** Keeps an agent's picture of themselves. The old one goes with the sweep, a day later. */
export async function takePhoto(
  room: Files,
  wanted: { account: number; stream: UploadStream; owner: FileOwner },
): Promise<PhotoUploaded> {
  return taking<{ ok: true; file: FileRow }>(room, wanted.stream, async (incoming) => {
    const file = await keepPortrait(room, incoming, {
      account: wanted.account,
      purpose: 'agent',
      owner: wanted.owner,
    })
    return file ? { ok: true, file } : { ok: false, code: 'not_a_picture' }
  })
}

async function taking<T extends { readonly ok: true }>(
  { store }: Files,
  stream: UploadStream,
  keep: (incoming: Incoming) => Promise<T | Unfit>,
): Promise<T | Unfit> {
  const incoming = await store.receive()
  try {
    for await (const chunk of stream) await incoming.write(chunk as Buffer)
    await incoming.end()
    if (stream.truncated) return { ok: false, code: 'too_large' }
    if (incoming.size === 0) return { ok: false, code: 'empty' }
    return await keep(incoming)
  } catch (error) {
    if (error instanceof TooLarge) return { ok: false, code: 'too_large' }
    throw isDiskFull(error) ? diskFull() : error
  } finally {
    await incoming.discard()
  }
}
