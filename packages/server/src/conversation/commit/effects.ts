import type { Command } from '@deskbell/rules'
import type { Statement } from '../../db/statement.ts'
import type { NewDelivery } from '../../deliveries/delivery.ts'
import type { Made } from './deciding.ts'
import type { Conversation, Draft } from './draft.ts'
import type { Counter } from './statements.ts'

/** Data that an input carries for one effect, such as rows of stored files. */
export interface Attached {
  readonly to: Attachment<unknown>
  readonly value: unknown
}

/** One kind of such data. The module that owns the effect creates it once. */
export class Attachment<Value> {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }

  with(value: Value): Attached {
    return { to: this, value }
  }

  isIn(attached: readonly Attached[]): boolean {
    return attached.some(({ to }) => to === this)
  }
}

/** A value that was attached to an accepted input. */
export interface AttachedTo<Value> {
  readonly value: Value
  readonly conversation: Conversation
  readonly draft: Draft | null
  readonly command: Command | undefined
}

/** The decisions of a batch, as effects read them. New chats and visitors have their numbers when `write` is called. */
export interface Decisions {
  /** New entries, in the order of their commands. */
  readonly made: readonly Made[]
  readonly conversations: ReadonlySet<Conversation>
  readonly drafts: ReadonlyMap<Draft, Conversation>
  attached<Value>(to: Attachment<Value>): readonly AttachedTo<Value>[]
}

/** A request for the next number of an account's counter. `assign` is called before anything is written. */
export interface NumberRequest {
  readonly account: number
  readonly counter: Counter
  readonly assign: (n: number) => void
}

export interface EffectWriter {
  /** The time of the batch. */
  readonly at: Date
  /**
   * Sends a statement with the others of the transaction. When it fails, the whole batch fails. `onRows` is given what the
   * statement returns, before `committed`.
   */
  send(statement: Statement, values: readonly unknown[], onRows?: (rows: readonly unknown[]) => void): void
  /** Adds deliveries. Those of all effects are written with one statement, after everything that was sent. */
  deliver(deliveries: readonly NewDelivery[]): void
}

/** The rows that an effect writes for one batch. */
export interface EffectPlan {
  readonly numbers?: readonly NumberRequest[]
  /** Writes in the batch's transaction, with one statement for each kind of row. */
  write(writer: EffectWriter): void
  /** Called when the transaction is durable. */
  committed?(): void
}

/** Rows and deliveries that a module writes in the transaction of the entries that cause them. */
export interface Effect {
  readonly name: string
  /** Undefined when the batch causes nothing to write. */
  plan(decisions: Decisions): EffectPlan | undefined
}
