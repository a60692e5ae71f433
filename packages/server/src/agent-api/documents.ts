import { ROUTES } from '@deskbell/protocol/agent/routes'
import { readFileSync } from 'node:fs'
import { sendAsset, toAsset, typeOf, type Asset } from '../platform/http/asset.ts'
import type { AgentServices, Api } from './services.ts'
import { pageHeaders } from './headers.ts'
import { toOpenApi } from './openapi.ts'
import { toReference } from './reference.ts'

const STYLE = toAsset(readFileSync(new URL('reference.css', import.meta.url)), typeOf('reference.css'))
const ASK_AGAIN = { 'cache-control': 'no-cache' }
const OPEN = { config: { open: true } }

/** The API says of itself what it takes and gives: for programs, and as a page for people. */
export function documentRoutes(api: Api, services: Pick<AgentServices, 'config' | 'version'>): void {
  const { version, config } = services
  const made = new Map<string, { document: Asset; page: Asset }>()

  /** Made anew when the address has changed, as in tests that learn their port late. */
  function look(): { document: Asset; page: Asset } {
    const url = config.publicUrl
    let known = made.get(url)
    if (!known) {
      const document = toOpenApi(Object.values(ROUTES), { version, url })
      known = {
        document: toAsset(Buffer.from(JSON.stringify(document)), typeOf('openapi.json')),
        page: toAsset(Buffer.from(toReference(document)), typeOf('reference.html')),
      }
      made.set(url, known)
    }
    return known
  }

  // Before it is asked for: making it takes 20 ms, for which a message would wait.
  api.addHook('onReady', async () => void look())
  api.get('/openapi.json', OPEN, (request, reply) => sendAsset(request, reply.headers(ASK_AGAIN), look().document))
  api.get('', OPEN, (request, reply) =>
    sendAsset(request, reply.headers({ ...pageHeaders(services), ...ASK_AGAIN }), look().page),
  )
  api.get('/reference.css', OPEN, (request, reply) => sendAsset(request, reply.headers(ASK_AGAIN), STYLE))
}
