import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

type Encoding = 'br' | 'gzip'

/** An immutable document: all responses share its bytes, however many requests there are (T45). */
export interface Asset {
  readonly bytes: Buffer
  readonly type: string
  readonly etag: string
  /** The compressed bytes, kept from the build or from the first request for them; undefined when not smaller. */
  compressed(encoding: Encoding): Promise<Buffer | undefined>
}

/** Content types by file extension, for the build of the agent application. */
const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  webmanifest: 'application/manifest+json; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  ico: 'image/x-icon',
  woff2: 'font/woff2',
}
const COMPRESSED_ALREADY = new Set(['image/png', 'font/woff2', 'application/octet-stream'])
/** Above this size (bytes) the best compression takes seconds and saves little more. */
const BEST_UP_TO = 100_000

export const typeOf = (name: string): string =>
  TYPES[name.slice(name.lastIndexOf('.') + 1).toLowerCase()] ?? 'application/octet-stream'

/** `built`: the compressed forms that the build has made. Without any, they are made at the first request. */
export function toAsset(bytes: Buffer, type: string, built: Partial<Record<Encoding, Buffer>> = {}): Asset {
  const make: Record<Encoding, () => Promise<Buffer>> = {
    br: () => {
      const quality = bytes.length > BEST_UP_TO ? 9 : 11
      return promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } })
    },
    gzip: () => promisify(gzip)(bytes, { level: 9 }),
  }
  const isBuilt = built.br !== undefined || built.gzip !== undefined
  const made = new Map<Encoding, Promise<Buffer | undefined>>()
  if (isBuilt) for (const encoding of ['br', 'gzip'] as const) made.set(encoding, Promise.resolve(built[encoding]))
  return {
    bytes,
    type,
    etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
    compressed(encoding) {
      if (COMPRESSED_ALREADY.has(type)) return Promise.resolve(undefined)
      let known = made.get(encoding)
      if (!known) {
        known = make[encoding]().then((small) => (small.length < bytes.length ? small : undefined))
        made.set(encoding, known)
      }
      return known
    },
  }
}

/** Answers with a document, or with 304 when the client has it. The caller sets other headers, `cache-control` included. */
export async function sendAsset(request: FastifyRequest, reply: FastifyReply, asset: Asset): Promise<FastifyReply> {
  const { 'if-none-match': known, 'accept-encoding': accepted = '' } = request.headers
  reply.headers({ 'content-type': asset.type, etag: asset.etag, vary: 'accept-encoding' })
  if (known !== undefined && isKnown(known, asset.etag)) return reply.code(304).send()
  for (const encoding of ['br', 'gzip'] as const) {
    const small = accepts(String(accepted), encoding) ? await asset.compressed(encoding) : undefined
    if (small) return reply.header('content-encoding', encoding).send(small)
  }
  return reply.send(asset.bytes)
}

/** A proxy that changes the encoding weakens the tag; it still identifies this document. */
const isKnown = (header: string, etag: string): boolean =>
  header.split(',').some((one) => one.trim().replace(/^W\//, '') === etag) || header.trim() === '*'

const accepts = (header: string, encoding: Encoding): boolean =>
  header.split(',').some((one) => {
    const [name, weight] = one.split(';').map((part) => part.trim())
    return name === encoding && !/^q=0(\.0*)?$/.test(weight ?? '')
  })
