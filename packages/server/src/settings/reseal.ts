import type { Keys } from '../platform/crypto.ts'
import { sqlBuilder as k } from '../db/builder.ts'
import type { Db, Tx } from '../db/db.ts'
import { botSecretPlace, botTokenPlace } from './bots.ts'
import { headerPlace, secretPlace } from './channels.ts'
import { statement } from '../db/statement.ts'
import { beginChange } from './change.ts'
import { webhookSecretPlace } from './webhooks.ts'

const sealedThere = statement(
  'sealed_there',
  'select exists (select from channel) or exists (select from bot) or exists (select from webhook) as sealed',
)

/** Whether the database holds secrets that only the key of before opens (T54). */
export async function holdsSecrets(db: Db): Promise<boolean> {
  const [row] = await db.query<{ sealed: boolean }>(sealedThere, [])
  return row?.sealed ?? false
}

/**
 * Encrypts anew, with the present key, what an earlier one encrypted (T44), so that the earlier one can be forgotten.
 * To be called at start; returns how many channels, bots and webhooks were rewritten. Throws a sentence for the operator
 * when one was sealed with neither.
 */
export async function resealSecrets(db: Db, keys: Keys): Promise<number> {
  return (await resealChannels(db, keys)) + (await resealBots(db, keys)) + (await resealWebhooks(db, keys))
}

async function resealChannels(db: Db, keys: Keys): Promise<number> {
  const query = k
    .selectFrom('channel')
    .select(['account_id', 'id', 'public_id', 'secret', 'previous_secret', 'header_value'])
  const isOld = (row: {
    public_id: string
    secret: Buffer
    previous_secret: Buffer | null
    header_value: Buffer | null
  }) =>
    !keys.isCurrent(row.secret, secretPlace(row.public_id)) ||
    (row.previous_secret !== null && !keys.isCurrent(row.previous_secret, secretPlace(row.public_id))) ||
    (row.header_value !== null && !keys.isCurrent(row.header_value, headerPlace(row.public_id)))
  if (!(await db.run(query)).some(isOld)) return 0
  return db.transaction(async (tx) => {
    await beginChange(tx)
    const rows = (await tx.run(query)).filter(isOld)
    for (const row of rows) {
      const secret = secretPlace(row.public_id)
      const header = headerPlace(row.public_id)
      await tx.run(
        k
          .updateTable('channel')
          .set({
            secret: keys.seal(keys.open(row.secret, secret), secret),
            previous_secret: row.previous_secret && keys.seal(keys.open(row.previous_secret, secret), secret),
            header_value: row.header_value && keys.seal(keys.open(row.header_value, header), header),
          })
          .where('account_id', '=', row.account_id)
          .where('id', '=', row.id),
      )
    }
    return rows.length
  })
}

async function resealBots(db: Db, keys: Keys): Promise<number> {
  const query = k.selectFrom('bot').select(['account_id', 'id', 'token', 'secret']).where('deleted_at', 'is', null)
  type Row = { account_id: number; id: number; token: Buffer; secret: Buffer | null }
  const isOld = ({ account_id: account, id, token, secret }: Row) =>
    !keys.isCurrent(token, botTokenPlace(account, id)) ||
    (secret !== null && !keys.isCurrent(secret, botSecretPlace(account, id)))
  if (!(await db.run(query)).some(isOld)) return 0
  return db.transaction(async (tx: Tx) => {
    await beginChange(tx)
    const rows = (await tx.run(query)).filter(isOld)
    for (const { account_id: account, id, token, secret } of rows) {
      const places = { token: botTokenPlace(account, id), secret: botSecretPlace(account, id) }
      await tx.run(
        k
          .updateTable('bot')
          .set({
            token: keys.seal(keys.open(token, places.token), places.token),
            secret: secret && keys.seal(keys.open(secret, places.secret), places.secret),
          })
          .where('account_id', '=', account)
          .where('id', '=', id),
      )
    }
    return rows.length
  })
}

async function resealWebhooks(db: Db, keys: Keys): Promise<number> {
  const query = k
    .selectFrom('webhook')
    .select(['account_id', 'id', 'secret', 'previous_secret'])
    .where('deleted_at', 'is', null)
  type Row = { account_id: number; id: number; secret: Buffer; previous_secret: Buffer | null }
  const isOld = ({ account_id: account, id, secret, previous_secret: previous }: Row) =>
    !keys.isCurrent(secret, webhookSecretPlace(account, id)) ||
    (previous !== null && !keys.isCurrent(previous, webhookSecretPlace(account, id)))
  if (!(await db.run(query)).some(isOld)) return 0
  return db.transaction(async (tx: Tx) => {
    await beginChange(tx)
    const rows = (await tx.run(query)).filter(isOld)
    for (const { account_id: account, id, secret, previous_secret: previous } of rows) {
      const place = webhookSecretPlace(account, id)
      const sealAgain = (sealed: Buffer) => keys.seal(keys.open(sealed, place), place)
      await tx.run(
        k
          .updateTable('webhook')
          .set({ secret: sealAgain(secret), previous_secret: previous && sealAgain(previous) })
          .where('account_id', '=', account)
          .where('id', '=', id),
      )
    }
    return rows.length
  })
}
