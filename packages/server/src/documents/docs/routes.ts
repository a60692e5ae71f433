import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { readFileSync } from 'node:fs'
import { sendAsset, toAsset, typeOf, type Asset } from '../../platform/http/asset.ts'
import { sendNotFound } from '../../platform/http/malformed.ts'
import { lazy } from '../../platform/lazy.ts'
import { readDocs, type Docs } from './pages.ts'

const STYLE = toAsset(readFileSync(new URL('docs.css', import.meta.url)), typeOf('docs.css'))

/** The pages have no script, load only the style and pictures of this server, and no other site can frame them. */
const POLICY = [
  `default-src 'none'`,
  `style-src 'self'`,
  `img-src 'self'`,
  `base-uri 'none'`,
  `form-action 'none'`,
  `frame-ancestors 'none'`,
].join('; ')
const HEADERS = {
  'cache-control': 'no-cache',
  'content-security-policy': POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
}

const read = lazy(() => readDocs())

/** The pages of `docs`, at `/docs`. They are read once, before the server listens. */
export function docsRoutes(app: FastifyInstance): void {
  let docs: Docs = { page: () => undefined, pictures: new Map() }
  app.addHook('onReady', async () => void (docs = read()))
  // A name from a request never reaches the disk.
  const send = async (request: FastifyRequest, reply: FastifyReply, asset: Promise<Asset> | Asset | undefined) =>
    asset ? sendAsset(request, reply.headers(HEADERS), await asset) : sendNotFound(reply)

  app.get('/docs', (request, reply) => send(request, reply, docs.page('')))
  app.get('/docs/docs.css', (request, reply) => send(request, reply, STYLE))
  app.get<{ Params: { page: string } }>('/docs/:page', (request, reply) =>
    send(request, reply, docs.page(request.params.page)),
  )
  app.get<{ Params: { picture: string } }>('/docs/pictures/:picture', (request, reply) =>
    send(request, reply, docs.pictures.get(request.params.picture)),
  )
}
