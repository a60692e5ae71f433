import { FILE_MAX } from '@deskbell/protocol/limits'
import { cleanText } from '@deskbell/protocol/text'
import { VISITOR_TEXT_MAX } from '@deskbell/protocol/widget/contact'
import type { Multipart } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { Unavailable } from '../../conversation/commit/input.ts'
import { Invalid } from '../../platform/errors.ts'
import { isOfTheDisk } from '../../files/disk.ts'
import { partsOf, takePart } from '../../files/form.ts'
import type { FileOwner } from '../../files/owner.ts'
import type { Files } from '../../files/files.ts'
import { takeUpload, type Unfit, type Uploaded } from '../../files/upload.ts'

/** The file size is one byte over the limit, so that a file that is too large gets its own error. */
const LIMITS = { files: 1, fields: 2, parts: 3, fileSize: FILE_MAX + 1, fieldSize: 64 * 1024 }

export interface Form {
  readonly uploaded: Uploaded & { ok: true }
  readonly text: string
}

/**
 * Reads a visitor's form. When it resolves, the file is stored; its row is written by the commit.
 * Throws Invalid for a wrong form, Refused when a file limit is reached or the disk is full, and Unavailable when the
 * disk fails for another reason (R17).
 */
export async function readForm(
  files: Files,
  request: FastifyRequest,
  wanted: { account: number; chat: number | null; owner: FileOwner },
): Promise<Form> {
  let uploaded: Form['uploaded'] | undefined
  let text = ''
  try {
    for await (const part of partsOf(request, LIMITS)) {
      if (part.type === 'field') {
        if (part.fieldname === 'text') text = textOf(part)
        continue
      }
      const name = cleanText(part.filename)
      const taken = await takePart(part, (stream) => takeUpload(files, { ...wanted, name, stream }))
      if (!taken.ok) throw unfit(taken)
      uploaded = taken
    }
    if (!uploaded) throw new Invalid('/file', 'The form has no file in the field "file".')
    return { uploaded, text }
  } catch (error) {
    if (uploaded) await files.store.remove(uploaded.file.id)
    if (!isOfTheDisk(error)) throw error
    request.log.error({ err: error }, 'a file could not be stored')
    throw new Unavailable('a file could not be stored', 'away', { cause: error })
  }
}

function textOf(part: Multipart & { type: 'field' }): string {
  if (typeof part.value !== 'string' || part.valueTruncated || part.value.length > VISITOR_TEXT_MAX)
    throw new Invalid('/text', `The field "text" may have at most ${VISITOR_TEXT_MAX} characters.`) // guard T40
  return cleanText(part.value)
}

function unfit({ code }: Unfit): Invalid {
  switch (code) {
    case 'too_large':
      return new Invalid('/file', 'A file may have at most 25 MB.', code)
    case 'empty':
      return new Invalid('/file', 'The file is empty.')
    case 'not_a_picture':
      return new Invalid('/file', 'The file is not a picture.')
  }
}
