import { readdirSync, readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'

const TYPES = { html: 'text/html', css: 'text/css', js: 'text/javascript', svg: 'image/svg+xml' }

/** The shop's page. `filesUrl` is where Deskbell serves agents' files: the only other origin it may load from. */
export function makePage(filesUrl: string) {
  const policy = [
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'",
    `img-src 'self' ${filesUrl}; media-src 'self' ${filesUrl}`,
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'",
  ].join('; ')
  const folder = new URL('../page/', import.meta.url)
  const files = new Map(readdirSync(folder).map((name) => [`/${name}`, readFileSync(new URL(name, folder))]))

  return (path: string, response: ServerResponse): boolean => {
    const name = path === '/' ? '/index.html' : path
    const file = files.get(name)
    if (!file) return false
    const type = TYPES[name.split('.').at(-1) as keyof typeof TYPES]
    response.writeHead(200, {
      'content-type': `${type}; charset=utf-8`,
      'content-security-policy': policy,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'cache-control': 'no-cache',
    })
    response.end(file)
    return true
  }
}
