import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * On whose behalf the database is asked: askers take turns for its connections, so that one who asks a lot waits for
 * himself. Undefined: the desk's own work.
 */
export type Asker = string | undefined

/** The commit, for which every second turn is kept. */
export const COMMIT: Asker = 'commit'
/** The desk's own work. */
export const DESK: Asker = undefined

const askers = new AsyncLocalStorage<Asker>()

/** Runs `fn`; what it asks the database, also later on, counts as asked for `asker`. */
export const askFor = <T>(asker: Asker, fn: () => T): T => askers.run(asker, fn)

export const currentAsker = (): Asker => askers.getStore()
