import type { Site } from '../chat/input.ts'

/** Tabs whose landing is remembered; beyond that, those that came first are forgotten. */
const TABS = 20_000

/** How the tabs of those who have not written yet came to the site: with them, the store knows it. */
export interface Landings {
  /**
   * The site of a page, with the referrer that the visit came from and the campaign that it belongs to: those of the page
   * that it landed on, or of the newest one that names a campaign.
   */
  of(handle: string, site: Site): Site
}

type Landing = Pick<Site, 'referrer' | 'utm'>

export function makeLandings(): Landings {
  const landings = new Map<string, Landing>()
  return {
    of(handle, site) {
      const { referrer: cameFrom, utm: campaign, ...rest } = site
      const known: Landing = landings.get(handle) ?? { ...(cameFrom !== undefined && { referrer: cameFrom }) }
      const landing: Landing = { ...known, ...(campaign && { utm: campaign }) }
      landings.delete(handle)
      landings.set(handle, landing)
      const [oldest] = landings.size > TABS ? landings.keys() : []
      if (oldest !== undefined) landings.delete(oldest)
      return { ...rest, ...landing }
    },
  }
}
