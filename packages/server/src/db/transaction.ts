import type { Compilable } from 'kysely'
import type { Ask, Row } from './batch.ts'
import { toAsk } from './compiled.ts'
import type { PipelineTx } from './db.ts'
import { InDoubt, isAnswer } from './errors.ts'
import type { Link } from './link.ts'
import type { Statement } from './statement.ts'

const COMMIT: Ask = { name: 'tx.commit', text: 'commit', values: [] }
const ROLLBACK: Ask = { name: 'tx.rollback', text: 'rollback', values: [] }

interface Question {
  readonly ask: Ask
  resolve(rows: Row[]): void
  reject(error: unknown): void
}

/**
 * One transaction on one connection. Queries of one tick are sent together; queries made while an answer is outstanding
 * go with the next round trip.
 */
export class Transaction implements PipelineTx {
  readonly #link: Link
  /** Begin and the settings before the first query. */
  readonly #preamble: readonly Ask[]
  readonly #asked: Question[] = []
  #flushing: Promise<void> | undefined
  #state: 'open' | 'ending' | 'over' = 'open'
  #begun = false
  #failure: { error: unknown } | undefined

  constructor(link: Link, preamble: readonly Ask[]) {
    this.#link = link
    this.#preamble = preamble
  }

  query<R>(statement: Statement, values: readonly unknown[]): Promise<R[]> {
    return this.#enqueue({ name: statement.name, text: statement.text, values }) as Promise<R[]>
  }

  run<R>(query: Compilable<R>): Promise<R[]> {
    return this.#enqueue(toAsk(query)) as Promise<R[]>
  }

  commit(): Promise<void> {
    const done = this.#enqueue(COMMIT).then(() => {})
    this.#state = 'ending'
    return unheard(done)
  }

  async rollback(): Promise<void> {
    if (this.#state !== 'open') throw new Error('the transaction is over')
    this.#state = 'ending'
    await this.#flushing
    await this.#undo()
    // The caller undoes the transaction, so the failure is handled.
    this.#failure = undefined
  }

  /**
   * Commits what is open. Throws the error of a failed statement even if its caller caught it, because the transaction
   * is incomplete.
   */
  async finish(): Promise<void> {
    if (this.#state === 'open' && !this.#failure && (this.#begun || this.#asked.length > 0)) await this.commit()
    else await this.#flushing
    if (this.#failure) {
      await this.#undo()
      throw this.#failure.error
    }
    this.#state = 'over'
  }

  /** Undoes what is open, after the current round trip. Never throws: the original error is the one to report. */
  async abandon(): Promise<void> {
    this.#state = 'ending'
    await this.#flushing
    await this.#undo()
  }

  #enqueue(ask: Ask): Promise<Row[]> {
    if (this.#failure) return unheard(Promise.reject(this.#failure.error))
    if (this.#state !== 'open') return Promise.reject(new Error('the transaction is over'))
    const answer = unheard(new Promise<Row[]>((resolve, reject) => this.#asked.push({ ask, resolve, reject })))
    this.#flushing ??= Promise.resolve().then(() => this.#flush())
    return answer
  }

  async #flush(): Promise<void> {
    while (this.#asked.length > 0 && !this.#failure) {
      const questions = this.#asked.splice(0)
      const asks = questions.map((question) => question.ask)
      const lead = this.#begun ? [] : this.#preamble
      try {
        this.#begun = true
        const answers = await this.#link.send([...lead, ...asks])
        questions.forEach((question, index) => question.resolve(answers[lead.length + index] ?? []))
        if (asks.includes(COMMIT)) this.#begun = false
      } catch (cause) {
        // An answer of the server proves that the commit after it was not executed.
        const unsure = asks.includes(COMMIT) && this.#link.lost && !isAnswer(cause)
        this.#failure = { error: unsure ? inDoubt(cause) : cause }
        for (const question of questions) question.reject(this.#failure.error)
      }
    }
    if (this.#failure) for (const question of this.#asked.splice(0)) question.reject(this.#failure.error)
    this.#flushing = undefined
  }

  async #undo(): Promise<void> {
    this.#state = 'over'
    if (!this.#begun) return
    this.#begun = false
    // If this fails the connection is lost, and Postgres rolls back by itself.
    await this.#link.send([ROLLBACK]).catch(() => {})
  }
}

/** Marks a rejection as handled: a caller that does not await an answer receives the error from the transaction. */
function unheard<T>(answer: Promise<T>): Promise<T> {
  answer.catch(() => {})
  return answer
}

const inDoubt = (cause: unknown) =>
  new InDoubt('the connection was lost while a transaction was being committed; it may or may not have taken place', {
    cause,
  })
