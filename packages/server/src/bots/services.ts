import type { Commit } from '../conversation/commit/commit.ts'
import type { Db } from '../db/db.ts'
import type { Logger } from '../platform/log.ts'
import type { Directory } from '../settings/directory.ts'
import type { Rates } from '../settings/rate-limits.ts'
import type { Clock } from '../platform/clock.ts'
import type { Ids } from '../platform/ids.ts'
import type { Access } from './access.ts'
import type { SandboxRows } from './sandbox-rows.ts'

/** What the routes of bot providers need. */
export interface BotServices {
  readonly db: Db
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Pick<Logger, 'error'>
  readonly directory: Directory
  readonly commit: Commit
  readonly rates: Rates
  readonly access: Access
  readonly sandboxRows: SandboxRows
}
