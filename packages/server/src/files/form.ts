import type { Multipart, MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { FILE_MAX } from '@deskbell/protocol/limits'
import { Invalid } from '../platform/errors.ts'
import type { UploadStream } from './upload.ts'

type Limits = NonNullable<Parameters<FastifyRequest['parts']>[0]>['limits']

/**
 * The parts of a multipart form as they arrive. Throws Invalid where the form breaks off or is none; what the plugin
 * refuses has its `statusCode` and code.
 */
export async function* partsOf(request: FastifyRequest, limits: Limits): AsyncGenerator<Multipart> {
  try {
    yield* request.parts({ limits })
  } catch (error) {
    if (error instanceof Error && 'statusCode' in error) throw error
    throw incomplete()
  }
}

/** Hands over the file of a part, which comes in the field `file`. Where its stream breaks off, throws Invalid. */
export async function takePart<T>(part: MultipartFile, take: (stream: UploadStream) => Promise<T>): Promise<T> {
  if (part.fieldname !== 'file') throw new Invalid(`/${part.fieldname}`, 'The file comes in the field "file".')
  let broken: unknown
  part.file.once('error', (error) => void (broken = error))
  try {
    return await take(part.file)
  } catch (error) {
    // Of one that broke before anybody listened, only the stream knows.
    throw error === broken || error === part.file.errored ? incomplete() : error
  }
}

/** Bytes that the file of a form may turn out to have: at most those of the body. */
export function mostBytesOf({ headers }: FastifyRequest): number {
  const length = Number(headers['content-length'] ?? FILE_MAX)
  return Number.isFinite(length) ? Math.min(FILE_MAX, length) : FILE_MAX
}

const incomplete = () => new Invalid('', 'This is no complete form.')
