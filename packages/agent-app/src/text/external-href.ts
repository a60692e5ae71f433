import { leadsTo } from '@deskbell/protocol/host'
import { useCell, useSession } from '../live/react.ts'
import { places } from '../places.ts'

/**
 * The address that opens a visitor's link: directly if its host is safe (C13), otherwise through a page that shows the
 * destination (T28). Mail and telephone links open directly.
 */
export function externalHref(href: string, safeUrl: readonly string[]): string {
  if (/^https?:/.test(href) && !leadsTo(href, safeUrl)) return places.leave(href) // guard T28
  return href
}

/** The same, with the account's settings. */
export function useExternalHref(): (href: string) => string {
  const { safeUrl } = useCell(useSession().live.me).account
  return (href) => externalHref(href, safeUrl)
}
