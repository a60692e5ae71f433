import { createECDH } from 'node:crypto'
import type { Db } from '../db/db.ts'
import { statement } from '../db/statement.ts'
import type { Keys } from '../platform/crypto.ts'

const keepStatement = statement(
  'alert_key_keep',
  'insert into alert_key (account_id, public_key, private_key) values ($1, $2, $3) on conflict do nothing',
)
const resealStatement = statement('alert_key_reseal', 'update alert_key set private_key = $2 where account_id = $1')
const readStatement = statement('alert_key_read', 'select public_key, private_key from alert_key where account_id = $1')

/** The key pair that signs an account's web push (VAPID), in base64url. */
export interface AlertKeys {
  readonly publicKey: string
  readonly privateKey: string
}

/** The name that the sealed private key is bound to (see `Keys.seal`). */
const contextOf = (account: number) => `alert key of account ${account}`

/**
 * The keys of an account. They are made when they are first asked for, which the start of the server does, and never change:
 * a subscription belongs to its public key. A key that was sealed with the previous secret key is sealed again.
 */
export function makeAlertKeys(db: Db, keys: Keys): (account: number) => Promise<AlertKeys> {
  const known = new Map<number, Promise<AlertKeys>>()

  async function read(account: number): Promise<AlertKeys> {
    const [found] = await db.query<{ public_key: string; private_key: Buffer }>(readStatement, [account])
    if (found) {
      const context = contextOf(account)
      const privateKey = keys.open(found.private_key, context)
      if (!keys.isCurrent(found.private_key, context))
        await db.query(resealStatement, [account, keys.seal(privateKey, context)])
      return { publicKey: found.public_key, privateKey }
    }
    const pair = createECDH('prime256v1')
    const publicKey = pair.generateKeys().toString('base64url')
    // Leading zeros belong to the key.
    const privateKey = Buffer.from(pair.getPrivateKey('hex').padStart(64, '0'), 'hex').toString('base64url')
    await db.query(keepStatement, [account, publicKey, keys.seal(privateKey, contextOf(account))])
    return read(account)
  }

  return (account) => {
    const reading = known.get(account) ?? read(account)
    known.set(account, reading)
    reading.catch(() => known.delete(account))
    return reading
  }
}
