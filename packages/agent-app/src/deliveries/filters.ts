import type { Delivery, DeliveryLogQuery } from '@deskbell/protocol/agent/channel'
import { words } from '../words/index.ts'

export type DeliveryState = Delivery['state']
export const STATES = Object.keys(words.deliveries.states) as DeliveryState[]

const SOURCES = ['channels', 'bots', 'webhooks'] as const
/** The receiver of deliveries. */
export type Who = { of: (typeof SOURCES)[number]; id: number }

/** The part of the query that selects one of them. */
const NAMES = { channels: 'channel', bots: 'bot', webhooks: 'webhook' } as const

const HOUR = 3600_000
/** Spans back from now, ms. */
export const SPANS = { hour: HOUR, day: 24 * HOUR, week: 7 * 24 * HOUR } as const
export type Span = keyof typeof SPANS

/** Filters of the log. `span` is relative to now; otherwise `from` and `to`, ms since the epoch. */
export type Filters = {
  who?: Who
  kind?: string
  state?: DeliveryState
  chat?: number
  message?: string
  span?: Span
  from?: number
  to?: number
}

const MESSAGE_MAX = 100
const KIND_MAX = 40
const CHAT_MAX = 2 ** 31 - 1

const whole = (text: string | null, most: number): number | undefined => {
  const value = text === null || !/^\d+$/.test(text) ? Number.NaN : Number(text)
  return value > 0 && value <= most ? value : undefined
}
const given = (text: string | null, most: number): string | undefined => text?.trim().slice(0, most) || undefined
const oneOf = <T extends string>(text: string | null, all: readonly T[]): T | undefined =>
  all.find((one) => one === text)

/** Reads the filters from the address; invalid values are ignored. */
export function toFilters(search: URLSearchParams): Filters {
  const { of, id } = /^(?<of>\w+)-(?<id>\d+)$/.exec(search.get('who') ?? '')?.groups ?? {}
  const source = oneOf(of ?? null, SOURCES)
  const number = whole(id ?? null, CHAT_MAX)
  const all: { [K in keyof Filters]: Filters[K] | undefined } = {
    who: source && number ? { of: source, id: number } : undefined,
    kind: given(search.get('kind'), KIND_MAX),
    state: oneOf(search.get('state'), STATES),
    chat: whole(search.get('chat'), CHAT_MAX),
    message: given(search.get('message'), MESSAGE_MAX),
    span: oneOf(search.get('span'), Object.keys(SPANS) as Span[]),
    from: whole(search.get('from'), Number.MAX_SAFE_INTEGER),
    to: whole(search.get('to'), Number.MAX_SAFE_INTEGER),
  }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as Filters
}

/** Writes the filters to the address. */
export function toSearch({ who, ...rest }: Filters): URLSearchParams {
  const search = new URLSearchParams()
  if (who) search.set('who', `${who.of}-${who.id}`)
  for (const [name, value] of Object.entries(rest)) search.set(name, String(value))
  return search
}

/** The query for the server (`DeliveryLogQuery`). */
export function toQuery({ who, span, ...rest }: Filters, now: number): DeliveryLogQuery {
  return { ...(who && { [NAMES[who.of]]: who.id }), ...(span && { from: now - SPANS[span] }), ...rest }
}
