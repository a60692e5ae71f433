import { RoundRobin } from '../platform/round-robin.ts'
import { COMMIT, type Asker } from './asker.ts'
import { Disconnected } from './errors.ts'

export interface ConnectionTurns {
  /** Resolves with the function that ends the turn. Rejects with Disconnected after `within` ms. */
  enter(asker: Asker): Promise<() => void>
}

type Turn = () => void

/**
 * Distributes the connections of a database. Askers take turns: an asker with many queries waits for its own, and every
 * other asker waits for at most one of them. The commit waits for at most one turn of another asker.
 */
export function makeConnectionTurns({ connections, within }: { connections: number; within: number }): ConnectionTurns {
  const others = new RoundRobin<Asker, Turn>()
  const commits = new RoundRobin<Asker, Turn>()
  let free = connections
  let isAfterCommit = false

  function next(): void {
    isAfterCommit = !commits.isEmpty && !(isAfterCommit && !others.isEmpty) // guard T46
    const turn = (isAfterCommit ? commits : others).next()
    if (turn) turn()
    else free++
  }

  function begin(): () => void {
    let ended = false
    return () => {
      if (ended) return
      ended = true
      next()
    }
  }

  return {
    async enter(asker) {
      if (free > 0) {
        free--
        return begin()
      }
      return new Promise((resolve, reject) => {
        const queue = asker === COMMIT ? commits : others
        const turn = () => {
          clearTimeout(late)
          resolve(begin())
        }
        const late = setTimeout(() => {
          queue.remove(asker, turn)
          reject(new Disconnected(`no connection to the database was free within ${within} ms`))
        }, within)
        queue.add(asker, turn)
      })
    },
  }
}
