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
 * One transaction on one connection. What is asked in one tick is gathered and sent together; what is asked while an
 * answer is awaited goes with the next round trip.
 */
export class Transaction implements PipelineTx {
  readonly #link: Link
  /** Begin and what else comes before the first question. */
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
    return this.#ask({ name: statement.name, text: statement.text, values }) as Promise<R[]>
  }

  run<R>(query: Compilable<R>): Promise<R[]> {
    return this.#ask(toAsk(query)) as Promise<R[]>
  }

  commit(): Promise<void> {
    const done = this.#ask(COMMIT).then(() => {})
    this.#state = 'ending'
    return unheard(done)
  }

  async rollback(): Promise<void> {
    if (this.#state !== 'open') throw new Error('the transaction is over')
    this.#state = 'ending'
    await this.#flushing
    await this.#undo()
    // Whoever undoes it has taken note.
    this.#failure = undefined
  }

  /** Commits what is open. Throws what a statement threw, even if its asker caught it: half of it is not there. */
  async finish(): Promise<void> {
    if (this.#state === 'open' && !this.#failure && (this.#begun || this.#asked.length > 0)) await this.commit()
    else await this.#flushing
    if (this.#failure) {
      await this.#undo()
      throw this.#failure.error
    }
    this.#state = 'over'
  }

  /** Undoes what is open, after what is under way. Never throws: what led here is the error to tell. */
  async abandon(): Promise<void> {
    this.#state = 'ending'
    await this.#flushing
    await this.#undo()
  }

  #ask(ask: Ask): Promise<Row[]> {
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
        questions.forEach((question, place) => question.resolve(answers[lead.length + place] ?? []))
        if (asks.includes(COMMIT)) this.#begun = false
      } catch (cause) {
        // With an answer of the server's it is sure that the commit behind it was not reached.
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
    // When this fails the connection is lost, and Postgres undoes by itself.
    await this.#link.send([ROLLBACK]).catch(() => {})
  }
}

/** A failure that its asker need not hear of: whoever does not wait for an answer hears from the transaction itself. */
function unheard<T>(answer: Promise<T>): Promise<T> {
  answer.catch(() => {})
  return answer
}

const inDoubt = (cause: unknown) =>
  new InDoubt('the connection was lost while a transaction was being committed; it may or may not have taken place', {
    cause,
  })
