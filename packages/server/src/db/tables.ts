import type { AlertSettings, PushSubscriptionBody } from '@deskbell/protocol/agent/alerts'
import type { ChatFilter } from '@deskbell/protocol/agent/chat-filter'
import type { SavedView } from '@deskbell/protocol/agent/saved-view'
import type { TagColour } from '@deskbell/protocol/agent/tag-colours'
import type { ChannelKind } from '@deskbell/protocol/agent/channel'
import type { MacroStep } from '@deskbell/protocol/agent/macro'
import type { ColumnType, GeneratedAlways } from 'kysely'

/** Milliseconds since the epoch in TypeScript, timestamptz in the database. Written as a Date. */
type Time = ColumnType<number, Date, Date>
type MaybeTime = ColumnType<number | null, Date | null | undefined, Date | null>
type Defaulted<T> = ColumnType<T, T | undefined, T>
type Json<T> = ColumnType<T, string, string>

/** The tables as the newest migration leaves them. */
export interface Tables {
  account: {
    id: GeneratedAlways<number>
    name: string
    logo: Defaulted<string | null>
    settings: ColumnType<Record<string, unknown>, string | undefined, string>
    revision: Defaulted<number>
    agents_revision: Defaulted<number>
    created_at: Defaulted<Date>
  }
  account_number: {
    account_id: number
    chats: Defaulted<number>
    visitors: Defaulted<number>
    contacts: Defaulted<number>
    events: Defaulted<number>
    calls: Defaulted<number>
  }
  installation: { one: Defaulted<boolean>; id: string }
  agent: {
    account_id: number
    id: GeneratedAlways<number>
    email: string
    name: string
    role: 'owner' | 'admin' | 'agent'
    password_hash: string
    status: Defaulted<'online' | 'away'>
    photo: ColumnType<string | null, string | null | undefined, string | null>
    phone: string | null
    language: string | null
    hold: Defaulted<number>
    calls_on: Defaulted<'browser' | 'phone' | 'both'>
    working_hours: ColumnType<unknown, string | null | undefined, string | null>
    session_version: Defaulted<number>
    deleted_at: MaybeTime
    successor_id: ColumnType<number | null, number | null | undefined, number | null>
    created_at: ColumnType<number, Date | undefined, never>
  }
  session: {
    account_id: number
    agent_id: number
    hash: Buffer
    version: number
    created_at: Time
    used_at: Time
    expires_at: Time
    fresh_at: Time
  }
  api_token: {
    account_id: number
    id: GeneratedAlways<number>
    agent_id: number
    name: string
    hash: Buffer
    created_at: Time
    used_at: MaybeTime
  }
  password_reset: {
    account_id: number
    id: GeneratedAlways<number>
    agent_id: number
    hash: Buffer
    created_at: Time
    expires_at: Time
  }
  alert_device: {
    account_id: number
    id: GeneratedAlways<number>
    agent_id: number
    key: string
    name: string
    permission: string
    subscription: Json<PushSubscriptionBody> | null
    failure: string | null
    created_at: Time
    seen_at: Time
    session_hash: Buffer | null
  }
  alert_setting: { account_id: number; agent_id: number; settings: Json<Partial<AlertSettings>> }
  process: { id: string; version: string; started_at: Time }
  presence: { account_id: number; agent_id: number; process: string; until: Time }
  presence_change: { account_id: number; agent_id: number; at: Time; online: boolean }
  routing_agent: { account_id: number; agent_id: number; given_at: Time }
  department: {
    account_id: number
    id: GeneratedAlways<number>
    name: string
    working_hours: ColumnType<unknown, string | null | undefined, string | null>
  }
  department_agent: { account_id: number; department_id: number; agent_id: number }
  saved_view: {
    account_id: number
    id: GeneratedAlways<number>
    agent_id: number | null
    name: string
    view: SavedView['view']
    filter: Json<ChatFilter>
    created_at: ColumnType<number, Date, never>
  }
  saved_view_order: { account_id: number; agent_id: number; views: readonly number[] }
  canned_answer: {
    account_id: number
    id: GeneratedAlways<number>
    agent_id: number | null
    title: string
    shortcut: string | null
    text: string
    rank: Defaulted<number>
    created_at: ColumnType<number, Date, never>
  }
  macro: {
    account_id: number
    id: GeneratedAlways<number>
    agent_id: number | null
    title: string
    shortcut: string | null
    steps: Json<MacroStep[]>
    rank: Defaulted<number>
    created_at: ColumnType<number, Date, never>
  }
  tag: { account_id: number; id: GeneratedAlways<number>; name: string; colour: TagColour }
  channel: {
    account_id: number
    id: GeneratedAlways<number>
    kind: ChannelKind
    name: string
    public_id: string
    random: string
    previous_random: ColumnType<string | null, string | null | undefined, string | null>
    previous_random_until: MaybeTime
    secret: Buffer
    previous_secret: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>
    previous_secret_until: MaybeTime
    server_url: ColumnType<string | null, string | null | undefined, string | null>
    header_name: ColumnType<string | null, string | null | undefined, string | null>
    header_value: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>
    chunked: Defaulted<boolean>
    enabled: Defaulted<boolean>
    any_success: Defaulted<boolean>
    strict_media: Defaulted<boolean>
    unique_message_ids: Defaulted<boolean>
    verified_contacts: Defaulted<boolean>
    bot_counts_as_online: Defaulted<boolean>
    working_hours: ColumnType<unknown, string | null | undefined, string | null>
    widget: ColumnType<unknown, string | null | undefined, string | null>
    own_settings: ColumnType<object | null, string | null | undefined, string | null>
    own_secret: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>
    deleted_at: MaybeTime
    created_at: ColumnType<number, Date | undefined, never>
  }
  channel_agent: { account_id: number; channel_id: number; agent_id: number }
  channel_lease: { account_id: number; channel_id: number; holder: string; until: Time }
  channel_note: {
    account_id: number
    channel_id: number
    code: string
    text: string
    count: Defaulted<number>
    at: Time
  }
  call_trunk: {
    account_id: number
    settings: ColumnType<unknown, string, string>
    password: Buffer
    holder: string | null
    held_until: MaybeTime
    state: string
    why: string | null
    state_at: Time
  }
  call_provider: {
    account_id: number
    settings: ColumnType<unknown, string, string>
    token: Buffer
    state: string | null
    why: string | null
    state_at: Time
  }
  bot: {
    account_id: number
    id: GeneratedAlways<number>
    name: string
    provider_id: string
    provider_url: string
    token: Buffer
    token_hash: Buffer
    enabled: Defaulted<boolean>
    answers_first: Defaulted<boolean>
    attempts: Defaulted<number>
    silence_limit: Defaulted<number>
    answer_in_body: Defaulted<boolean>
    native_media: Defaulted<boolean>
    extra_fields: Defaulted<boolean>
    token_url: ColumnType<string | null, string | null | undefined, string | null>
    client_id: ColumnType<string | null, string | null | undefined, string | null>
    secret: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>
    secret_in_body: Defaulted<boolean>
    failing_since: MaybeTime
    failing_reason: ColumnType<string | null, string | null | undefined, string | null>
    probe_at: MaybeTime
    probes: Defaulted<number>
    connected_at: MaybeTime
    deleted_at: MaybeTime
    created_at: ColumnType<number, Date | undefined, never>
  }
  bot_channel: { account_id: number; channel_id: number; bot_id: number }
  bot_sandbox: {
    account_id: number
    chat_id: number
    client: number
    bot_id: number
    lines: ColumnType<unknown[], string | undefined, string>
    asked_at: MaybeTime
    played_at: Time
    created_at: Time
  }
  contact: {
    account_id: number
    id: number
    created_at: Time
    name: string | null
    email: string | null
    phone: string | null
    edits: Json<Record<string, unknown>>
    fields: Json<readonly unknown[]>
    external_id: string | null
    active_at: MaybeTime
    keeps_words: Defaulted<boolean>
  }
  contact_note: {
    account_id: number
    id: GeneratedAlways<number>
    contact_id: number
    agent_id: number
    agent_name: string
    at: Time
    text: string
  }
  contact_change: {
    account_id: number
    id: GeneratedAlways<number>
    contact_id: number
    agent_id: number
    agent_name: string
    at: Time
    kind: string
    body: Json<Record<string, unknown>>
  }
  visitor: {
    account_id: number
    number: number
    contact_id: number
    channel_id: number
    key: string
    name: string | null
    phone: string | null
    email: string | null
    photo: string | null
    photo_hash: Buffer | null
    url: string | null
    description: string | null
    custom_data: Json<readonly Record<string, string>[]> | null
    user_token: string | null
    site: Json<Record<string, unknown>> | null
    chats: Defaulted<number>
    visits: Defaulted<number>
    tabs: Defaulted<string[]>
    by_crm: Defaulted<string[]>
    blocked_at: MaybeTime
    created_at: Time
    given: Json<Record<string, unknown>> | null
    social: Json<Record<string, string>> | null
    seen_at: MaybeTime
  }
  erasure: {
    account_id: number
    id: GeneratedAlways<number>
    channel_id: number
    visitor_number: number
    who: string
    whole: boolean
    chats: number[]
    step: string
    place: Defaulted<number>
    after: Defaulted<number>
    done: Defaulted<number>
    total: number
    files: Defaulted<number>
    at: Defaulted<Date>
    stepped_at: Defaulted<Date>
    finished_at: MaybeTime
  }
  offline_message: {
    account_id: number
    id: GeneratedAlways<number>
    channel_id: number
    visitor_number: number
    request: string
    at: Time
    name: string | null
    email: string | null
    phone: string | null
    description: string | null
    message: string
    site: ColumnType<unknown, string | null | undefined, string | null>
    chat_id: ColumnType<number | null, number | null | undefined, number | null>
    message_id: ColumnType<string | null, string | null | undefined, string | null>
    handled_at: MaybeTime
    handled_by: ColumnType<number | null, number | null | undefined, number | null>
  }
  chat: {
    account_id: number
    id: number
    channel_id: number
    visitor_number: number
    state: Json<Record<string, unknown>>
    agent_id: number | null
    waiting_since: MaybeTime
    active_minute: number
    opened_at: Time
    closed_at: MaybeTime
    bot_id: number | null
    due_at: MaybeTime
    erased_at: MaybeTime
    others: number[] | null
  }
  entry: { account_id: number; chat_id: number; n: number; type: string; at: Time; body: Json<Record<string, unknown>> }
  reading: { account_id: number; chat_id: number; agent_id: number; n: number; received: number }
  idempotency: { account_id: number; scope: string; key: string; hash: Buffer; answer: Json<unknown>; at: Time }
  delivery: {
    account_id: number
    id: GeneratedAlways<number>
    kind: string
    lane: string
    endpoint: string
    channel_id: number | null
    chat_id: number | null
    entry_n: number | null
    recipient: string | null
    body: Json<Record<string, unknown>>
    state: 'waiting' | 'due' | 'done' | 'failed' | 'cancelled' | 'dead_letter'
    attempts: Defaulted<number>
    crashes: Defaulted<number>
    first_at: MaybeTime
    next_at: MaybeTime
    token: string | null
    created_at: Time
    finished_at: MaybeTime
    status: number | null
    reason: string | null
    diagnosis: string | null
    bot_id: number | null
    webhook_id: number | null
    event_n: number | null
    replay_of: number | null
  }
  webhook: {
    account_id: number
    id: GeneratedAlways<number>
    name: string
    url: string | null
    secret: Buffer
    previous_secret: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>
    previous_secret_until: MaybeTime
    stream_token_hash: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>
    events: string[]
    ask_early: Defaulted<boolean>
    state: Defaulted<'active' | 'paused' | 'disabled'>
    failing_since: MaybeTime
    failing_reason: ColumnType<string | null, string | null | undefined, string | null>
    failing_told: Defaulted<boolean>
    deleted_at: MaybeTime
    created_at: ColumnType<number, Date | undefined, never>
  }
  event: {
    account_id: number
    n: number
    name: string
    chat_id: number | null
    entry_n: number | null
    webhook_id: number | null
    body: string
    whole: boolean
    at: Time
  }
  attempt: {
    account_id: number
    delivery_id: number
    number: number
    at: Time
    ms: number
    outcome: 'ok' | 'final' | 'retry'
    status: number | null
    reason: string | null
    request: Json<unknown>
    response: ColumnType<unknown, string | null, string | null>
  }
  file: {
    account_id: number
    id: string
    chat_id: number | null
    entry_n: number | null
    purpose: 'media' | 'visitor' | 'agent' | 'company' | 'canned'
    name: string
    mime: string
    inline: boolean
    size: number
    width: number | null
    height: number | null
    thumb: Defaulted<boolean>
    created_at: Time
    uploader: ColumnType<number | null, number | null | undefined, never>
  }
}
