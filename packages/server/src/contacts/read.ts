import type { Edits, Given, OwnField } from '../conversation/contact/shapes.ts'
import type { Scope } from '../conversation/read/chat-row.ts'
import type { Social } from '@deskbell/protocol/webhook/social'
import type { Tx } from '../db/db.ts'
import { queryInOrder } from '../db/query-in-order.ts'
import { statement } from '../db/statement.ts'

const contactStatement = statement(
  'contact_read',
  `select id, name, email, phone, edits, fields, external_id as external, created_at as since, active_at as active,
     no_rating_mail_at is not null as "noRatingMails"
   from contact where account_id = $1 and id = $2 and active_at is not null`,
)
/** `$3`: the channels of which the reader sees chats, or null for all; `$4`: the reader, who also sees their own chats. */
const visitorsStatement = statement(
  'contact_identities',
  `select v.number, v.key, v.channel_id as channel, v.name, v.email, v.phone, v.given, v.photo, v.url, v.social,
     v.user_token as token, v.chats, v.visits, v.created_at as since, v.blocked_at is not null as blocked,
     greatest(v.seen_at, v.created_at, to_timestamp(((c.state->>'lastAt')::bigint) / 1000.0)) as seen, c.id as chat
   from visitor v
   left join lateral (select id, state from chat where account_id = v.account_id and visitor_number = v.number
     and ($3::int[] is null or channel_id = any($3) or agent_id = $4) order by id desc limit 1) c on true
   where v.account_id = $1 and v.contact_id = $2 order by v.number`,
)

/** A contact as it is stored. */
export interface ContactRead {
  readonly id: number
  readonly name: string | null
  readonly email: string | null
  readonly phone: string | null
  readonly edits: Edits
  readonly fields: readonly OwnField[]
  readonly external: string | null
  readonly since: number
  readonly active: number
  /** The person wants no mails that ask for a rating. */
  readonly noRatingMails: boolean
  /** The visitors that the reader sees. */
  readonly visitors: readonly IdentityRead[]
  /** How many visitors the reader does not see. */
  readonly hidden: number
}

export interface IdentityRead {
  readonly number: number
  readonly key: string
  readonly channel: number
  readonly name: string | null
  readonly email: string | null
  readonly phone: string | null
  readonly given: Given | null
  readonly photo: string | null
  readonly url: string | null
  readonly social: Social | null
  readonly token: string | null
  readonly chats: number
  readonly visits: number
  readonly since: number
  readonly blocked: boolean
  readonly seen: number
  /** The newest chat that the reader sees. */
  readonly chat: number | null
}

/** A contact with its visitors; undefined: there is none, or the reader sees none of its visitors (T18). */
export async function readContact(tx: Tx, scope: Scope, id: number): Promise<ContactRead | undefined> {
  const { account, agent, channels } = scope
  const [contact] = await tx.query<Omit<ContactRead, 'visitors' | 'hidden'>>(contactStatement, [account, id])
  if (!contact) return undefined
  const all = await queryInOrder<IdentityRead>(tx, visitorsStatement, [account, id, channels, agent])
  const visitors = channels === null ? all : all.filter(({ channel }) => channels.includes(channel))
  if (channels !== null && visitors.length === 0) return undefined
  return { ...contact, visitors, hidden: all.length - visitors.length }
}
