import { escapeHtml } from '@deskbell/protocol/html'
import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import type { WidgetRecord } from './find-widget.ts'
import { perWidget, toPublic, type SettingsNeeds, type Shown } from './settings.ts'

const STYLE =
  'html,body{margin:0;height:100%;background:#f4f5f7}@media(prefers-color-scheme:dark){html,body{background:#16181c}}'
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64')

interface StandalonePage {
  readonly policy: string
  readonly html: string
}

/**
 * A page with only the window, for links in mails and for sites that show the chat in a frame. The script takes the
 * window's language from the page's `lang`, so it is chosen here from the visitor's languages.
 */
export const makeStandalonePages = (services: SettingsNeeds) =>
  perWidget(services, (channel, shown) => standalonePage(services, channel, shown))

export function sendStandalonePage(reply: FastifyReply, { policy, html }: StandalonePage): FastifyReply {
  return reply
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      vary: 'accept-language',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'content-security-policy': policy,
    })
    .send(html)
}

function standalonePage(services: SettingsNeeds, channel: WidgetRecord, shown: Shown): StandalonePage {
  const { config } = services
  const { title, account, logo, lang, dir, colour } = toPublic(services, channel, shown)
  const base = `${config.publicUrl}/widget/${channel.publicId}`
  const sources = [config.publicUrl, config.filesUrl, config.publicUrl.replace(/^http/, 'ws')].join(' ')
  return {
    policy:
      `default-src 'none'; script-src ${config.publicUrl}; connect-src ${sources}; img-src ${sources}; ` +
      `media-src ${sources}; style-src 'sha256-${STYLE_HASH}'; base-uri 'none'; form-action 'none'; ` +
      `require-trusted-types-for 'script'; frame-ancestors ${framesOf(channel)}`,
    html:
      `<!doctype html><html lang="${lang}" dir="${dir}"><head><meta charset="utf-8">` +
      `<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content">` +
      `<meta name="theme-color" content="${colour}"><meta name="robots" content="noindex">` +
      `${logo === null ? '' : `<link rel="icon" href="${escapeHtml(logo)}">`}` +
      `<title>${escapeHtml(title || account || 'Chat')}</title><style>${STYLE}</style></head>` +
      `<body><script src="${base}" data-talk async></script></body></html>`,
  }
}

/** The sites that may frame the page: those that may show the widget; without a list, only Deskbell's own. */
function framesOf({ widget }: WidgetRecord): string {
  if (widget.sites.length === 0) return "'self'"
  return widget.sites.flatMap((site) => [`https://${site}`, `https://*.${site}`]).join(' ')
}
