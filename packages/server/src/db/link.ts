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
      if (client && !error) return resolve(new PooledLink(client, release, deadline, onOver))
      onOver()
      reject(error ?? new Disconnected('no connection'))
    })
  })
}

/** A class: an object literal with a getter gets a hidden class of its own each time, and this is made for every query. */
class PooledLink implements Link {
  readonly #client: pg.PoolClient
  readonly #release: (lost?: Error) => void
  readonly #deadline: Deadline
  readonly #onOver: () => void
  /** The pool handles errors of idle clients only. Without it, a connection that breaks between two queries ends the process. */
  readonly #onLost = (error: Error) => void (this.#lost ??= error)
  #lost: Error | undefined

  constructor(client: pg.PoolClient, release: (lost?: Error) => void, deadline: Deadline, onOver: () => void) {
    this.#client = client
    this.#release = release
    this.#deadline = deadline
    this.#onOver = onOver
    client.on('error', this.#onLost)
  }

  get lost(): boolean {
    return this.#lost !== undefined
  }

  send(asks: readonly Ask[]): Promise<Row[][]> {
    return new Promise((resolve, reject) => {
      const batch = new Batch(asks, (error, answers) => {
        clearTimeout(timer)
        if (!error) return resolve(answers)
        if (endsConnection(error)) this.#lost ??= error
        reject(this.#lost ?? error)
      })
      const giveUp = () => {
        this.#lost ??= new Disconnected(`the database did not answer within ${this.#deadline} ms`)
        this.#client.connection.stream.destroy(this.#lost)
      }
      const timer = this.#deadline === undefined ? undefined : setTimeout(giveUp, this.#deadline)
      // The result arrives through the batch's own callback.
      void this.#client.query(batch)
    })
  }

  release(): void {
    this.#client.removeListener('error', this.#onLost)
    this.#release(this.#lost)
    this.#onOver()
  }
}
