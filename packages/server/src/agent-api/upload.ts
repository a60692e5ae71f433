import { cleanText } from '@deskbell/protocol/text'
import { AGENT_TEXT_MAX, FILE_MAX } from '@deskbell/protocol/limits'
import type { Multipart, MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { Invalid } from '../platform/errors.ts'
import { Unavailable } from '../conversation/commit/input.ts'
import { diskFull, isDiskFull, isOfTheDisk } from '../files/disk.ts'
import { mostBytesOf, partsOf, takePart } from '../files/form.ts'
import type { FileOwner } from '../files/owner.ts'
import type { Files } from '../files/files.ts'
import type { FileRow } from '../files/rows.ts'
import { makeFileId } from '../files/store.ts'
import { takeLogo, takePhoto, takeUpload, type Unfit, type Uploaded, type UploadStream } from '../files/upload.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The fields of the multipart form that the route accepts. */
    form?: { file: true; text?: true }
  }
}

/** Larger than the largest file, so that the file's own limit applies and can be reported. */
const LIMITS = { files: 1, fields: 4, parts: 5, fileSize: FILE_MAX + 1, fieldSize: 64 * 1024 }

/** The parts of a form: a stored file, and the text beside it. */
export interface Form {
  readonly uploaded: Uploaded & { ok: true }
  readonly text: string
}

/**
 * Receives a form with a file for a chat. When it resolves, the file is in the store, but no row refers to it until the
 * caller commits one. After a failure the file is removed.
 */
export async function receiveFile(
  files: Files,
  request: FastifyRequest,
  owner: FileOwner,
  chat: number,
): Promise<Form> {
  return admitted(files, { request, owner, bytes: mostBytesOf(request) }, async () => {
    const form = await readForm(files, request, owner, chat)
    return { form, kept: form.uploaded.file.size }
  })
}

async function readForm(files: Files, request: FastifyRequest, owner: FileOwner, chat: number): Promise<Form> {
  let uploaded: (Uploaded & { ok: true }) | undefined
  let text = ''
  try {
    for await (const part of partsOf(request, LIMITS)) {
      if (part.type === 'file') {
        const name = cleanText(part.filename)
        const taken = await takePart(part, (stream) =>
          takeUpload(files, { account: owner.account, chat, name, stream, owner }),
        )
        if (!taken.ok) throw unfit(taken)
        uploaded = taken
      } else text = textOf(part)
    }
    if (!uploaded) throw new Invalid('/file', { reason: 'no_file' })
    return { uploaded, text }
  } catch (error) {
    if (uploaded) await files.store.remove(uploaded.file.id)
    throw error
  }
}

/** Receives a form with a file alone, for a message that comes later. */
export async function receiveUpload(
  files: Files,
  request: FastifyRequest,
  owner: FileOwner,
  chat: number,
): Promise<FileRow> {
  return receiveAlone(files, request, owner, ({ filename }, stream) =>
    takeUpload(files, { account: owner.account, chat, name: cleanText(filename), stream, owner }),
  )
}

/** Receives a form with a file for a canned answer. */
export async function receiveCanned(files: Files, request: FastifyRequest, owner: FileOwner): Promise<FileRow> {
  return receiveAlone(files, request, owner, ({ filename }, stream) =>
    takeUpload(files, {
      account: owner.account,
      chat: null,
      name: cleanText(filename),
      stream,
      owner,
      purpose: 'canned',
    }),
  )
}

/** Copies a stored file while space for it is reserved, as for one that is received. Undefined: its bytes are gone. */
export async function copyStored(
  files: Files,
  request: FastifyRequest,
  owner: FileOwner,
  file: FileRow,
): Promise<FileRow | undefined> {
  return admitted(files, { request, owner, bytes: file.size }, async () => {
    const id = makeFileId(files.ids)
    try {
      const copied = await files.store.copy(file.id, id)
      return { form: copied ? { ...file, id, at: files.clock.now() } : undefined, kept: copied ? file.size : 0 }
    } catch (error) {
      await files.store.remove(id)
      throw isDiskFull(error) ? diskFull() : error
    }
  })
}

/** Receives a form with an agent's photo. */
export async function receivePhoto(files: Files, request: FastifyRequest, owner: FileOwner): Promise<FileRow> {
  return receiveAlone(files, request, owner, (_part, stream) =>
    takePhoto(files, { account: owner.account, stream, owner }),
  )
}

/** Receives a form with the company's logo. */
export async function receiveLogo(files: Files, request: FastifyRequest, owner: FileOwner): Promise<FileRow> {
  return receiveAlone(files, request, owner, (_part, stream) =>
    takeLogo(files, { account: owner.account, stream, owner }),
  )
}

type ReceivePart = (part: MultipartFile, stream: UploadStream) => Promise<{ ok: true; file: FileRow } | Unfit>

async function receiveAlone(
  files: Files,
  request: FastifyRequest,
  owner: FileOwner,
  receive: ReceivePart,
): Promise<FileRow> {
  return admitted(files, { request, owner, bytes: mostBytesOf(request) }, async () => {
    const form = await readAlone(files, request, receive)
    return { form, kept: form.size }
  })
}

async function readAlone(files: Files, request: FastifyRequest, receive: ReceivePart): Promise<FileRow> {
  let file: FileRow | undefined
  try {
    for await (const part of partsOf(request, LIMITS)) {
      if (part.type !== 'file') throw new Invalid(`/${part.fieldname}`, { reason: 'unknown_field' })
      const taken = await takePart(part, (stream) => receive(part, stream))
      if (!taken.ok) throw unfit(taken)
      file = taken.file
    }
    if (!file) throw new Invalid('/file', { reason: 'no_file' })
    return file
  } catch (error) {
    if (file) await files.store.remove(file.id)
    throw error
  }
}

/**
 * Receives a form while space for its file is reserved (T48, T49). Throws Refused when the file limits are reached, and
 * Unavailable when the disk refuses the file.
 */
async function admitted<T>(
  files: Files,
  { request, owner, bytes }: { request: FastifyRequest; owner: FileOwner; bytes: number },
  receive: () => Promise<{ form: T; kept: number }>,
): Promise<T> {
  const { settle } = await files.intake.admit(owner, bytes)
  let kept = 0
  try {
    const taken = await receive()
    kept = taken.kept
    return taken.form
  } catch (error) {
    if (!isOfTheDisk(error)) throw error
    request.log.error({ err: error }, 'a file could not be stored')
    throw new Unavailable('a file could not be stored', 'away', { cause: error })
  } finally {
    settle(kept)
  }
}

function textOf(part: Multipart & { type: 'field' }): string {
  if (part.fieldname !== 'text') throw new Invalid(`/${part.fieldname}`, { reason: 'unknown_field' })
  if (typeof part.value !== 'string') throw new Invalid('/text', { reason: 'wrong_type', type: 'string' })
  // The limit of the field, in bytes, is larger than any text of so many characters.
  if (part.valueTruncated)
    throw new Invalid('/text', `a message has at most ${AGENT_TEXT_MAX} characters`, 'text_too_long')
  return cleanText(part.value)
}

function unfit({ code }: Unfit): Invalid {
  switch (code) {
    case 'too_large':
      return new Invalid('/file', 'a file may have at most 25 MB', 'too_large')
    case 'empty':
      return new Invalid('/file', { reason: 'file_empty' })
    case 'not_a_picture':
      return new Invalid('/file', { reason: 'no_picture' })
  }
}
