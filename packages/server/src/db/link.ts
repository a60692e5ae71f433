import type pg from 'pg'
import { type Ask, Batch, type Row } from './batch.ts'
import { Disconnected, endsConnection } from './errors.ts'

/** A connection in use. */
export interface Link {
  /**
   * Executes the queries in one round trip; resolves with the rows of each. One call at a time. Throws a TypeError, and
   * sends nothing, when a value cannot be encoded.
   */
  send(asks: readonly Ask[]): Promise<Row[][]>
  /** The connection is no longer usable. */
  readonly lost: boolean
  /** Returns the connection to the pool, or drops it if it was lost. */
  release(): void
}

/** How long an answer may take before the connection counts as lost, in milliseconds; undefined: no limit. */
export type Deadline = number | undefined

/** Takes a connection from the pool. `onOver` runs when it is back there, or none was available. */
export function takeLink(pool: pg.Pool, deadline: Deadline, onOver = () => {}): Promise<Link> {
  return new Promise((resolve, reject) => {
    pool.connect((error, client, release) => {
      if (client && !error) return resolve(makeLink(client, release, deadline, onOver))
      onOver()
      reject(error ?? new Disconnected('no connection'))
    })
  })
}

function makeLink(
  client: pg.PoolClient,
  release: (lost?: Error) => void,
  deadline: Deadline,
  onOver: () => void,
): Link {
  let lost: Error | undefined
  // The pool handles errors of idle clients only. Without a listener, a connection that breaks between two queries of a
  // transaction would end the process.
  const onLost = (error: Error) => void (lost ??= error)
  client.on('error', onLost)
  return {
    get lost() {
      return lost !== undefined
    },
    send(asks) {
      return new Promise((resolve, reject) => {
        const batch = new Batch(asks, (error, answers) => {
          clearTimeout(timer)
          if (!error) return resolve(answers)
          if (endsConnection(error)) lost ??= error
          reject(lost ?? error)
        })
        const giveUp = () => {
          lost ??= new Disconnected(`the database did not answer within ${deadline} ms`)
          client.connection.stream.destroy(lost)
        }
        const timer = deadline === undefined ? undefined : setTimeout(giveUp, deadline)
        // The result arrives through the batch's own callback.
        void client.query(batch)
      })
    },
    release() {
      client.removeListener('error', onLost)
      release(lost)
      onOver()
    },
  }
}
