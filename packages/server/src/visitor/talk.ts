import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import type { Assets } from './assets.ts'
import type { VisitorDoor, WidgetRecord } from './door.ts'
import { toPublic } from './settings.ts'

/**
 * A page that is the window alone: for links in mails, and for sites that want the chat in a frame of its own. It says
 * its language, in which the script then asks for the window; so it is chosen here, of the visitor's `languages`.
 */
export function talkPage(
  reply: FastifyReply,
  door: Pick<VisitorDoor, 'config' | 'directory' | 'availability'>,
  channel: WidgetRecord,
  assets: Assets,
  languages: readonly string[],
): FastifyReply {
  const { config } = door
  const { title, account, lang, dir, colour } = toPublic(door, channel, languages, assets.window)
  const base = `${config.publicUrl}/widget/${channel.publicId}`
  const sources = [config.publicUrl, config.filesUrl, config.publicUrl.replace(/^http/, 'ws')].join(' ')
  const style =
    'html,body{margin:0;height:100%;background:#f4f5f7}@media(prefers-color-scheme:dark){html,body{background:#16181c}}'
  const styleHash = createHash('sha256').update(style).digest('base64')
  return reply
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      vary: 'accept-language',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'content-security-policy':
        `default-src 'none'; script-src ${config.publicUrl}; connect-src ${sources}; img-src ${sources}; ` +
        `media-src ${sources}; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; ` +
        `require-trusted-types-for 'script'; frame-ancestors ${framesOf(channel)}`,
    })
    .send(
      `<!doctype html><html lang="${lang}" dir="${dir}"><head><meta charset="utf-8">` +
        `<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content">` +
        `<meta name="theme-color" content="${colour}"><meta name="robots" content="noindex">` +
        `<title>${toHtml(title || account || 'Chat')}</title><style>${style}</style></head>` +
        `<body><script src="${base}" data-talk async></script></body></html>`,
    )
}

/** Who may put the page into a frame: whoever may show the widget; where nobody is named, nobody but ourselves. */
function framesOf({ widget }: WidgetRecord): string {
  if (widget.sites.length === 0) return "'self'"
  return widget.sites.flatMap((site) => [`https://${site}`, `https://*.${site}`]).join(' ')
}

const HTML: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const toHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (letter) => HTML[letter] ?? '')
