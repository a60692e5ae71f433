import { BODY_MAX } from '@deskbell/protocol/limits'
import type { FastifyInstance, FastifyRequest } from 'fastify'

const CONTENT_TYPE = Symbol('content type as sent')
const BYTES = 'application/octet-stream'

/** Content-Type is often missing or wrong: bodies are read as bytes and detected by their content (A32). */
export function takeAnyBody(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(BYTES, { parseAs: 'buffer', bodyLimit: BODY_MAX }, (_request, body, done) =>
    done(null, body),
  )
  app.addHook('onRequest', (request, _reply, done) => {
    const headers = request.raw.headers
    ;(request as { [CONTENT_TYPE]?: string | undefined })[CONTENT_TYPE] = headers['content-type']
    headers['content-type'] = BYTES
    done()
  })
  // Avoids a child logger per request, which is a tenth of Fastify's cost.
  app.setChildLoggerFactory((log) => log)
}

export const sentType = (request: FastifyRequest): string | undefined =>
  (request as { [CONTENT_TYPE]?: string | undefined })[CONTENT_TYPE]

export const bytesOf = ({ body }: FastifyRequest): Buffer => (Buffer.isBuffer(body) ? body : Buffer.alloc(0))
