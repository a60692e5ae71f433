import type pg from 'pg'
import { type Ask, Batch, type Row } from './batch.ts'
import { Disconnected, endsConnection } from './errors.ts'

/** A connection while somebody has it. */
export interface Link {
  /**
   * Carries the questions out in one round trip; the rows of each. One call at a time. Throws a TypeError, and sends
   * nothing, when a value cannot be sent.
   */
  send(asks: readonly Ask[]): Promise<Row[][]>
  /** The connection is of no use any more. */
  readonly lost: boolean
  /** Gives the connection back, or away when it was lost. */
  release(): void
}

/** How long an answer may take before the connection counts as lost, in milliseconds; undefined: as long as it takes. */
export type Deadline = number | undefined

/** Takes a connection out of the pool. `onOver` runs when it is back there, or none was to be had. */
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
  // The pool listens to idle clients only. Without a listener a connection that breaks between two questions of a
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
        // What comes of it comes through the batch's own callback.
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
