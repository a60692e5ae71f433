import type { FastifyInstance, FastifyReply } from 'fastify'
import { readFileSync } from 'node:fs'
import { sendAsset, toAsset, typeOf } from '../../platform/http/asset.ts'
import { sendNotFound } from '../../platform/http/malformed.ts'
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

/** The pages of `docs`, at `/docs`. They are read and rendered once, before the server listens. */
export function docsRoutes(app: FastifyInstance): void {
  let docs: Docs = { pages: new Map(), pictures: new Map() }
  app.addHook('onReady', async () => void (docs = readDocs()))
  const withHeaders = (reply: FastifyReply) => reply.headers(HEADERS)

  app.get('/docs', (request, reply) => {
    const list = docs.pages.get('')
    return list ? sendAsset(request, withHeaders(reply), list) : sendNotFound(reply)
  })
  app.get('/docs/docs.css', (request, reply) => sendAsset(request, withHeaders(reply), STYLE))
  // A name from a request never reaches the disk.
  app.get<{ Params: { page: string } }>('/docs/:page', (request, reply) => {
    const page = docs.pages.get(request.params.page)
    return page ? sendAsset(request, withHeaders(reply), page) : sendNotFound(reply)
  })
  app.get<{ Params: { picture: string } }>('/docs/pictures/:picture', (request, reply) => {
    const picture = docs.pictures.get(request.params.picture)
    return picture ? sendAsset(request, withHeaders(reply), picture) : sendNotFound(reply)
  })
}
