import type { FastifyRequest } from 'fastify'
import { Invalid } from '../platform/errors.ts'

/** Limits of an answer in JSON: events, and the wait for the first one (s). */
const EVENTS_USUAL = 100
const EVENTS_MAX = 500
const WAIT_MAX = 30

/** The query of a request for events. */
export interface StreamQuery {
  readonly after: number | undefined
  readonly limit: number
  /** Milliseconds. */
  readonly wait: number
}

/** The bearer token. It is not accepted in the URL, since URLs are logged (T15). */
export function tokenOf({ headers: { authorization = '' } }: FastifyRequest): string | undefined {
  return /^bearer +([\w.~+/=-]{1,200}) *$/i.exec(authorization)?.[1]
}

/** Whether the client accepts JSON and does not accept an event stream. */
export function wantsJson({ headers: { accept = '' } }: FastifyRequest): boolean {
  return accept.includes('application/json') && !accept.includes('text/event-stream')
}

/** Throws Invalid. `last-event-id` of a reconnecting client is used when the query has no `after`. */
export function parseStreamQuery({ query, headers }: FastifyRequest): StreamQuery {
  const given = query as Record<string, unknown>
  const whole = (name: string, most: number): number | undefined => {
    const value = given[name]
    if (value === undefined) return undefined
    if (typeof value === 'string' && /^\d{1,15}$/.test(value) && Number(value) <= most) return Number(value)
    throw new Invalid(`/${name}`, `this must be a whole number from 0 to ${most}`)
  }
  const after = whole('after', 10 ** 15)
  // EventSource sends the last id it saw. An id that is not an event number is ignored.
  const last = headers['last-event-id']
  const seen = typeof last === 'string' && /^\d{1,15}$/.test(last) ? Number(last) : undefined
  return {
    after: after ?? seen,
    limit: Math.max(1, whole('limit', EVENTS_MAX) ?? EVENTS_USUAL),
    wait: (whole('wait', WAIT_MAX) ?? 0) * 1000,
  }
}
