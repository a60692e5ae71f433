import type { Db } from '../../db/db.ts'
import { statement } from '../../db/statement.ts'
import { hashToken } from '../../platform/crypto.ts'
import type { Rating } from './places.ts'

/** A link is followed without signing in, so it is found by its token alone. Not that of a blocked visitor or an erased chat. */
const byHash = statement(
  'rating_by_hash',
  `select r.account_id as account, r.chat_id as chat, r.expires_at as until, c.channel_id as channel,
     c.state->>'rating' as rating, v.site->>'lang' as lang, k.no_rating_mail_at is not null as stopped
   from rating_request r
   join chat c on c.account_id = r.account_id and c.id = r.chat_id and c.erased_at is null
   join visitor v on v.account_id = r.account_id and v.number = r.visitor_number and v.blocked_at is null
   join contact k on k.account_id = v.account_id and k.id = v.contact_id
   where r.hash = $1`,
)

/** What a link in a mail is about. */
export interface Opened {
  readonly account: number
  readonly chat: number
  readonly channel: number
  /** When it ends (ms). */
  readonly until: number
  readonly rating: Rating | null
  readonly lang: string | null
  /** The person wants no such mails any more. */
  readonly stopped: boolean
}

/** 32 bytes in base64url. */
const TOKEN = /^[\w-]{43}$/

export async function openLink(db: Db, token: string): Promise<Opened | undefined> {
  if (!TOKEN.test(token)) return undefined
  const [opened] = await db.query<Opened>(byHash, [hashToken(token)])
  return opened
}
