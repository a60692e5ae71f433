import { ROOMS } from '@deskbell/protocol/agent/places'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sendAsset, type Asset } from '../platform/http/asset.ts'
import { sendNotFound } from '../platform/http/malformed.ts'
import type { Config } from '../platform/config.ts'
import type { BuiltFiles } from './built-files.ts'
import { pageHeaders } from './headers.ts'

/** The addresses of the application. The list is closed, so that no channel address is mistaken for one of them. */
const PATHS = ['/', '/leave', ...ROOMS.flatMap((name) => [`/${name}`, `/${name}/*`])]

type Needs = { readonly config: Pick<Config, 'publicUrl' | 'filesUrl'> }

export async function agentPages(
  app: FastifyInstance,
  { config }: Needs,
  built: BuiltFiles | undefined,
): Promise<void> {
  app.addHook('onSend', async (_request, reply) => {
    reply.headers(pageHeaders(config))
  })
  if (!built) {
    const why = 'The agent application has not been built. Start Deskbell with: npm start'
    for (const url of PATHS)
      app.get(url, (_request, reply) => reply.code(503).type('text/plain; charset=utf-8').send(why))
    return
  }
  const serve = (url: string, cache: string, find: (rest: string) => Asset | undefined) =>
    app.get<{ Params: { '*'?: string } }>(url, (request, reply) => {
      const asset = find(request.params['*'] ?? '')
      return asset ? sendAsset(request, reply.header('cache-control', cache), asset) : sendNotFound(reply)
    })
  for (const url of PATHS) serve(url, 'no-cache', () => built.page)
  for (const [name, file] of Object.entries(built.others)) serve(`/${name}`, 'no-cache', () => file)
  // The file names contain a hash of the content.
  serve('/assets/*', 'public, max-age=31536000, immutable', (name) => built.assets[name])
}

/**
 * Answers a person's browser that asks for an unknown address with the application, which says so and offers a way
 * back. Undefined for programs: they get JSON.
 */
export function unknownPage(
  { config }: Needs,
  built: BuiltFiles | undefined,
): (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> | undefined {
  return (request, reply) => {
    if (!built || !isForReading(request)) return undefined
    const headers = { ...pageHeaders(config), 'cache-control': 'no-store' }
    return sendAsset(request, reply.code(404).headers(headers), built.page)
  }
}

/** A browser asks for a page to show. Addresses below these are for programs, whatever they accept. */
function isForReading({ method, url, headers }: FastifyRequest): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  if (/^\/(?:api|bot|files|assets|widget|telegram)(?:[/?]|$)/.test(url)) return false
  return /\btext\/html\b/.test(headers.accept ?? '')
}
