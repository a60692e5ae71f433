import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sendAsset, type Asset } from '../../platform/http/asset.ts'
import { warning } from '../../platform/log.ts'
import { networkOf } from '../../platform/network.ts'
import type { Services } from '../../services.ts'
import { allowPages, findAllowedWidget, refuse, tooMuch, type Address } from './answers.ts'
import { openAssets, type Assets } from './assets.ts'
import { findWidget, type WidgetRecord } from './find-widget.ts'
import { languagesOf } from './languages.ts'
import { makeReplyTimes } from './reply-times.ts'
import { makeSettings } from './settings.ts'
import { makeStandalonePages, sendStandalonePage } from './standalone-page.ts'

/** How long browsers cache the script (s); after an upgrade every page has the new one by then. */
const SCRIPT_AGE = 600
const NOT_BUILT = 'The widget has not been built. Start Deskbell with: npm start'

/** What a page loads: the script, the settings of the widget, the files of the window; and the standalone page. */
export function pageRoutes(
  app: FastifyInstance,
  needs: Pick<Services, 'availability' | 'clock' | 'config' | 'db' | 'directory' | 'links' | 'log' | 'rates'>,
): void {
  const { clock, db, directory, log, rates } = needs
  const onError = warning(log, 'the reply times could not be measured')
  const services = { ...needs, replyTimes: makeReplyTimes({ db, clock, onError }) }
  let assets: Assets | undefined
  const built = () => (assets ??= openAssets())
  const settings = makeSettings(services)
  const standalonePages = makeStandalonePages(services)

  /**
   * The files that were built, for a page that loads a part of the widget; undefined: refused with an answer, since the
   * address has loaded too many pages, or nothing was built.
   */
  function admitPage(channel: WidgetRecord, request: FastifyRequest, reply: FastifyReply): Assets | undefined {
    const taken = rates(channel.accountId, 'widgetPagesPerAddress').take(networkOf(request.ip))
    if (!taken.ok) return void tooMuch(reply, taken.headers()) // guard T46
    const made = built()
    if (!made) refuse(reply, 503, 'not_built', NOT_BUILT)
    return made
  }

  app.get<Address>('/widget/:widget', (request, reply) => {
    const channel = findWidget(directory, request.params.widget)
    if (!channel) return refuse(reply, 404, 'not_found', 'There is no such widget.')
    const made = admitPage(channel, request, reply)
    return made ? send(request, reply, made.loader, `public, max-age=${SCRIPT_AGE}`) : reply
  })

  app.get<Address>('/widget/:widget/settings', (request, reply) => {
    const channel = findAllowedWidget(services, request, reply)
    const made = channel && admitPage(channel, request, reply)
    if (!made) return reply
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
    const made = admitPage(channel, request, reply)
    return made ? sendStandalonePage(reply, standalonePages(channel, languagesOf(request), made.window)) : reply
  })
}

function send(request: FastifyRequest, reply: FastifyReply, asset: Asset, cache: string): Promise<FastifyReply> {
  return sendAsset(
    request,
    allowPages(reply).headers({ 'cache-control': cache, 'x-content-type-options': 'nosniff' }),
    asset,
  )
}
