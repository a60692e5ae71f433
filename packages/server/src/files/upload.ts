import type { Readable } from 'node:stream'
import { diskFull, isDiskFull } from './disk.ts'
import { keepFile, keepLogo, keepPortrait, type FileFacts } from './keep.ts'
import type { MediaKind } from '@deskbell/rules'
import type { FileOwner } from './owner.ts'
import type { Files } from './files.ts'
import type { FileRow } from './rows.ts'
import { TooLarge, type Incoming } from './store.ts'

/** A file of a multipart form, as @fastify/multipart provides it: `truncated` when its own limit was reached. */
export type UploadStream = Readable & { readonly truncated?: boolean }

export type Unfit = { readonly ok: false; readonly code: 'too_large' | 'empty' | 'not_a_picture' }
export type Uploaded =
  | { readonly ok: true; readonly file: FileRow; readonly media: FileFacts & { readonly kind: MediaKind } }
  | Unfit
export type PhotoUploaded = { readonly ok: true; readonly file: FileRow } | Unfit

/**
 * Stores a file that is uploaded into a chat, or for a canned answer. Its row is written with the commit of the message, which has no number
 * yet; `media` describes the file in the message. An error of the stream is thrown on.
 */
export async function takeUpload(
  files: Files,
  wanted: {
    account: number
    chat: number | null
    name: string
    stream: UploadStream
    owner: FileOwner
    purpose?: 'canned'
  },
): Promise<Uploaded> {
  return taking(files, wanted.stream, async (incoming) => {
    const { row, media, kind } = await keepFile(files, incoming, { ...wanted, entry: null })
    return { ok: true, file: row, media: { kind, ...media } }
  })
}

/** Stores an agent's portrait. The sweep removes the old one a day later. */
export async function takePhoto(
  files: Files,
  wanted: { account: number; stream: UploadStream; owner: FileOwner },
): Promise<PhotoUploaded> {
  return taking<{ ok: true; file: FileRow }>(files, wanted.stream, async (incoming) => {
    const file = await keepPortrait(files, incoming, {
      account: wanted.account,
      purpose: 'agent',
      owner: wanted.owner,
    })
    return file ? { ok: true, file } : { ok: false, code: 'not_a_picture' }
  })
}

/** Stores a company's logo. The sweep removes the old one a day later. */
export async function takeLogo(
  files: Files,
  { account, stream, owner }: { account: number; stream: UploadStream; owner: FileOwner },
): Promise<PhotoUploaded> {
  return taking<{ ok: true; file: FileRow }>(files, stream, async (incoming) => {
    const file = await keepLogo(files, incoming, { account, owner })
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
