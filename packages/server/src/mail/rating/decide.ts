import { REASONS, reason } from '@deskbell/protocol/agent/reasons'
import { RATING_MAIL_EVERY } from '@deskbell/protocol/limits'
import { queryInOrder } from '../../db/query-in-order.ts'
import { statement } from '../../db/statement.ts'
import type { LeasedDelivery } from '../../deliveries/delivery.ts'
import { hashToken } from '../../platform/crypto.ts'
import type { Services } from '../../services.ts'

const DAY = 24 * 3600 * 1000
/** An arbitrary number that no other lock of two numbers has. */
const LOCK = 20_644

/** Mails to one address are decided one after the other, so that two of them cannot both be the first of the week. */
const lockStatement = statement('rating_mail_lock', 'select pg_advisory_xact_lock($1, hashtext($2))')

/** `$3` the address, `$4` its hash, `$5` the time since which an earlier mail counts. */
const factsStatement = statement(
  'rating_mail_facts',
  `select c.state->>'rating' is not null as rated, c.erased_at is not null as erased, r.shown_at is not null as shown,
     exists (select from visitor w where w.account_id = $1 and w.contact_id = v.contact_id and w.blocked_at is not null)
       as blocked,
     exists (select from chat n where n.account_id = $1 and n.visitor_number = r.visitor_number and n.id > $2) as returned,
     exists (select from contact k where k.account_id = $1 and k.id = v.contact_id and k.no_rating_mail_at is not null)
       or exists (select from contact k where k.account_id = $1 and lower(k.email) = lower($3)
         and k.no_rating_mail_at is not null) as unwanted,
     exists (select from rating_request o where o.account_id = $1 and o.address_hash = $4 and o.asked_at > $5
         and o.chat_id <> $2)
       or exists (select from visitor w join rating_request o on o.account_id = $1 and o.visitor_number = w.number
         and o.asked_at > $5 and o.chat_id <> $2
         where w.account_id = $1 and w.contact_id = v.contact_id) as recent
   from rating_request r
   join chat c on c.account_id = r.account_id and c.id = r.chat_id
   join visitor v on v.account_id = r.account_id and v.number = r.visitor_number
   where r.account_id = $1 and r.chat_id = $2`,
)
const askedStatement = statement(
  'rating_mail_asked',
  `update rating_request set asked_at = coalesce(asked_at, $3), address_hash = $4 where account_id = $1 and chat_id = $2`,
)

interface Facts {
  rated: boolean
  erased: boolean
  shown: boolean
  blocked: boolean
  returned: boolean
  unwanted: boolean
  recent: boolean
}

/** Why a mail that asks for a rating is not sent, as a clause; undefined: it is sent. */
export type WhyNotAsk = (mail: LeasedDelivery) => Promise<string | undefined>

/**
 * Decides before each attempt whether the visitor is still to be asked. The first decision to send is stored, and from
 * then on no other mail is sent to the person for a week.
 */
export function makeWhyNotAsk({ clock, db, directory }: Pick<Services, 'clock' | 'db' | 'directory'>): WhyNotAsk {
  return async ({ account, chat, recipient }) => {
    if (recipient === null || chat === null) return undefined
    if (!directory.account(account)?.settings.ratingMailAfter) return REASONS.rating_off
    const now = clock.now()
    const address = recipient.toLowerCase()
    const hash = hashToken(address)
    return db.transaction(async (tx) => {
      await tx.query(lockStatement, [LOCK, `${account} ${address}`])
      const since = new Date(now - RATING_MAIL_EVERY * DAY)
      const [facts] = await queryInOrder<Facts>(tx, factsStatement, [account, chat, recipient, hash, since])
      const why = facts ? whyNot(facts) : REASONS.mail_no_chat
      if (why === undefined) await tx.query(askedStatement, [account, chat, new Date(now), hash])
      return why
    })
  }
}

function whyNot({ rated, erased, shown, blocked, returned, unwanted, recent }: Facts): string | undefined {
  if (erased) return REASONS.mail_no_chat
  if (rated) return REASONS.rating_given
  if (blocked) return REASONS.rating_blocked
  if (unwanted) return REASONS.rating_unwanted
  if (shown) return REASONS.rating_shown
  if (returned) return REASONS.rating_returned
  return recent ? reason('rating_recent', { count: RATING_MAIL_EVERY }) : undefined
}
