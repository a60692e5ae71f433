import { Invalid } from '../platform/errors.ts'
import type { ContactPosition, Sort } from './list.ts'

/** The start of the next page, as an opaque cursor for the client. */
export const toPosition = ({ at, id }: ContactPosition): string => Buffer.from(`${id}.${at}`).toString('base64url')

/** Throws Invalid('/after') for a text that is not a cursor of this list. */
export function parsePosition(cursor: string | undefined, sort: Sort): ContactPosition | null {
  if (cursor === undefined) return null
  const [, id, at] = /^(\d{1,10})\.(.*)$/s.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  const number = Number(id)
  const isTime = at !== undefined && /^\d{1,15}$/.test(at) && Number(at) <= Date.UTC(9999, 0)
  if (
    id === undefined ||
    at === undefined ||
    number > 2 ** 31 - 1 ||
    at.includes('\u0000') ||
    (sort === 'active' && !isTime)
  )
    throw new Invalid('/after', { reason: 'no_cursor' })
  return { at: sort === 'active' ? Number(at) : at, id: number }
}
