import type { Compilable } from 'kysely'
import type { Client } from 'pg'
import type { Statement } from './statement.ts'

/** Queries inside a transaction. */
export interface Tx {
  /**
   * A named statement, planned once per connection. Queries of one tick travel in one round trip, in order, and a
   * transaction's begin travels with the first of them: `await Promise.all([tx.query(a, …), tx.query(b, …)])` waits
   * once. When one fails, all that travelled with it fail with its error, and so does the transaction, even if a caller
   * catches the error.
   */
  query<R>(statement: Statement, values: readonly unknown[]): Promise<R[]>
  /** The same for a query built with Kysely (`sqlBuilder`). */
  run<R>(query: Compilable<R>): Promise<R[]>
}

/** A transaction with an explicit end. */
export interface PipelineTx extends Tx {
  /**
   * Commits. Called in the same tick as the last writes, it travels with them: `await Promise.all([tx.query(write, …),
   * tx.commit()])` is one round trip. It is not executed when a statement before it fails; once called, it is executed
   * even if the function throws. No query may follow it.
   */
  commit(): Promise<void>
  /** Undoes everything, including failed statements, and ends the transaction; its function may then return a value. */
  rollback(): Promise<void>
}

/**
 * The database. Times come back as integer milliseconds, int8 and numeric as numbers, jsonb parsed. A Date is sent as a
 * time, an array as an SQL array, any other object as JSON; a JSON array has to be sent as text. Errors are those of
 * errors.ts: use `isUnavailable` and its like. Querying the database itself inside one of its transactions is a
 * programming error for both kinds, because the embedded one has a single connection and would wait for itself for
 * ever.
 */
export interface Db {
  readonly kind: 'embedded' | 'server'
  /**
   * One statement, committed when it resolves. When the connection is lost in between, it may or may not be committed.
   */
  query<R>(statement: Statement, values: readonly unknown[]): Promise<R[]>
  run<R>(query: Compilable<R>): Promise<R[]>
  /**
   * Runs the queries of `fn` in one transaction: committed when `fn` resolves, rolled back when it throws. Throws
   * InDoubt when the connection is lost during the commit.
   */
  transaction<T>(fn: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * A transaction for a signed-in agent: it takes the role `deskbell_agent` and one account, so that row-level security
   * hides the rows of other accounts. Both settings travel with the first query.
   */
  asAccount<T>(account: number, fn: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * A transaction on a reserved connection, so that it never waits for a reader; one at a time. Read, decide, write and
   * commit take two round trips. Without an explicit `commit` or `rollback` it ends like `transaction`.
   */
  pipeline<T>(fn: (tx: PipelineTx) => Promise<T>): Promise<T>
  /** A plain pg connection without time limits, for migrations and maintenance only. */
  administer<T>(fn: (client: Client) => Promise<T>): Promise<T>
  /** Resolves when the database answers. */
  ping(): Promise<void>
  /** Closes every connection after its current work. The embedded database is shut down and its folder unlocked. */
  close(): Promise<void>
}

/** The part of a logger that the database needs. */
export interface DbLog {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}
