import { Invalid } from '../platform/errors.ts'

const NEVER = Date.UTC(9999, 0)
export const LAST_ID = 2 ** 31 - 1

/** A result's place in its group. `tier`: the place of the query that it fits first; `at` in ms. */
export interface Place {
  readonly tier: number
  readonly at: number
  readonly id: number
}

/** Before all others. */
export const LAST_PLACE: Place = { tier: 0, at: NEVER, id: LAST_ID }

/** The cursor of a page after this place. */
export const toPlace = ({ tier, at, id }: Place): string => Buffer.from(`${tier}.${at}.${id}`).toString('base64url')

/** Throws Invalid('/after') for a text that is not a cursor. */
export function parsePlace(cursor: string | undefined): Place | null {
  if (cursor === undefined) return null
  const [, tier, at, id] =
    /^(\d)\.(\d{1,15})\.(\d{1,15})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? []
  const place = { tier: Number(tier), at: Number(at), id: Number(id) }
  if (id === undefined || place.id > LAST_ID || place.at > NEVER) throw new Invalid('/after', { reason: 'no_cursor' })
  return place
}
