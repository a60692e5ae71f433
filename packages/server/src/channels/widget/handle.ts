import { createHmac } from 'node:crypto'
import type { Keys } from '../../platform/crypto.ts'
import type { Session } from './session.ts'
import type { Visit } from './visit.ts'

/** The values from which a handle is derived. */
type Page = Pick<Session, 'account' | 'channelId'> &
  Pick<Visit, 'tab'> & {
    readonly from: { readonly address: string; readonly userAgent: string }
  }

export type HandleOf = (page: Page) => string

/**
 * The id by which agents refer to a page: the same after a reconnect and in every process. A page chooses its tab id
 * itself and could choose that of another page, so the client's address is part of the handle, and a server key keeps
 * clients from computing one.
 */
export function makeHandles(keys: Pick<Keys, 'derive'>): HandleOf {
  const key = keys.derive('handles of visitors')
  return ({ account, channelId, tab, from }) =>
    createHmac('sha256', key)
      .update(JSON.stringify([account, channelId, tab, from.address]))
      .digest('base64url')
      .slice(0, 22)
}
