import type { FastifyInstance } from 'fastify'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sendAsset, toAsset, typeOf, type Asset } from '../platform/http/asset.ts'
import { sendNotFound } from '../platform/http/malformed.ts'
import type { AgentServices } from './services.ts'
import { pageHeaders } from './headers.ts'

/** Where the build of the agent application lies. */
const DIST = fileURLToPath(new URL('../../../agent-app/dist/', import.meta.url))
/** Addresses inside the application. No others: a channel address must not be taken for one of them. */
const PLACES = [
  '/',
  '/leave',
  ...['sign-in', 'inbox', 'visitors', 'offline', 'archive', 'channels', 'bots', 'team', 'settings', 'me'].flatMap(
    (name) => [`/${name}`, `/${name}/*`],
  ),
]

/** The agent application itself. */
export async function agentPages(
  app: FastifyInstance,
  services: Pick<AgentServices, 'config'>,
  root = DIST,
): Promise<void> {
  app.addHook('onSend', async (_request, reply) => {
    reply.headers(pageHeaders(services))
  })
  if (!existsSync(`${root}/index.html`)) {
    const why = 'The agent application has not been built. Start Deskbell with: npm start'
    for (const url of PLACES)
      app.get(url, (_request, reply) => reply.code(503).type('text/plain; charset=utf-8').send(why))
    return
  }
  // Only what lies there at the start: a name from a request never reaches the disk, and a build that replaces this one
  // while the process runs changes nothing.
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
  // Their names hold a hash of their content.
  serve('/assets/*', 'public, max-age=31536000, immutable', (name) => assets[name])
}

/** The files of a folder by their names. */
function readAssets(folder: string): Readonly<Record<string, Asset>> {
  const read: Record<string, Asset> = Object.create(null)
  if (!existsSync(folder)) return read
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isFile()) read[entry.name] = toAsset(readFileSync(join(folder, entry.name)), typeOf(entry.name))
  return read
}
