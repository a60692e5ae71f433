import { isPlace } from '@deskbell/protocol/agent/places'
import { isOfShell, keepTranslation, ofAnyVersion, ofShell, PAGE } from './shell.ts'

/**
 * The answer to a request of a window, or undefined: the request goes to the server as if there were no worker. That is
 * so for the API, the sockets, and the files of chats, which must never come from a cache.
 */
export function answer(request: Request, url: URL, origin: string): Promise<Response> | undefined {
  if (request.method !== 'GET' || url.origin !== origin) return undefined
  const { pathname } = url
  if (request.mode === 'navigate') {
    if (isPlace(pathname) || pathname === '/leave') return kept(ofShell(PAGE), request)
    return undefined
  }
  if (pathname.startsWith('/assets/')) return kept(ofAnyVersion(pathname), request)
  return isOfShell(pathname) ? kept(ofShell(pathname), request) : undefined
}

/** From the cache; from the server, if the browser has emptied the cache or it is a language that was not used. */
async function kept(found: Promise<Response | undefined>, request: Request): Promise<Response> {
  const cached = await found.catch(() => undefined)
  if (cached) return cached
  const response = await fetch(request)
  void keepTranslation(new URL(request.url).pathname, response.clone()).catch(() => {})
  return response
}
