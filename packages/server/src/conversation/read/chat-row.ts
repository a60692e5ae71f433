import type { ChatState } from '@deskbell/rules'
import type { VisitorFacts } from '../commit/input.ts'

/** A chat with everything that a row of the inbox shows. */
export interface ChatFacts {
  readonly id: number
  readonly channel: { readonly id: number; readonly name: string; readonly kind: string }
  readonly state: ChatState
  readonly visitor: VisitorFacts
}

/** The same for one reader. */
export interface ChatRead extends ChatFacts {
  /** How many of the visitor's messages the reader has seen. */
  readonly seen: number
  /** The newest entry that the reader has read; null: none. */
  readonly read: number | null
}

/** The reading agent, and the channels of which they see every chat; null: all channels. */
export interface Scope {
  readonly account: number
  readonly agent: number
  readonly channels: readonly number[] | null
}

/** The columns of a `ChatRow`, of a chat `c` with `CHAT_JOINS`. */
export const CHAT_COLUMNS = `c.id, c.state, c.channel_id, h.name as channel_name, h.kind as channel_kind, v.number, v.contact_id as contact, v.key, v.name, v.phone,
  v.email, v.url, v.photo, v.description, v.custom_data, v.user_token, v.given, v.by_crm, v.site, v.social, v.chats, v.visits, v.created_at as since,
  v.blocked_at is not null as blocked, coalesce(r.received, 0) as seen, r.n as read`

// `limit 1` makes the planner, which cannot know how short a page is, look up one row each by primary key.
/** `$1` account, `$2` agent. */
export const CHAT_JOINS = `join lateral (select number, contact_id, key, name, phone, email, url, photo, description, custom_data, user_token, given, by_crm, site, social, chats, visits, created_at,
    blocked_at from visitor
    where account_id = c.account_id and number = c.visitor_number limit 1) v on true
  join lateral (select name, kind from channel where account_id = c.account_id and id = c.channel_id limit 1) h on true
  left join lateral (select received, n from reading where account_id = $1::int and chat_id = c.id and agent_id = $2
    limit 1) r on true`

export interface ChatRow {
  id: number
  state: ChatState
  channel_id: number
  channel_name: string
  channel_kind: string
  number: number
  contact: number
  key: string
  name: string | null
  phone: string | null
  email: string | null
  url: string | null
  photo: string | null
  description: string | null
  custom_data: VisitorFacts['customData']
  user_token: string | null
  given: VisitorFacts['given']
  by_crm: VisitorFacts['byCrm']
  site: VisitorFacts['site']
  social: VisitorFacts['social']
  chats: number
  visits: number
  since: number
  blocked: boolean
  seen: number
  read: number | null
}

export function toChatRead(row: ChatRow): ChatRead {
  const { number, contact, key, name, phone, email, url, photo, description, chats, visits, since, blocked } = row
  return {
    id: row.id,
    channel: { id: row.channel_id, name: row.channel_name, kind: row.channel_kind },
    state: row.state,
    visitor: {
      number,
      contact,
      channel: row.channel_id,
      key,
      name,
      phone,
      email,
      url,
      photo,
      description,
      customData: row.custom_data,
      userToken: row.user_token,
      given: row.given,
      byCrm: row.by_crm,
      site: row.site,
      social: row.social,
      chats,
      visits,
      since,
      blocked,
    },
    seen: row.seen,
    read: row.read,
  }
}
