import type { Command } from '@deskbell/rules'
import type { Statement } from '../../db/statement.ts'
import type { NewDelivery } from '../../deliveries/delivery.ts'
import type { Made } from './deciding.ts'
import type { Conversation, Draft } from './draft.ts'
import type { Counter } from './statements.ts'

/** Data that an input brings along for the effect that owns it: rows of stored files, say. */
export interface Attached {
  readonly to: Attachment<unknown>
  readonly value: unknown
}

/** One kind of such data, made once by the module that owns the effect. */
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

/** A value that was attached to an input which was not refused. */
export interface AttachedTo<Value> {
  readonly value: Value
  readonly conversation: Conversation
  readonly draft: Draft | null
  readonly command: Command | undefined
}

/** What a batch has decided, for effects to look at. New chats and visitors have their numbers once `write` is called. */
export interface Decisions {
  /** Entries, in the order in which they were made. */
  readonly made: readonly Made[]
  readonly conversations: ReadonlySet<Conversation>
  readonly drafts: ReadonlyMap<Draft, Conversation>
  attached<Value>(to: Attachment<Value>): readonly AttachedTo<Value>[]
}

/** The next number of an account's counter, handed over before anything is written. */
export interface NumberWanted {
  readonly account: number
  readonly counter: Counter
  readonly give: (n: number) => void
}

export interface EffectWriter {
  /** The time of the batch. */
  readonly at: Date
  /** Sends a statement with the others of the transaction. When it fails, the whole batch fails. */
  send(statement: Statement, values: readonly unknown[]): void
  /** Adds deliveries. Those of all effects are written with one statement, after everything that was sent. */
  deliver(deliveries: readonly NewDelivery[]): void
}

/** What an effect does about one batch. */
export interface EffectPlan {
  readonly numbers?: readonly NumberWanted[]
  /** Writes in the batch's transaction: one statement for each kind of row, however many rows there are. */
  write(writer: EffectWriter): void
  /** The transaction is durable. */
  committed?(): void
}

/** Rows and deliveries that a module writes in the transaction of the entries that cause them. */
export interface Effect {
  readonly name: string
  /** Undefined when the batch has nothing for it. */
  plan(decisions: Decisions): EffectPlan | undefined
}
