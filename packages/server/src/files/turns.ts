import { payerOf, type FileOwner } from './owner.ts'

/** So many jobs of agents and channels go ahead of a visitor's that waits. */
const AHEAD = 3

/** Jobs by owner, and owners by payer, each in the order of their turns: a Map keeps the order in which keys were set. */
type Queue<J> = Map<string, Map<string, J[]>>

export interface Turns<J> {
  add(owner: FileOwner, job: J): void
  /** Takes out the job whose turn it is. */
  next(): J | undefined
  /** Takes out all of them. */
  clear(): J[]
}

/**
 * Whose job is next. Payers take turns, and so do the owners that one payer stands for. Agents and channels go before
 * visitors, but not more than three times in a row. Payers for whom `isOver` is true come when no other waits.
 */
export function makeTurns<J>(isOver: (payer: string) => boolean): Turns<J> {
  const desk: Queue<J> = new Map()
  const visitors: Queue<J> = new Map()
  let ahead = 0

  function take(line: Queue<J>, payer: string): J | undefined {
    const owners = line.get(payer)
    const [first] = owners ?? []
    if (!owners || !first) return undefined
    const [name, jobs] = first
    const job = jobs.shift()
    owners.delete(name)
    if (jobs.length > 0) owners.set(name, jobs)
    line.delete(payer)
    if (owners.size > 0) line.set(payer, owners)
    return job
  }

  return {
    add(owner, job) {
      const line = owner.kind === 'visitor' ? visitors : desk
      const payer = payerOf(owner)
      const owners = line.get(payer) ?? new Map<string, J[]>()
      const jobs = owners.get(owner.name) ?? []
      jobs.push(job)
      owners.set(owner.name, jobs)
      line.set(payer, owners)
    },
    next() {
      const lines = [desk, visitors]
      if (ahead >= AHEAD) lines.reverse() // guard T48
      for (const over of [false, true])
        for (const line of lines)
          for (const payer of line.keys()) {
            if (isOver(payer) !== over) continue // guard T48
            ahead = line === desk && visitors.size > 0 ? ahead + 1 : 0
            return take(line, payer)
          }
      return undefined
    },
    clear() {
      const all = [desk, visitors].flatMap((line) =>
        [...line.values()].flatMap((owners) => [...owners.values()].flat()),
      )
      desk.clear()
      visitors.clear()
      return all
    },
  }
}
