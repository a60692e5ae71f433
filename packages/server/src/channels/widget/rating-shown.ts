import type { VisitorEntry } from '@deskbell/protocol/widget/frames'
import { statement } from '../../db/statement.ts'
import { warning } from '../../platform/log.ts'
import type { Services } from '../../services.ts'

const shownStatement = statement(
  'rating_shown',
  `update rating_request set shown_at = $3
   where account_id = $1 and chat_id = any($2::int[]) and asked_at is null and shown_at is null`,
)

const MINUTE = 60_000
/** A mail may be decided so much later than its time, for example after the server was down (ms). */
const LATE = 24 * 60 * MINUTE

/** Called with the entries that a page is sent. */
export type RatingShown = (account: number, entries: readonly VisitorEntry[]) => void

type Needs = Pick<Services, 'clock' | 'db' | 'directory' | 'log'>

/**
 * Notes that an open page asks for a rating, so that its visitor is not asked by mail too. Costs a query only where the
 * account asks by mail, and only for chats that ended lately.
 */
export function makeRatingShown({ clock, db, directory, log }: Needs): RatingShown {
  const onError = warning(log, 'it could not be stored that a visitor was asked for a rating')
  return (account, entries) => {
    const minutes = directory.account(account)?.settings.ratingMailAfter ?? 0
    if (minutes === 0) return
    const now = clock.now()
    const since = now - minutes * MINUTE - LATE
    const chats = entries.flatMap((one) =>
      one.type === 'chat.closed' && one.rate && one.at >= since ? [one.chat] : [],
    )
    if (chats.length > 0) db.query(shownStatement, [account, chats, new Date(now)]).catch(onError)
  }
}
