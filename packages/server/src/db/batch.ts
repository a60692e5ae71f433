import type { Duplex } from 'node:stream'
import { readerOf, writeValue } from './values.ts'

/** One query in the extended protocol. Without a name it is planned each time. */
export interface Ask {
  readonly name?: string
  readonly text: string
  readonly values: readonly unknown[]
}

export type Row = Record<string, unknown>

/** The part of pg's connection that a custom query object needs (pg/lib/query.js uses the same). */
interface Connection {
  readonly stream: Duplex
  /** The statements planned on this connection, by name; maintained by pg's client. */
  readonly parsedStatements: Record<string, string | undefined>
  parse(statement: { name: string; text: string }): void
  bind(portal: { statement: string; values: (string | Buffer | null)[] }): void
  describe(portal: { type: 'P'; name: '' }): void
  execute(portal: null): void
  sync(): void
}

interface Column {
  readonly name: string
  readonly read: (text: string) => unknown
}

/** The columns of the named statements of a connection. Postgres refuses a plan whose columns have changed. */
const columnsOf = new WeakMap<Connection, Map<string, Column[]>>()

/**
 * Several statements in one round trip, followed by one Sync. Postgres executes them in order and, when one fails,
 * skips the rest up to the Sync, so that a commit at the end is never executed after a failure. This is a query object
 * that pg's client runs like its own. The client asks for the query's name when a plan is ready; here that is the name
 * of the statement being answered.
 */
export class Batch {
  readonly #asks: readonly Ask[]
  readonly #values: (string | Buffer | null)[][]
  readonly #answered: (error: Error | null, answers: Row[][]) => void
  readonly #answers: Row[][] = []
  #known: Map<string, Column[]> = new Map()
  #turn = 0
  #columns: Column[] | undefined
  #rows: Row[] = []
  #fault: Error | undefined

  /** Throws when a value cannot be encoded; nothing is sent then. */
  constructor(asks: readonly Ask[], answered: (error: Error | null, answers: Row[][]) => void) {
    this.#asks = asks
    this.#values = asks.map((ask) => ask.values.map(writeValue))
    this.#answered = answered
  }

  get name(): string {
    return this.#asks[this.#turn]?.name ?? ''
  }

  get text(): string {
    return this.#asks[this.#turn]?.text ?? ''
  }

  submit(connection: Connection): void {
    const known = columnsOf.get(connection) ?? new Map<string, Column[]>()
    columnsOf.set(connection, known)
    this.#known = known
    const sent = new Set<string>()
    connection.stream.cork()
    for (const [index, { name = '', text }] of this.#asks.entries()) {
      if (name === '' || (connection.parsedStatements[name] === undefined && !sent.has(name))) {
        connection.parse({ name, text })
        sent.add(name)
      }
      connection.bind({ statement: name, values: this.#values[index] ?? [] })
      if (!known.has(name)) connection.describe({ type: 'P', name: '' })
      connection.execute(null)
    }
    connection.sync()
    connection.stream.uncork()
    this.#columns = known.get(this.name)
  }

  handleRowDescription(message: { fields: readonly { name: string; dataTypeID: number }[] }): void {
    this.#columns = message.fields.map(({ name, dataTypeID }) => ({ name, read: readerOf(dataTypeID) }))
  }

  handleDataRow(message: { fields: readonly (string | null)[] }): void {
    const row: Row = {}
    let index = 0
    try {
      for (const { name, read } of this.#columns ?? []) {
        const text = message.fields[index++] ?? null
        row[name] = text === null ? null : read(text)
      }
    } catch (error) {
      this.#fault ??= error instanceof Error ? error : new Error(String(error))
    }
    this.#rows.push(row)
  }

  handleCommandComplete(): void {
    // No row description means that the statement has no columns.
    if (this.name !== '') this.#known.set(this.name, this.#columns ?? [])
    this.#next()
  }

  handleEmptyQuery(): void {
    this.#next()
  }

  handleReadyForQuery(): void {
    this.#answered(this.#fault ?? null, this.#answers)
  }

  handleError(error: Error): void {
    // The log needs the statement's name, because the stack does not show it.
    if ('severity' in error) Object.assign(error, { statement: this.name })
    this.#answered(error, [])
  }

  #next(): void {
    this.#answers.push(this.#rows)
    this.#rows = []
    this.#turn++
    this.#columns = this.#known.get(this.name)
  }
}
