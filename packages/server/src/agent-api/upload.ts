import { cleanText } from '@deskbell/protocol/text'
import { FILE_MAX } from '@deskbell/protocol/limits'
import type { Multipart } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { Invalid } from '../platform/errors.ts'
import { Unavailable } from '../conversation/commit/input.ts'
import { isOfTheDisk } from '../files/disk.ts'
import { mostBytesOf, partsOf, takePart } from '../files/form.ts'
import type { FileOwner } from '../files/owner.ts'
import type { Files } from '../files/files.ts'
import type { FileRow } from '../files/rows.ts'
import { takePhoto, takeUpload, type Unfit, type Uploaded } from '../files/upload.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The fields of a multipart form that the route takes. */
    form?: { file: true; text?: true }
  }
}

/** More than the largest file: its own limit says which one was met. */
const LIMITS = { files: 1, fields: 4, parts: 5, fileSize: FILE_MAX + 1, fieldSize: 64 * 1024 }

/** What the form brought: a kept file, and the text beside it. */
export interface Form {
  readonly uploaded: Uploaded & { ok: true }
  readonly text: string
}

/**
 * Takes a form with a file for a chat. The file is in the store when it resolves, and belongs to nobody until its row
 * is committed; what does not come so far is taken away again.
 */
export async function receiveFile(room: Files, request: FastifyRequest, owner: FileOwner, chat: number): Promise<Form> {
  return admitted(room, request, owner, async () => {
    const form = await readForm(room, request, owner, chat)
    return { form, kept: form.uploaded.file.size }
  })
}

async function readForm(room: Files, request: FastifyRequest, owner: FileOwner, chat: number): Promise<Form> {
  let uploaded: (Uploaded & { ok: true }) | undefined
  let text = ''
  try {
    for await (const part of partsOf(request, LIMITS)) {
      if (part.type === 'file') {
        const name = cleanText(part.filename)
        const taken = await takePart(part, (stream) =>
          takeUpload(room, { account: owner.account, chat, name, stream, owner }),
        )
        if (!taken.ok) throw unfit(taken)
        uploaded = taken
      } else text = textOf(part)
    }
    if (!uploaded) throw new Invalid('/file', 'the form has no file')
    return { uploaded, text }
  } catch (error) {
    if (uploaded) await room.store.remove(uploaded.file.id)
    throw error
  }
}

/** Takes a form with a picture of somebody. */
export async function receivePhoto(room: Files, request: FastifyRequest, owner: FileOwner): Promise<FileRow> {
  return admitted(room, request, owner, async () => {
    const form = await readPhoto(room, request, owner)
    return { form, kept: form.size }
  })
}

async function readPhoto(room: Files, request: FastifyRequest, owner: FileOwner): Promise<FileRow> {
  let photo: FileRow | undefined
  for await (const part of partsOf(request, LIMITS)) {
    if (part.type !== 'file') throw new Invalid(`/${part.fieldname}`, 'there is no such field')
    const taken = await takePart(part, (stream) => takePhoto(room, { account: owner.account, stream, owner }))
    if (!taken.ok) throw unfit(taken)
    photo = taken.file
  }
  if (!photo) throw new Invalid('/file', 'the form has no file')
  return photo
}

/**
 * Takes a form while room for its file is held (T48, T49). Throws Refused where the desk takes no more files, and
 * Unavailable where the disk does not take this one.
 */
async function admitted<T>(
  room: Files,
  request: FastifyRequest,
  owner: FileOwner,
  take: () => Promise<{ form: T; kept: number }>,
): Promise<T> {
  const { settle } = await room.intake.admit(owner, mostBytesOf(request))
  let kept = 0
  try {
    const taken = await take()
    kept = taken.kept
    return taken.form
  } catch (error) {
    if (!isOfTheDisk(error)) throw error
    request.log.error({ err: error }, 'a file could not be kept')
    throw new Unavailable('a file could not be kept', 'away', { cause: error })
  } finally {
    settle(kept)
  }
}

function textOf(part: Multipart & { type: 'field' }): string {
  if (part.fieldname !== 'text') throw new Invalid(`/${part.fieldname}`, 'there is no such field')
  if (typeof part.value !== 'string' || part.valueTruncated)
    throw new Invalid('/text', 'this must be text of at most 64 kB')
  return cleanText(part.value)
}

function unfit({ code }: Unfit): Invalid {
  switch (code) {
    case 'too_large':
      return new Invalid('/file', 'a file may have at most 25 MB', 'too_large')
    case 'empty':
      return new Invalid('/file', 'the file is empty')
    case 'not_a_picture':
      return new Invalid('/file', 'this must be a picture: JPEG, PNG, GIF or WebP')
  }
}
