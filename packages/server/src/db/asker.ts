import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * The party on whose behalf the database is asked. Askers take turns for the connections, so that an asker with many
 * queries waits only for itself. Undefined: the server's own work.
 */
export type Asker = string | undefined

/** The commit, which gets every second turn. */
export const COMMIT: Asker = 'commit'
/** The server's own work. */
export const SERVER: Asker = undefined

const askers = new AsyncLocalStorage<Asker>()

/** Runs `fn`; all its queries, including later ones, count as queries of `asker`. */
export const askFor = <T>(asker: Asker, fn: () => T): T => askers.run(asker, fn)

export const currentAsker = (): Asker => askers.getStore()
