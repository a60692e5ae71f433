import { makeKeys, type Keys } from '../../src/platform/crypto.ts'
import type { Db } from '../../src/db/db.ts'
import { makeGuard } from '../../src/deliveries/http/guard.ts'
import { makeDevices } from '../../src/identity/devices.ts'
import { openDirectory, type Directory } from '../../src/settings/directory.ts'
import type { SettingsContext } from '../../src/settings/change.ts'
import { applySetup } from '../../src/setup/apply.ts'
import { makePasswordWork } from '../../src/identity/password-work.ts'
import type { SignInServices } from '../../src/identity/sessions.ts'
import { makeSignInLimit } from '../../src/identity/sign-in-limit.ts'
import { parseSetup } from '../../src/setup/file.ts'
import type { Outcome } from '../../src/setup/run.ts'
import { realIds } from '../../src/platform/ids.ts'
import { handClock, type HandClock } from '../clock.ts'
import { openTestDb, quietLog, type DbKind } from '../db.ts'

/** The functions of `settings` over a fresh database, without a server. */
export interface TestSettings {
  db: Db
  settingsContext: SettingsContext
  keys: Keys
  clock: HandClock
  /** Applies a setup file, as text would hold it. */
  setUp(file: unknown): Promise<Outcome>
  revision(): Promise<number>
  /** A directory of its own, as another process would have. */
  directory(): Promise<Directory>
  /** The services that signing in needs. `rate`: attempts per second of one address; 0: no limit. */
  services(rate?: number): SignInServices
  close(): Promise<void>
}

export async function openTestSettings(kind: DbKind): Promise<TestSettings> {
  const clock = handClock()
  const keys = await makeKeys(['a key for tests only'])
  const { db, close } = await openTestDb(kind)
  const settingsContext: SettingsContext = {
    clock,
    ids: realIds,
    keys,
    guard: makeGuard({ allowTargets: ['127.0.0.1'] }),
  }
  const directories: Directory[] = []
  return {
    db,
    settingsContext,
    keys,
    clock,
    setUp: async (file) => applySetup(settingsContext, db, parseSetup(JSON.stringify(file))),
    async revision() {
      const [row] = await db.query<{ n: number }>(
        { name: 'test_revision', text: 'select revision + agents_revision as n from account order by id limit 1' },
        [],
      )
      return row?.n ?? -1
    },
    async directory() {
      const directory = await openDirectory({ db, keys, clock, log: quietLog })
      directories.push(directory)
      return directory
    },
    services: (rate = 0.055) => ({
      db,
      clock,
      ids: realIds,
      limit: makeSignInLimit({ db, clock, of: 'sign-in', rate: () => rate }),
      passwords: makePasswordWork({ atOnce: 2, waitingMax: 40 }),
      devices: makeDevices({ key: keys.derive('known devices'), clock, ids: realIds }),
    }),
    async close() {
      for (const directory of directories) directory.close()
      await close()
    },
  }
}
