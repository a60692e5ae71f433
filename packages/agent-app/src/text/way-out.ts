import { leadsTo } from '@deskbell/protocol/host'
import { useCell, useDesk } from '../live/react.ts'
import { places } from '../places.ts'

/**
 * How a link is opened that a visitor or their page gave: at once where the desk calls its host safe (C13), else by way
 * of a page of ours that says where it leads (T28). Mail and telephone lead nowhere that has to be told.
 */
export function wayOut(href: string, safeUrl: readonly string[]): string {
  if (/^https?:/.test(href) && !leadsTo(href, safeUrl)) return places.leave(href) // guard T28
  return href
}

/** The same by the settings of this desk. */
export function useWayOut(): (href: string) => string {
  const { safeUrl } = useCell(useDesk().live.me).account
  return (href) => wayOut(href, safeUrl)
}
