import type { ArchiveExportQuery } from '@deskbell/protocol/agent/archive'
import { words } from '../words/index.ts'

const HOUR = 3600_000
/** Spans back from now, ms. */
export const SPANS = { day: 24 * HOUR, week: 7 * 24 * HOUR, month: 30 * 24 * HOUR, year: 365 * 24 * HOUR } as const
export type Span = keyof typeof SPANS
export const RATINGS = Object.keys(words.archive.ratings) as (keyof typeof words.archive.ratings)[]

/** Filters of the archive. `span` is relative to now; otherwise `from` and `to`, ms since the epoch. */
export type Filters = {
  q?: string
  visitor?: string
  agent?: number
  channel?: number
  department?: number
  tag?: number
  rating?: (typeof RATINGS)[number]
  blocked?: 'true' | 'false'
  span?: Span
  from?: number
  to?: number
}

const TEXT_MAX = 100
const ID_MAX = 2 ** 31 - 1

const whole = (text: string | null, most: number): number | undefined => {
  const value = text === null || !/^\d+$/.test(text) ? Number.NaN : Number(text)
  return value > 0 && value <= most ? value : undefined
}
const given = (text: string | null): string | undefined => text?.trim().slice(0, TEXT_MAX) || undefined
const oneOf = <T extends string>(text: string | null, all: readonly T[]): T | undefined =>
  all.find((one) => one === text)

/** Removes undefined fields. */
export const cleaned = (all: { [K in keyof Filters]: Filters[K] | undefined }): Filters =>
  Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as Filters

/** Reads the filters from the address; invalid values are ignored. */
export function toFilters(search: URLSearchParams): Filters {
  return cleaned({
    q: given(search.get('q')),
    visitor: given(search.get('visitor')),
    agent: whole(search.get('agent'), ID_MAX),
    channel: whole(search.get('channel'), ID_MAX),
    department: whole(search.get('department'), ID_MAX),
    tag: whole(search.get('tag'), ID_MAX),
    rating: oneOf(search.get('rating'), RATINGS),
    blocked: oneOf(search.get('blocked'), ['true', 'false']),
    span: oneOf(search.get('span'), Object.keys(SPANS) as Span[]),
    from: whole(search.get('from'), Number.MAX_SAFE_INTEGER),
    to: whole(search.get('to'), Number.MAX_SAFE_INTEGER),
  })
}

/** Writes the filters to the address. */
export const toSearch = (filters: Filters): URLSearchParams =>
  new URLSearchParams(Object.entries(filters).map(([name, value]): [string, string] => [name, String(value)]))

/** The query for the server. */
export function toQuery({ span, ...rest }: Filters, now: number): ArchiveExportQuery {
  return { ...rest, ...(span && { from: now - SPANS[span] }) }
}
