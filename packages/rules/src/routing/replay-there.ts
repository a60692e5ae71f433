import type { ReplayPolicies } from './replay.ts'

/** Which agents of the past are online and within their hours, and since when none of a pool is. */
export class There {
  /** How many of an agent's times online have begun and not ended. */
  readonly #online = new Map<number, number>()
  /** Those within their hours, as of the last look or change. */
  readonly #there = new Set<number>()
  /** When the others last were there (ms). */
  readonly #seen = new Map<number, number>()
  #closed: readonly number[] | undefined
  readonly #aloneSince = new Map<number, number | undefined>()
  readonly #rules: ReplayPolicies

  constructor(rules: ReplayPolicies) {
    this.#rules = rules
  }

  isOnline(agent: number): boolean {
    return this.#online.has(agent)
  }

  comes(agent: number, now: number): void {
    const times = (this.#online.get(agent) ?? 0) + 1
    this.#online.set(agent, times)
    if (times === 1) this.#check(agent, now)
  }

  goes(agent: number, now: number): void {
    const times = (this.#online.get(agent) ?? 0) - 1
    if (times > 0) this.#online.set(agent, times)
    else {
      this.#online.delete(agent)
      this.#check(agent, now)
    }
  }

  /** Looks whose hours have begun or ended. */
  look(now: number): void {
    this.#closed = this.#rules.closedTeams?.(now) ?? []
    if (this.#rules.isOnDuty) for (const agent of this.#online.keys()) this.#check(agent, now)
  }

  /** Since when none of the pool's agents is there (ms); undefined: one is. None is there for a team outside its hours. */
  nobodySince(pool: number, team: number | undefined, now: number): number | undefined {
    if (!this.#closed) this.look(now)
    if (team !== undefined && this.#closed?.includes(team)) return -Infinity
    if (this.#aloneSince.has(pool)) return this.#aloneSince.get(pool)
    const agents = this.#rules.pools[pool] ?? []
    const since = agents.some((id) => this.#there.has(id))
      ? undefined
      : agents.reduce((last, id) => Math.max(last, this.#seen.get(id) ?? -Infinity), -Infinity)
    this.#aloneSince.set(pool, since)
    return since
  }

  #check(agent: number, now: number): void {
    const isThere = this.#online.has(agent) && this.#rules.isOnDuty?.(agent, now) !== false
    if (isThere === this.#there.has(agent)) return
    if (isThere) this.#there.add(agent)
    else {
      this.#there.delete(agent)
      this.#seen.set(agent, now)
    }
    this.#aloneSince.clear()
  }
}
