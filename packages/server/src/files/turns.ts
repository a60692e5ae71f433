import { payerOf, type FileOwner } from './owner.ts'

/** This many jobs of agents and channels may precede a waiting visitor's job. */
const AHEAD = 3

/** Jobs by owner, and owners by payer, each in the order of their turns: a Map keeps insertion order. */
type Queue<J> = Map<string, Map<string, J[]>>

export interface Turns<J> {
  add(owner: FileOwner, job: J): void
  /** Removes and returns the next job. */
  next(): J | undefined
  /** Removes and returns all jobs. */
  clear(): J[]
}

/**
 * Decides whose job is next. Payers take turns, and so do the owners of one payer. Agents and channels precede
 * visitors, but at most three times in a row. Payers for whom `isOver` is true are served when no other waits.
 */
export function makeTurns<J>(isOver: (payer: string) => boolean): Turns<J> {
  const agents: Queue<J> = new Map()
  const visitors: Queue<J> = new Map()
  let ahead = 0

  function removeFirst(queue: Queue<J>, payer: string): J | undefined {
    const owners = queue.get(payer)
    const [first] = owners ?? []
    if (!owners || !first) return undefined
    const [name, jobs] = first
    const job = jobs.shift()
    owners.delete(name)
    if (jobs.length > 0) owners.set(name, jobs)
    queue.delete(payer)
    if (owners.size > 0) queue.set(payer, owners)
    return job
  }

  return {
    add(owner, job) {
      const queue = owner.kind === 'visitor' ? visitors : agents
      const payer = payerOf(owner)
      const owners = queue.get(payer) ?? new Map<string, J[]>()
      const jobs = owners.get(owner.name) ?? []
      jobs.push(job)
      owners.set(owner.name, jobs)
      queue.set(payer, owners)
    },
    next() {
      const queues = [agents, visitors]
      if (ahead >= AHEAD) queues.reverse() // guard T48
      for (const over of [false, true])
        for (const queue of queues)
          for (const payer of queue.keys()) {
            if (isOver(payer) !== over) continue // guard T48
            ahead = queue === agents && visitors.size > 0 ? ahead + 1 : 0
            return removeFirst(queue, payer)
          }
      return undefined
    },
    clear() {
      const all = [agents, visitors].flatMap((queue) =>
        [...queue.values()].flatMap((owners) => [...owners.values()].flat()),
      )
      agents.clear()
      visitors.clear()
      return all
    },
  }
}
