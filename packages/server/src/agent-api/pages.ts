import type { FastifyInstance } from 'fastify'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sendAsset, toAsset, typeOf, type Asset } from '../platform/http/asset.ts'
import { sendNotFound } from '../platform/http/malformed.ts'
import type { Config } from '../platform/config.ts'
import { pageHeaders } from './headers.ts'

/** The folder of the built agent application. */
const DIST = fileURLToPath(new URL('../../../agent-app/dist/', import.meta.url))
/** The addresses of the application. The list is closed, so that no channel address is mistaken for one of them. */
const PLACES = [
  '/',
  '/leave',
  ...['sign-in', 'inbox', 'visitors', 'offline', 'archive', 'channels', 'bots', 'team', 'settings', 'me'].flatMap(
    (name) => [`/${name}`, `/${name}/*`],
  ),
]

export async function agentPages(
  app: FastifyInstance,
  { config }: { readonly config: Pick<Config, 'publicUrl' | 'filesUrl'> },
  root = DIST,
): Promise<void> {
  app.addHook('onSend', async (_request, reply) => {
    reply.headers(pageHeaders(config))
  })
  if (!existsSync(`${root}/index.html`)) {
    const why = 'The agent application has not been built. Start Deskbell with: npm start'
    for (const url of PLACES)
      app.get(url, (_request, reply) => reply.code(503).type('text/plain; charset=utf-8').send(why))
    return
  }
  // All files are read at the start. A name from a request never reaches the disk, and a new build takes effect at the
  // next start.
  const files = readAssets(root)
  const assets = readAssets(join(root, 'assets'))
  const serve = (url: string, cache: string, find: (rest: string) => Asset | undefined) =>
    app.get<{ Params: { '*'?: string } }>(url, (request, reply) => {
      const asset = find(request.params['*'] ?? '')
      return asset ? sendAsset(request, reply.header('cache-control', cache), asset) : sendNotFound(reply)
    })
  const { 'index.html': page, ...others } = files
  for (const url of PLACES) serve(url, 'no-cache', () => page)
  for (const [name, file] of Object.entries(others)) serve(`/${name}`, 'no-cache', () => file)
  // The file names contain a hash of the content.
  serve('/assets/*', 'public, max-age=31536000, immutable', (name) => assets[name])
}

/** The files of a folder, by name. */
function readAssets(folder: string): Readonly<Record<string, Asset>> {
  const read: Record<string, Asset> = Object.create(null)
  if (!existsSync(folder)) return read
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isFile()) read[entry.name] = toAsset(readFileSync(join(folder, entry.name)), typeOf(entry.name))
  return read
}
