import type { MethodAndPath } from '@deskbell/protocol/agent/routes/call'

/** Parts of the address of a request. Undefined fields of the query are left out. */
export type UrlParts = {
  readonly params?: Readonly<Record<string, string | number>>
  readonly query?: Readonly<Record<string, string | number | undefined>>
}

export const methodOf = (route: MethodAndPath): string => route.slice(0, route.indexOf(' '))

/** The address of a request to this route, from the root of the server. */
export function toUrl(route: MethodAndPath, { params = {}, query = {} }: UrlParts): string {
  const path = route.slice(route.indexOf(' ') + 1)
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value))
  return `/api${filled}${search.size > 0 ? `?${search}` : ''}`
}
