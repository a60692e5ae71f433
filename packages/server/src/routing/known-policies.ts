import type { Db } from '../db/db.ts'
import type { Clock } from '../platform/clock.ts'
import { makeRecent, type Recent } from '../platform/recent.ts'
import type { Directory } from '../settings/directory.ts'
import { toPolicies, type Policies } from './policies.ts'
import { present, readRouting } from './settings.ts'

/** Another process has changed the settings at most so long before (ms). */
const FRESH = 2000

/** The routing settings of accounts, as they were at most two seconds before. */
export const makeKnownPolicies = ({
  db,
  clock,
  directory,
}: {
  db: Db
  clock: Clock
  directory: Directory
}): Recent<Policies> =>
  makeRecent({
    clock,
    fresh: FRESH,
    read: async (account) => toPolicies(present(await readRouting(db, account), account, directory)),
  })
