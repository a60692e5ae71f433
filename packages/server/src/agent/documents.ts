import type { RouteOptions } from 'fastify'
import { readFileSync } from 'node:fs'
import type { AgentDoor, Api } from './door.ts'
import { pageHeaders } from './headers.ts'
import { toOpenApi, type OpenApi } from './openapi.ts'
import { toReference } from './reference.ts'

const STYLE = readFileSync(new URL('reference.css', import.meta.url), 'utf8')
const OPEN = { config: { open: true }, schema: { hide: true } }

/** The API says of itself what it takes and gives: for programs, and as a page for people. */
export function documentRoutes(api: Api, door: AgentDoor): void {
  const routes: RouteOptions[] = []
  api.addHook('onRoute', (route) => {
    if (!route.config?.otherMethod) routes.push(route)
  })
  const { version, config } = door
  const made = new Map<string, { document: OpenApi; page: string }>()

  /** Made when first asked for: until then routes may come, and the address may change. */
  function look(): { document: OpenApi; page: string } {
    const url = config.publicUrl
    let known = made.get(url)
    if (!known) {
      const document = toOpenApi(routes, { version, url })
      known = { document, page: toReference(document) }
      made.set(url, known)
    }
    return known
  }

  api.get('/openapi.json', OPEN, async () => look().document)
  api.get('', OPEN, async (_request, reply) =>
    reply
      .headers({ ...pageHeaders(door), 'cache-control': 'no-cache', 'content-type': 'text/html; charset=utf-8' })
      .serializer(String)
      .send(look().page),
  )
  api.get('/reference.css', OPEN, async (_request, reply) =>
    reply
      .headers({ 'cache-control': 'no-cache', 'content-type': 'text/css; charset=utf-8' })
      .serializer(String)
      .send(STYLE),
  )
}
