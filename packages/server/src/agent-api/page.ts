import type { PagePosition } from '../conversation/read/inbox.ts'
import { Invalid } from '../platform/errors.ts'

/** The start of the next page, as an opaque cursor for the client. */
export function toCursor({ at, id }: PagePosition): string {
  return Buffer.from(`${at}.${id}`).toString('base64url')
}

/** Throws Invalid('/after') for a text that is not a cursor. */
export function parseCursor(cursor: string | undefined): PagePosition | null {
  if (cursor === undefined) return null
  const [, at, id] = /^(\d{1,15})\.(\d{1,15})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? []
  const position = { at: Number(at), id: Number(id) }
  // A made-up cursor gives no access to anything, but the database refuses larger numbers.
  if (at === undefined || id === undefined || position.id > 2 ** 31 - 1 || position.at > MOST)
    throw new Invalid('/after', { reason: 'no_cursor' })
  return position
}

/** The largest `at`: the last time that the store can hold, which also exceeds every minute. */
const MOST = Date.UTC(9999, 0)
