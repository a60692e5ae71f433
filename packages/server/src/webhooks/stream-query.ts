import type { FastifyRequest } from 'fastify'
import { Invalid } from '../platform/errors.ts'

/** Of an answer in JSON: events, and how long one may wait for the first (s). */
const EVENTS_USUAL = 100
const EVENTS_MAX = 500
const WAIT_MAX = 30

/** What somebody asks of the stream of events. */
export interface Asked {
  readonly after: number | undefined
  readonly limit: number
  /** Milliseconds. */
  readonly wait: number
}

/** The token that is shown; only in the header, since addresses are written down (T15). */
export function tokenOf({ headers: { authorization = '' } }: FastifyRequest): string | undefined {
  return /^bearer +([\w.~+/=-]{1,200}) *$/i.exec(authorization)?.[1]
}

/** Who says JSON and does not say that they read a stream. */
export function wantsJson({ headers: { accept = '' } }: FastifyRequest): boolean {
  return accept.includes('application/json') && !accept.includes('text/event-stream')
}

/** Throws Invalid for a query that is none. The header of who comes back counts where the query names no number. */
export function parseAsked({ query, headers }: FastifyRequest): Asked {
  const given = query as Record<string, unknown>
  const whole = (name: string, most: number): number | undefined => {
    const value = given[name]
    if (value === undefined) return undefined
    if (typeof value === 'string' && /^\d{1,15}$/.test(value) && Number(value) <= most) return Number(value)
    throw new Invalid(`/${name}`, `this must be a whole number from 0 to ${most}`)
  }
  const after = whole('after', 10 ** 15)
  // A browser's reader sends back what it saw last; one that is none of our numbers is no cursor.
  const last = headers['last-event-id']
  const seen = typeof last === 'string' && /^\d{1,15}$/.test(last) ? Number(last) : undefined
  return {
    after: after ?? seen,
    limit: Math.max(1, whole('limit', EVENTS_MAX) ?? EVENTS_USUAL),
    wait: (whole('wait', WAIT_MAX) ?? 0) * 1000,
  }
}
