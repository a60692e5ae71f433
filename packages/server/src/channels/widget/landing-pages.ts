import type { Site } from '../../conversation/commit/input.ts'
import { networkOf } from '../../platform/network.ts'

/** The most tabs that are remembered, in total and per address; beyond that the oldest are evicted. */
const TABS = 20_000
const PER_ADDRESS = 500

/** Referrer and campaign of the tabs of visitors who are not stored yet. */
export interface LandingPages {
  /**
   * The site of a page, with the visit's referrer, which is that of its first page, and its campaign, which is that of
   * the newest page with one. Tabs of one address evict only each other.
   */
  of(handle: string, site: Site, address: string): Site
  /** Tabs that are remembered. */
  readonly size: number
}

type Landing = Pick<Site, 'referrer' | 'utm'>

export function makeLandingPages(): LandingPages {
  // Both maps are in the order of last use.
  const landingPages = new Map<string, { landing: Landing; near: string }>()
  const byAddress = new Map<string, Set<string>>()

  function forget(handle: string | undefined): void {
    const known = handle === undefined ? undefined : landingPages.get(handle)
    if (handle === undefined || !known) return
    landingPages.delete(handle)
    const own = byAddress.get(known.near)
    own?.delete(handle)
    if (own?.size === 0) byAddress.delete(known.near)
  }

  function remember(handle: string, landing: Landing, near: string): void {
    forget(handle)
    landingPages.set(handle, { landing, near })
    const own = byAddress.get(near) ?? new Set()
    byAddress.set(near, own.add(handle))
    if (own.size > PER_ADDRESS) forget(own.values().next().value) // guard T46
    if (landingPages.size > TABS) forget((own.size > 1 ? own : landingPages).keys().next().value)
  }

  return {
    of(handle, site, address) {
      const { referrer: cameFrom, utm: campaign, ...rest } = site
      const known: Landing = landingPages.get(handle)?.landing ?? {
        ...(cameFrom !== undefined && { referrer: cameFrom }),
      }
      const landing: Landing = { ...known, ...(campaign && { utm: campaign }) }
      remember(handle, landing, networkOf(address))
      return { ...rest, ...landing }
    },
    get size() {
      return landingPages.size
    },
  }
}
