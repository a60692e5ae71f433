import { conversationKey } from '../conversation/commit/draft.ts'
import { CommitRefused } from '../conversation/commit/input.ts'
import type { Settle } from '../conversation/commit/settle.ts'
import type { Db } from '../db/db.ts'
import type { Handler } from '../deliveries/handler.ts'
import type { Clock } from '../platform/clock.ts'
import { indexChat } from './document.ts'

export interface ArchiveOut {
  readonly db: Db
  readonly clock: Clock
  readonly settle: Settle
}

/** Writes the search index of a closed chat. */
export function archiveOut({ db, clock, settle }: ArchiveOut): Handler {
  return {
    async attempt({ account, chat }, number) {
      const at = clock.now()
      const found = chat !== null && (await indexChat(db, { account, chat, wanted: 'closed' })) !== null
      const request = { url: `chat:${chat ?? ''}`, headers: {}, body: '' }
      return {
        record: {
          number,
          at,
          ms: Math.round(clock.now() - at),
          outcome: found ? 'ok' : 'final',
          status: null,
          reason: found ? null : 'the chat does not exist any more',
          request,
          response: null,
        },
        diagnosis: null,
        result: undefined,
      }
    },

    async conclude({ account, channel, recipient }, _attempted, settlement) {
      const lock = channel === null || recipient === null ? null : conversationKey(account, channel, recipient)
      // The result is visible in the archive; a row in the log of attempts would add nothing.
      const settled = await settle({ settlement: { ...settlement, attempt: null }, lock })
      if (!settled) throw new CommitRefused('lease_lost')
    },
  }
}
