/** After such a gap what was seen before no longer counts: another process has routed the account meanwhile (ms). */
const GAP = 5000

/** Since when agents are not online, as far as this process has looked: each second while it routes the account. */
export interface LastSeen {
  /**
   * Notes who is online. Returns the function that says since when none of these agents is (ms): since the look that first
   * missed the last of them, so that an agent who goes between two looks has all the time to come back, however far apart the
   * looks are. Before the process began to look at the account nothing is known, so after a restart agents have it, too.
   */
  look(account: number, online: readonly { readonly id: number }[], now: number): (agents: readonly number[]) => number
}

export function makeLastSeen(): LastSeen {
  const accounts = new Map<
    number,
    { began: number; lookedAt: number; seen: Map<number, number>; online: readonly number[] }
  >()
  return {
    look(account, online, now) {
      let known = accounts.get(account)
      if (!known || now - known.lookedAt > GAP) {
        known = { began: now, lookedAt: now, seen: new Map(), online: [] }
        accounts.set(account, known)
      }
      known.lookedAt = now
      const { began, seen } = known
      for (const id of known.online) seen.set(id, now)
      known.online = online.map(({ id }) => id)
      for (const id of known.online) seen.set(id, now)
      return (agents) => Math.max(began, ...agents.map((id) => seen.get(id) ?? 0))
    },
  }
}
