import { createHmac } from 'node:crypto'
import { sameText, type Keys } from '../platform/crypto.ts'
import type { BotRecord, Directory } from '../settings/directory.ts'
import type { Clock } from '../platform/clock.ts'

/** How long an access token is valid (s, B15). */
export const ACCESS_LIFETIME = 3600
const PREFIX = 'dba_'

type Credentials = NonNullable<BotRecord['authorization']>

/**
 * Access tokens that providers fetch from Deskbell (B15). A token holds its expiry and a fingerprint of the credentials it
 * was granted for, and is signed. It is not stored, so the database holds nothing to steal (T39), and every process can
 * check it. A change of the bot's credentials invalidates it immediately.
 */
export interface Access {
  /** A token for the caller that presents a bot's credentials; undefined when no bot has these. */
  grant(clientId: string, secret: string): string | undefined
  /** Whether a token was granted for this bot's current credentials and has not expired. */
  admits(token: string, bot: BotRecord): boolean
}

export function makeAccess({ keys, clock, directory }: { keys: Keys; clock: Clock; directory: Directory }): Access {
  const key = keys.derive('bot access tokens')
  const mac = (text: string): string => createHmac('sha256', key).update(text).digest('base64url')
  const print = ({ clientId, secret }: Pick<Credentials, 'clientId' | 'secret'>): string =>
    mac(JSON.stringify(['credentials', clientId, secret])).slice(0, 22)
  const sign = (end: number, whose: string): string => mac(`${end}.${whose}`)

  return {
    grant(clientId, secret) {
      const known = directory
        .accounts()
        .flatMap(({ id }) => directory.bots(id))
        .flatMap(({ authorization }) => (authorization?.clientId === clientId ? [authorization] : []))
      // At least one comparison, so that an unknown client id takes as long as a wrong secret.
      const found = (known.length > 0 ? known : [{ clientId, secret: `${secret} ` }]).filter((one) =>
        sameText(one.secret, secret),
      )
      const [credentials] = found
      if (!credentials) return undefined
      const end = Math.floor(clock.now() / 1000) + ACCESS_LIFETIME
      const whose = print(credentials)
      return `${PREFIX}${end}.${whose}.${sign(end, whose)}`
    },
    admits(token, { authorization }) {
      const match = /^dba_(\d{1,12})\.([\w-]{22})\.([\w-]{43})$/.exec(token)
      if (!match || !authorization) return false
      const [, end = '', whose = '', signature = ''] = match
      if (!sameText(sign(Number(end), whose), signature)) return false // guard T39
      if (clock.now() >= Number(end) * 1000) return false // guard T39
      if (!sameText(print(authorization), whose)) return false // guard T39
      return true
    },
  }
}
