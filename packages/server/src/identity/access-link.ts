import { PLACES } from '@deskbell/protocol/agent/places'
import { hashToken, type Keys } from '../platform/crypto.ts'
import type { Tx } from '../db/db.ts'
import type { Clock } from '../platform/clock.ts'
import { Refused } from '../platform/errors.ts'
import type { Ids } from '../platform/ids.ts'
import { linkContext, writeLinkDelivery, type LinkNotice } from '../settings/notices.ts'

/** What makes and hands over links that give access. */
export interface LinkTools {
  readonly clock: Clock
  readonly ids: Ids
  readonly keys: Pick<Keys, 'seal'>
  readonly publicUrl: string
  /** Whether the server can send mail. Without it, the link is shown to the agent who made it. */
  readonly canMail: boolean
}

/** A token of 256 random bits, of which only the hash is stored. */
export function makeLinkToken(ids: Ids): { readonly token: string; readonly hash: Buffer } {
  const token = ids.bytes(32).toString('base64url')
  return { token, hash: hashToken(token) } // guard T27
}

export interface NewLink {
  readonly account: number
  readonly kind: LinkNotice['kind']
  readonly token: string
  readonly recipient: string
  readonly by: string | null
  readonly until: number
}

/**
 * Writes the mail with the link, in the transaction that makes it. Returns the link when the server cannot send mail: the
 * agent who made it hands it over.
 */
export async function handOver(tools: LinkTools, tx: Tx, link: NewLink): Promise<string | null> {
  const { account, kind, token, recipient, by, until } = link
  if (!tools.canMail) return tools.publicUrl + PLACES[kind](token)
  const sealed = tools.keys.seal(token, linkContext(account, recipient)).toString('base64')
  await writeLinkDelivery(tx, {
    account,
    recipient,
    notice: { kind, sealed, by, until },
    at: tools.clock.now(),
    once: tools.ids.uuid(),
  })
  return null
}

/** The same for a link that never was, was used or revoked, or is too old (T26). */
export const linkEnded = () =>
  new Refused('link_ended', 'This link was used already, was revoked, or is too old. Ask for a new one.')
