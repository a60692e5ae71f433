import type { Compilable } from 'kysely'
import type { ClientBase } from 'pg'
import type { Statement } from './statement.ts'

/** What can be asked inside a transaction. */
export interface Tx {
  /**
   * A named statement, planned once per connection.
   *
   * What is asked in one tick travels in one round trip, in the order it was asked, and a transaction's begin travels
   * with the first of it: `await Promise.all([tx.query(a, …), tx.query(b, …)])` waits once. When one fails, all that
   * travelled with it fail with its error, and so does the transaction, even if somebody catches it.
   */
  query<R>(statement: Statement, values: readonly unknown[]): Promise<R[]>
  /** The same for a query built with Kysely (`sqlBuilder`). */
  run<R>(query: Compilable<R>): Promise<R[]>
}

/** A transaction that can say itself where it ends. */
export interface PipelineTx extends Tx {
  /**
   * Commits. Asked in the same tick as the last writes, it travels with them:
   * `await Promise.all([tx.query(write, …), tx.commit()])` is one round trip. It is not carried out when a statement
   * before it fails; once asked, it is carried out even if the function throws. Nothing can be asked after it.
   */
  commit(): Promise<void>
  /** Undoes everything, also what has failed, and ends the transaction; its function may then return what it likes. */
  rollback(): Promise<void>
}

/**
 * The database. Times come back as integer milliseconds, int8 and numeric as numbers, jsonb parsed. A Date is sent as
 * a time, an array as an SQL array, any other object as JSON; a JSON array has to be sent as text.
 *
 * Errors are those of errors.ts: ask `isUnavailable` and its like. Asking the database itself for anything while one
 * of its transactions is open around the caller is a programming fault on both kinds, because the embedded one has
 * a single connection and would wait for itself for ever.
 */
export interface Db {
  readonly kind: 'embedded' | 'server'
  /** One statement, committed when it resolves. When the connection is lost meanwhile, it may or may not be. */
  query<R>(statement: Statement, values: readonly unknown[]): Promise<R[]>
  run<R>(query: Compilable<R>): Promise<R[]>
  /**
   * Everything that `fn` asks in one transaction: committed when it resolves, rolled back when it throws. Throws InDoubt
   * when the connection is lost while it is being committed.
   */
  transaction<T>(fn: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * A transaction for somebody signed in: it takes the role `deskbell_agent` and one account, so that row-level
   * security shows no other account's rows. Both travel with the first query.
   */
  asAccount<T>(account: number, fn: (tx: Tx) => Promise<T>): Promise<T>
  /**
   * A transaction on a connection kept for it, so that it never waits for a reader; one at a time. Read, decide,
   * write and commit cost two round trips. Without a `commit` or `rollback` of its own it ends as `transaction` does.
   */
  pipeline<T>(fn: (tx: PipelineTx) => Promise<T>): Promise<T>
  /** A plain pg connection without time limits, for migrations and the like. Nothing of the desk's work goes here. */
  administer<T>(fn: (client: ClientBase) => Promise<T>): Promise<T>
  /** Resolves when the database answers. */
  ping(): Promise<void>
  /** Ends every connection, after what is under way. The embedded database is shut down and its folder let go. */
  close(): Promise<void>
}

/** As much of a logger as the database needs. */
export interface DbLog {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}
