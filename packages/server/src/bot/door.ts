import type { Commit } from '../chat/commit.ts'
import type { Db } from '../db/db.ts'
import type { Logger } from '../log.ts'
import type { Directory } from '../office/directory.ts'
import type { Rates } from '../rates.ts'
import type { Clock, Ids } from '../world.ts'
import type { Access } from './access.ts'
import type { Trials } from './trials.ts'

/** What the bot providers' door needs of the house. */
export interface BotDoor {
  readonly db: Db
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Pick<Logger, 'error'>
  readonly directory: Directory
  readonly commit: Commit
  readonly rates: Rates
  readonly access: Access
  readonly trials: Trials
}
