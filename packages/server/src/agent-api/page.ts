import type { PagePosition } from '../conversation/read/inbox.ts'
import { Invalid } from '../platform/errors.ts'

/** Where the next page begins, as the client hands it back. Opaque to it. */
export function toCursor({ at, id }: PagePosition): string {
  return Buffer.from(`${at}.${id}`).toString('base64url')
}

/** Throws Invalid('/after') for what is no cursor of ours. */
export function parseCursor(cursor: string | undefined): PagePosition | null {
  if (cursor === undefined) return null
  const [, at, id] = /^(\d{1,15})\.(\d{1,15})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? []
  const place = { at: Number(at), id: Number(id) }
  // Whoever makes up a cursor gets no further than a page; but the database takes no larger number.
  if (at === undefined || id === undefined || place.id > 2 ** 31 - 1 || place.at > MOST)
    throw new Invalid('/after', 'this must be `next` of the page before')
  return place
}

/** The last moment that the store can hold, and more than any minute. */
const MOST = Date.UTC(9999, 0)
