import { isSerialization } from './errors.ts'

/** Runs a transaction again while it meets a deadlock or a conflict with another one, at most `most` times in all. */
export async function retrySerialization<T>(most: number, transact: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++)
    try {
      return await transact()
    } catch (error) {
      if (tries === most || !isSerialization(error)) throw error
    }
}
