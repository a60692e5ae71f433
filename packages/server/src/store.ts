import type { Db } from './db/db.ts'
import { readInstallationId } from './db/installation-id.ts'
import { migrate } from './db/migrate.ts'
import { openDb } from './db/open.ts'
import { divideSmall } from './db/parts/divide.ts'
import { mendSecondWall } from './db/second-wall.ts'
import { serveSnapshots } from './db/snapshot.ts'
import { openStoreClock, readTimeOf, type ReadTime } from './db/store-clock.ts'
import { makeGuard, type Guard } from './deliveries/http/guard.ts'
import type { Closers } from './platform/closers.ts'
import type { Clock, MachineClock } from './platform/clock.ts'
import type { Config } from './platform/config.ts'
import { openKeys, type Keys } from './platform/crypto.ts'
import type { Ids } from './platform/ids.ts'
import type { Logger } from './platform/log.ts'
import type { SettingsContext } from './settings/change.ts'
import { holdsSecrets, resealSecrets } from './settings/reseal.ts'
import { firstStart, laterStart } from './setup/first-start.ts'
import { applySetup } from './setup/apply.ts'
import { readSetupFile } from './setup/file.ts'

/** The process's clock, ids and log. Tests pass their own. */
export interface Environment {
  readonly clock: MachineClock
  /** For tests that move the clock by hand, which the clock of a database server does not follow. */
  readonly readTime?: ReadTime
  readonly ids: Ids
  readonly log: Logger
  /** Called when the embedded database has crashed. Acknowledged data is on disk. */
  readonly onFatal: (error: Error) => void
}

/** The database, migrated and set up, with its clock and keys. */
export interface Store {
  readonly db: Db
  /** Shows the time of the database. */
  readonly clock: Clock
  readonly keys: Keys
  readonly guard: Guard
  readonly settingsContext: SettingsContext
  /** The id of this installation, which all its processes share. */
  readonly installationId: string
  /** The lines to print at the start: the addresses, and at the first start of an installation the sign-in. */
  readonly welcome: readonly string[]
}

/**
 * Opens the database, brings its schema, its row-level security and its secrets up to date, and applies the setup file.
 */
export async function openStore(config: Config, environment: Environment, closers: Closers): Promise<Store> {
  const { clock: machine, ids, log, onFatal } = environment
  const db = await openDb({
    dataDir: config.dataDir,
    clock: machine,
    log,
    onFatal,
    ...(config.databaseUrl !== undefined && { databaseUrl: config.databaseUrl }),
  })
  closers.add(() => db.close())
  if (db.kind === 'embedded') closers.add(serveSnapshots({ db, dataDir: config.dataDir, log, now: machine.now }))
  await migrate(db, log)
  await divideSmall(db, log, machine.now())
  await mendSecondWall(db, log) // guard T54
  const keys = await openKeys(config, { sealed: await holdsSecrets(db) })
  await resealSecrets(db, keys)

  const storeClock = await openStoreClock({ machine, readTime: environment.readTime ?? readTimeOf(db, machine), log })
  closers.add(() => storeClock.close())
  const clock: Clock = storeClock

  const guard = makeGuard({
    allowTargets: config.allowTargets,
    ownHosts: [config.publicUrl, config.filesUrl].map((url) => new URL(url).host),
  })
  const settingsContext = { clock, ids, keys, guard }
  const welcome = await setUp(config, settingsContext, db, log)
  return { db, clock, keys, guard, settingsContext, installationId: await readInstallationId(db, ids), welcome }
}

/** Applies the setup file. Without one, an empty database gets a first account. Returns the lines to print. */
async function setUp(config: Config, context: SettingsContext, db: Db, log: Logger): Promise<string[]> {
  if (config.setupFile === undefined)
    return (await firstStart(context, db, config.publicUrl)) ?? laterStart(db, config.publicUrl)
  const outcome = await applySetup(context, db, await readSetupFile(config.setupFile))
  for (const warning of outcome.warnings) log.warn(warning)
  log.info({ changed: outcome.changed }, 'the setup file was applied')
  return laterStart(db, config.publicUrl)
}
