import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { openAssets, type Asset, type Assets } from './assets.ts'
import { findWidget, type VisitorDoor, type WidgetRecord } from './door.ts'
import type { Hub } from './hub.ts'
import { mayShow } from './origin.ts'
import { toPublic } from './settings.ts'
import { visitorSocket } from './socket.ts'
import { talkPage } from './talk.ts'

interface Address {
  Params: { widget: string }
  Querystring: { lang?: string }
}

/** How long pages keep the script without asking again (s): a new one is on every page after this time. */
const SCRIPT_AGE = 600
const NOT_BUILT = 'The widget has not been built. Start Deskbell with: npm start'

/** The visitor's door: the script, its settings, the socket behind it, and the page of its own. */
export async function visitorRoutes(app: FastifyInstance, door: VisitorDoor & { hub: Hub }): Promise<void> {
  const { config, directory, hub } = door
  let assets: Assets | undefined
  const built = () => (assets ??= openAssets())
  visitorSocket(app, door, hub)

  /** The widget that a page asks for, or the answer that there is none for it. */
  function find(request: FastifyRequest<Address>, reply: FastifyReply): WidgetRecord | undefined {
    const channel = findWidget(directory, request.params.widget)
    if (!channel) {
      void refuse(reply, 404, 'not_found', 'There is no such widget.')
      return undefined
    }
    if (mayShow(channel, request.headers.origin, config.publicUrl)) return channel // guard T34
    void refuse(reply, 403, 'not_here', 'This widget is not for pages of this site: its operator lists the sites.')
    return undefined
  }

  app.get<Address>('/widget/:widget', (request, reply) => {
    if (!findWidget(directory, request.params.widget))
      return refuse(reply, 404, 'not_found', 'There is no such widget.')
    const made = built()
    if (!made) return refuse(reply, 503, 'not_built', NOT_BUILT)
    return send(request, reply, made.loader, `public, max-age=${SCRIPT_AGE}`)
  })

  app.get<Address>('/widget/:widget/settings', (request, reply) => {
    const channel = find(request, reply)
    if (!channel) return reply
    const made = built()
    if (!made) return refuse(reply, 503, 'not_built', NOT_BUILT)
    return allowPages(reply)
      .header('cache-control', 'no-store')
      .send(toPublic(door, channel, String(request.query.lang ?? ''), made.window))
  })

  // Their names hold a hash of their content.
  app.get<{ Params: { name: string } }>('/widget/assets/:name', (request, reply) => {
    const asset = built()?.find(request.params.name)
    if (!asset) return refuse(reply, 404, 'not_found', 'There is no such file.')
    return send(request, reply, asset, 'public, max-age=31536000, immutable')
  })

  app.get<Address>('/talk/:widget', (request, reply) => {
    const channel = findWidget(directory, request.params.widget)
    const made = built()
    if (!channel || !made) return refuse(reply, channel ? 503 : 404, channel ? 'not_built' : 'not_found', NOT_BUILT)
    return talkPage(reply, door, channel, made)
  })
}

function send(request: FastifyRequest, reply: FastifyReply, asset: Asset, cache: string): FastifyReply {
  allowPages(reply).headers({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': cache,
    'x-content-type-options': 'nosniff',
    etag: asset.etag,
    vary: 'accept-encoding',
  })
  if (request.headers['if-none-match'] === asset.etag) return reply.code(304).send()
  const takes = String(request.headers['accept-encoding'] ?? '')
  if (/\bbr\b/.test(takes)) return reply.header('content-encoding', 'br').send(asset.br)
  if (/\bgzip\b/.test(takes)) return reply.header('content-encoding', 'gzip').send(asset.gzip)
  return reply.send(asset.plain)
}

/** Any page may read it, also one that keeps itself apart from all others (COEP). No cookie is ever sent along. */
function allowPages(reply: FastifyReply): FastifyReply {
  return reply.headers({ 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' })
}

function refuse(reply: FastifyReply, status: number, code: string, message: string): FastifyReply {
  return allowPages(reply).code(status).header('cache-control', 'no-store').send({ error: { code, message } })
}
