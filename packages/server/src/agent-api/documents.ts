import { ROUTES } from '@deskbell/protocol/agent/routes'
import { agentApiDocument } from '@deskbell/protocol/documents/agent-api'
import { readFileSync } from 'node:fs'
import { sendAsset, toAsset, typeOf, type Asset } from '../platform/http/asset.ts'
import type { Api } from './add-routes.ts'
import type { Services } from '../services.ts'
import { lazy } from '../platform/lazy.ts'
import { version } from '../platform/version.ts'
import { pageHeaders } from './headers.ts'
import { toReference } from './reference.ts'

const STYLE = toAsset(readFileSync(new URL('reference.css', import.meta.url)), typeOf('reference.css'))
const ASK_AGAIN = { 'cache-control': 'no-cache' }
const OPEN = { config: { open: true } }

/** The description, without an address, and the page: made for the first server of a process. */
const describe = lazy(() => {
  const document = agentApiDocument(Object.values(ROUTES), { version, url: '' })
  return { document, page: toAsset(Buffer.from(toReference(document)), typeOf('reference.html')) }
})

/** Serves the description of the API: OpenAPI for programs, and a page for readers. */
export function documentRoutes(api: Api, { config }: Pick<Services, 'config'>): void {
  const made = new Map<string, { document: Asset; page: Asset }>()

  /** Built again when the public address has changed, as in tests that learn their port late. */
  function look(): { document: Asset; page: Asset } {
    const url = config.publicUrl
    let known = made.get(url)
    if (!known) {
      const { document, page } = describe()
      const text = JSON.stringify({ ...document, servers: [{ url }] })
      known = { document: toAsset(Buffer.from(text), typeOf('openapi.json')), page }
      made.set(url, known)
    }
    return known
  }

  // Built at the start: it takes 20 ms, and messages would wait for it during a request.
  api.addHook('onReady', async () => void look())
  api.get('/openapi.json', OPEN, (request, reply) => sendAsset(request, reply.headers(ASK_AGAIN), look().document))
  api.get('', OPEN, (request, reply) =>
    sendAsset(request, reply.headers({ ...pageHeaders(config), ...ASK_AGAIN }), look().page),
  )
  api.get('/reference.css', OPEN, (request, reply) => sendAsset(request, reply.headers(ASK_AGAIN), STYLE))
}
