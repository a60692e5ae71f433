import { isSerialization } from './errors.ts'

/** How often a transaction is tried in all. */
export const TRIES = 4

/** Runs a transaction again while it meets a deadlock or a conflict with another one. */
export async function retrySerialization<T>(transact: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++)
    try {
      return await transact()
    } catch (error) {
      if (tries === TRIES || !isSerialization(error)) throw error
    }
}
