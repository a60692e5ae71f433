import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { openAssets, type Assets } from './assets.ts'
import { bytesOf, takeAnyBody } from '../../platform/http/any-body.ts'
import { sendAsset, type Asset } from '../../platform/http/asset.ts'
import { parseJson } from '@deskbell/protocol/json'
import { makeLimiter } from '../../platform/limiter.ts'
import { networkOf } from '../../platform/network.ts'
import { findWidget, type WidgetServices, type WidgetRecord } from './services.ts'
import type { SessionRegistry } from './session-registry.ts'
import { allowPages, findAllowedWidget, refuse, tooMuch, type Address } from './answers.ts'
import { refuseError } from './faults.ts'
import { preflight, visitorFiles } from './files.ts'
import { makeLongPoll } from './long-poll.ts'
import { languagesOf } from './languages.ts'
import { warnWhenFull } from './full-warnings.ts'
import { makeSettings } from './settings.ts'
import { FRAMES, POSTS } from './pace.ts'
import { toFrames } from './parse.ts'
import { makePageLimits } from './page-limits.ts'
import { Session, type OpenSession } from './session.ts'
import { visitorSocket } from './socket.ts'
import { makeStandalonePages, sendStandalonePage } from './standalone-page.ts'
import { makeUnread } from './unread.ts'

/** How long browsers cache the script (s); after an upgrade every page has the new one by then. */
const SCRIPT_AGE = 600
const NOT_BUILT = 'The widget has not been built. Start Deskbell with: npm start'

/** The routes of the widget: the script, its settings, the socket, long polling, files, and the standalone page. */
export async function visitorRoutes(
  app: FastifyInstance,
  services: WidgetServices & { registry: SessionRegistry },
): Promise<void> {
  const { clock, config, directory, rates } = services
  const posts = makeLimiter({ clock, name: 'requests', ...POSTS })
  const pace = makeLimiter({ clock, name: 'frames', ...FRAMES })
  let assets: Assets | undefined
  const built = () => (assets ??= openAssets())
  const { registry } = services
  const shared = {
    registry,
    openSession: (...page: Parameters<OpenSession>) => new Session({ services, registry }, ...page),
    unread: makeUnread(),
    pageLimits: makePageLimits({
      perAddress: config.socketsPerAddress,
      perNetwork: config.socketsPerNetwork,
      onFull: warnWhenFull(services),
    }),
  }
  const settings = makeSettings(services)
  const standalonePages = makeStandalonePages(services)
  visitorSocket(app, services, shared)
  const longPoll = makeLongPoll(services, shared)
  app.addHook('preClose', async () => longPoll.close())
  app.setErrorHandler(refuseError)
  app.options('/widget/*', preflight)
  await app.register((scope) => visitorFiles(scope, services))

  /** Answers 429 when the address has loaded too many pages; undefined: the page may load. */
  function refusePage(channel: WidgetRecord, request: FastifyRequest, reply: FastifyReply): FastifyReply | undefined {
    const taken = rates(channel.accountId, 'widgetPagesPerAddress').take(networkOf(request.ip))
    return taken.ok ? undefined : tooMuch(reply, taken.headers())
  }

  app.get<Address>('/widget/:widget', (request, reply) => {
    const channel = findWidget(directory, request.params.widget)
    if (!channel) return refuse(reply, 404, 'not_found', 'There is no such widget.')
    const refused = refusePage(channel, request, reply)
    if (refused) return refused // guard T46
    const made = built()
    if (!made) return refuse(reply, 503, 'not_built', NOT_BUILT)
    return send(request, reply, made.loader, `public, max-age=${SCRIPT_AGE}`)
  })

  app.get<Address>('/widget/:widget/settings', (request, reply) => {
    const channel = findAllowedWidget(services, request, reply)
    if (!channel) return reply
    const refused = refusePage(channel, request, reply)
    if (refused) return refused // guard T46
    const made = built()
    if (!made) return refuse(reply, 503, 'not_built', NOT_BUILT)
    return allowPages(reply)
      .headers({
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'no-store',
        vary: 'accept-language',
      })
      .send(settings(channel, languagesOf(request), made.window))
  })

  await app.register(async (scope) => {
    // The body is JSON with any content type: pages send `text/plain`, which needs no CORS preflight.
    takeAnyBody(scope)
    scope.post<Address>('/widget/:widget/frames', frames)
  })

  async function frames(request: FastifyRequest<Address>, reply: FastifyReply): Promise<FastifyReply> {
    const channel = findAllowedWidget(services, request, reply)
    if (!channel) return reply
    const posted = posts.take(networkOf(request.ip))
    if (!posted.ok) return tooMuch(reply, posted.headers()) // guard T40
    const json = parseJson(bytesOf(request))
    const asked = json.ok ? toFrames(json.value) : undefined
    if (!asked) return refuse(reply, 400, 'invalid', 'This is no list of frames of this wire.')
    const said = pace.take(`${channel.id} ${asked.session}`, 1 + asked.frames.length)
    if (!said.ok) return tooMuch(reply, said.headers()) // guard T36
    const from = { address: request.ip, userAgent: request.headers['user-agent'] ?? '' }
    const answer = await longPoll.ask(channel, asked, from)
    if (typeof answer === 'number') return tooMuch(reply, { 'retry-after': String(answer) })
    if (answer === undefined)
      return refuse(reply.header('retry-after', '2'), 503, 'unavailable', 'This page is not known here: begin anew.')
    return allowPages(reply)
      .headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
      .send(answer)
  }

  // The names contain a hash of the content.
  app.get<{ Params: { name: string } }>('/widget/assets/:name', (request, reply) => {
    const { name } = request.params
    const asset = built()?.find(name)
    if (asset) return send(request, reply, asset, 'public, max-age=31536000, immutable')
    const later = built()?.ofAnotherBuild(name)
    if (!later) return refuse(reply, 404, 'not_found', 'There is no such file.')
    return send(request, reply, later, 'no-store')
  })

  app.get<Address>('/talk/:widget', (request, reply) => {
    const channel = findWidget(directory, request.params.widget)
    if (!channel) return refuse(reply, 404, 'not_found', 'There is no such widget.')
    const refused = refusePage(channel, request, reply)
    if (refused) return refused // guard T46
    const made = built()
    if (!made) return refuse(reply, 503, 'not_built', NOT_BUILT)
    return sendStandalonePage(reply, standalonePages(channel, languagesOf(request), made.window))
  })
}

function send(request: FastifyRequest, reply: FastifyReply, asset: Asset, cache: string): Promise<FastifyReply> {
  return sendAsset(
    request,
    allowPages(reply).headers({ 'cache-control': cache, 'x-content-type-options': 'nosniff' }),
    asset,
  )
}
