import { createHmac } from 'node:crypto'
import type { Keys } from '../../platform/crypto.ts'
import type { Session } from './session.ts'
import type { Visit } from './visit.ts'

/** The page of an address. */
type Page = Pick<Session, 'account' | 'channelId'> &
  Pick<Visit, 'tab'> & {
    readonly from: { readonly address: string; readonly userAgent: string }
  }

export type HandleOf = (page: Page) => string

/**
 * What agents call a page: the same when it comes back after a break, and in every process. A page chooses the name of
 * its tab itself, and could choose another's; so the address it comes from is part of the handle, and nobody outside can
 * make one.
 */
export function makeHandles(keys: Pick<Keys, 'derive'>): HandleOf {
  const key = keys.derive('handles of visitors')
  return ({ account, channelId, tab, from }) =>
    createHmac('sha256', key)
      .update(JSON.stringify([account, channelId, tab, from.address]))
      .digest('base64url')
      .slice(0, 22)
}
