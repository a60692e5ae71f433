import { queryInOrder } from '../../db/query-in-order.ts'
import type { Tx } from '../../db/db.ts'
import type { Statement } from '../../db/statement.ts'

/** What is erased, as it was stored before. */
export interface ErasureScope extends ErasedChats {
  readonly channel: number
  /** The visitor's number. */
  readonly visitor: number
  /** The visitor's key on the channel. */
  readonly key: string
  /** The file with the visitor's photo. */
  readonly photo: string | null
  /** Calls without a chat that are erased. */
  readonly calls: readonly number[]
  /** The visitor is erased with the chats. */
  readonly withVisitor: boolean
}

export interface ErasedChats {
  readonly account: number
  readonly chats: readonly number[]
}

/** What follows from a removal. */
export interface Freed {
  /** Files without a row: their bytes are removed after the commit. */
  readonly files?: readonly string[]
  /** Lanes of removed deliveries: the next delivery of each becomes due. */
  readonly lanes?: readonly string[]
}

export interface Removed extends Freed {
  readonly rows: number
}

/** Rows that are removed in steps, because a chat may have very many. */
export interface StepwiseRemoval {
  /** How many rows there are. Agents see the sum as the total of the erasure. */
  count(tx: Tx, chats: ErasedChats): Promise<number>
  /** Removes at most `most` rows. It is called until it removes fewer, and may be called again later. */
  remove(tx: Tx, chats: ErasedChats, most: number): Promise<Removed>
}

/** One kind of data about visitors and their chats, and how an erasure removes it. The module that writes it contributes it. */
export interface PersonalData {
  /** Removes a bounded number of rows in the first transaction, under the lock of the visitor's conversation. */
  readonly removeAtOnce?: (tx: Tx, scope: ErasureScope) => Promise<Freed>
  readonly inSteps?: StepwiseRemoval
}

/**
 * Rows that belong to chats. Parameters of both statements: the account and the numbers of the chats; of `remove` also
 * the number of rows at most. `count` returns `rows`, and `remove` the removed rows. The table needs an index that begins
 * with the account and the chat.
 */
export function rowsOfChats<Row>(statements: {
  readonly count: Statement
  readonly remove: Statement
  readonly toFreed?: (removed: readonly Row[]) => Freed
}): StepwiseRemoval {
  return {
    async count(tx, { account, chats }) {
      const [counted] = await queryInOrder<{ rows: number }>(tx, statements.count, [account, chats])
      return counted?.rows ?? 0
    },
    async remove(tx, { account, chats }, most) {
      const removed = await queryInOrder<Row>(tx, statements.remove, [account, chats, most])
      return { rows: removed.length, ...statements.toFreed?.(removed) }
    },
  }
}
