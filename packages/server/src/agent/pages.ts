import files from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { existsSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { AgentDoor } from './door.ts'
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
export async function agentPages(app: FastifyInstance, door: Pick<AgentDoor, 'config'>, root = DIST): Promise<void> {
  app.addHook('onSend', async (_request, reply) => {
    reply.headers(pageHeaders(door))
  })
  if (!existsSync(`${root}/index.html`)) {
    const why = 'The agent application has not been built. Start Deskbell with: npm start'
    for (const url of PLACES)
      app.get(url, (_request, reply) => reply.code(503).type('text/plain; charset=utf-8').send(why))
    return
  }
  await app.register(files, { root, serve: false, cacheControl: false })

  const page = (_request: FastifyRequest, reply: FastifyReply) =>
    reply.header('cache-control', 'no-cache').sendFile('index.html')
  for (const url of PLACES) app.get(url, page)

  // Their names hold a hash of their content.
  app.get<{ Params: { '*': string } }>('/assets/*', (request, reply) =>
    reply.header('cache-control', 'public, max-age=31536000, immutable').sendFile(`assets/${request.params['*']}`),
  )
  for (const { name } of readdirSync(root, { withFileTypes: true }).filter((one) => one.isFile()))
    if (name !== 'index.html')
      app.get(`/${name}`, (_request, reply) => reply.header('cache-control', 'no-cache').sendFile(name))
}
