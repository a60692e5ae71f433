import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sendAsset, type Asset } from '../../platform/http/asset.ts'
import { networkOf } from '../../platform/network.ts'
import type { Services } from '../../services.ts'
import { allowPages, findAllowedWidget, refuse, tooMuch, type Address } from './answers.ts'
import { openAssets, type Assets } from './assets.ts'
import { findWidget, type WidgetRecord } from './find-widget.ts'
import { languagesOf } from './languages.ts'
import { makeSettings } from './settings.ts'
import { makeStandalonePages, sendStandalonePage } from './standalone-page.ts'

/** How long browsers cache the script (s); after an upgrade every page has the new one by then. */
const SCRIPT_AGE = 600
const NOT_BUILT = 'The widget has not been built. Start Deskbell with: npm start'

/** What a page loads: the script, the settings of the widget, the files of the window; and the standalone page. */
export function pageRoutes(
  app: FastifyInstance,
  services: Pick<Services, 'availability' | 'config' | 'directory' | 'rates'>,
): void {
  const { directory, rates } = services
  let assets: Assets | undefined
  const built = () => (assets ??= openAssets())
  const settings = makeSettings(services)
  const standalonePages = makeStandalonePages(services)

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
