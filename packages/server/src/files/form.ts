import type { Multipart, MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { FILE_MAX } from '@deskbell/protocol/limits'
import { Invalid } from '../platform/errors.ts'
import type { UploadStream } from './upload.ts'

type Limits = NonNullable<Parameters<FastifyRequest['parts']>[0]>['limits']

/**
 * The parts of a multipart form as they arrive. Throws Invalid for an incomplete or malformed form; errors of the
 * plugin keep their `statusCode` and code.
 */
export async function* partsOf(request: FastifyRequest, limits: Limits): AsyncGenerator<Multipart> {
  try {
    yield* request.parts({ limits })
  } catch (error) {
    if (error instanceof Error && 'statusCode' in error) throw error
    throw incomplete()
  }
}

/** Passes on the file of a part, which must be in the field `file`. Throws Invalid when its stream ends early. */
export async function takePart<T>(part: MultipartFile, receive: (stream: UploadStream) => Promise<T>): Promise<T> {
  if (part.fieldname !== 'file') throw new Invalid(`/${part.fieldname}`, { reason: 'file_elsewhere' })
  let broken: unknown
  part.file.once('error', (error) => void (broken = error))
  try {
    return await receive(part.file)
  } catch (error) {
    // For a stream that failed before any listener was attached, only the stream has the error.
    throw error === broken || error === part.file.errored ? incomplete() : error
  }
}

/** The maximum size of the file in a form: at most the size of the body. */
export function mostBytesOf({ headers }: FastifyRequest): number {
  const length = Number(headers['content-length'] ?? FILE_MAX)
  return Number.isFinite(length) ? Math.min(FILE_MAX, length) : FILE_MAX
}

const incomplete = () => new Invalid('', { reason: 'form_incomplete' })
