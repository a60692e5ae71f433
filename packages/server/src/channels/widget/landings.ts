import type { Site } from '../../conversation/commit/input.ts'
import { networkOf } from '../../platform/network.ts'

/** Tabs whose landing is remembered, in all and of one address; beyond that, those that came first are forgotten. */
const TABS = 20_000
const PER_ADDRESS = 500

/** How the tabs of those who have not written yet came to the site: with them, the store knows it. */
export interface Landings {
  /**
   * The site of a page, with the referrer that the visit came from and the campaign that it belongs to: those of the page
   * that it landed on, or of the newest one that names a campaign. Tabs of one address push out only each other.
   */
  of(handle: string, site: Site, address: string): Site
  /** Tabs that are remembered. */
  readonly size: number
}

type Landing = Pick<Site, 'referrer' | 'utm'>

export function makeLandings(): Landings {
  // Both in the order in which the tabs came last.
  const landings = new Map<string, { landing: Landing; near: string }>()
  const byAddress = new Map<string, Set<string>>()

  function forget(handle: string | undefined): void {
    const known = handle === undefined ? undefined : landings.get(handle)
    if (handle === undefined || !known) return
    landings.delete(handle)
    const own = byAddress.get(known.near)
    own?.delete(handle)
    if (own?.size === 0) byAddress.delete(known.near)
  }

  function remember(handle: string, landing: Landing, near: string): void {
    forget(handle)
    landings.set(handle, { landing, near })
    const own = byAddress.get(near) ?? new Set()
    byAddress.set(near, own.add(handle))
    if (own.size > PER_ADDRESS) forget(own.values().next().value) // guard T46
    if (landings.size > TABS) forget((own.size > 1 ? own : landings).keys().next().value)
  }

  return {
    of(handle, site, address) {
      const { referrer: cameFrom, utm: campaign, ...rest } = site
      const known: Landing = landings.get(handle)?.landing ?? { ...(cameFrom !== undefined && { referrer: cameFrom }) }
      const landing: Landing = { ...known, ...(campaign && { utm: campaign }) }
      remember(handle, landing, networkOf(address))
      return { ...rest, ...landing }
    },
    get size() {
      return landings.size
    },
  }
}
