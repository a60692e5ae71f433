import type { TestServer } from './test-server.ts'

/**
 * Records the queries of a test server by the names of their statements. `hold` delays the answers until it is
 * released.
 */
export function watchStore({ services: { db } }: TestServer) {
  const { query, transaction, asAccount } = db
  const asked: string[] = []
  let held: Promise<void> | undefined
  Object.assign(db, {
    async query(...given: Parameters<typeof query>) {
      asked.push(given[0].name)
      await held
      return query.apply(db, given)
    },
    transaction(...given: Parameters<typeof transaction>) {
      asked.push('transaction')
      return transaction.apply(db, given)
    },
    async asAccount(...given: Parameters<typeof asAccount>) {
      asked.push('as account')
      await held
      return asAccount.apply(db, given)
    },
  })
  return {
    asked,
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>()
      held = promise
      return () => {
        held = undefined
        resolve()
      }
    },
    end: () => Object.assign(db, { query, transaction, asAccount }),
  }
}
