import type { Compilable } from 'kysely'
import type { Keys } from '../platform/crypto.ts'
import { sqlBuilder as k } from '../db/builder.ts'
import type { Db, Tx } from '../db/db.ts'
import { botSecretContext, botTokenContext } from './bots.ts'
import { channelHeaderContext, channelSecretContext } from './channels.ts'
import { statement } from '../db/statement.ts'
import { beginChange } from './change.ts'
import { ownSecretContext } from './own-settings.ts'
import { providerTokenContext, trunkPasswordContext } from './trunk-password.ts'
import { webhookSecretContext } from './webhooks.ts'

const sealedThere = statement(
  'sealed_there',
  `select exists (select from channel) or exists (select from bot) or exists (select from webhook)
   or exists (select from alert_key) or exists (select from call_trunk) or exists (select from call_provider) as sealed`,
)

/** Whether the database has rows with encrypted secrets, whichever key encrypted them (T54). */
export async function holdsSecrets(db: Db): Promise<boolean> {
  const [row] = await db.query<{ sealed: boolean }>(sealedThere, [])
  return row?.sealed ?? false
}

/**
 * Encrypts with the present key what the previous key encrypted (T44), so that the previous key can be deleted. Called
 * at the start. Returns how many channels, bots, webhooks, trunks and call providers were rewritten. Throws a sentence for the operator when
 * neither key opens a secret.
 */
export async function resealSecrets(db: Db, keys: Keys): Promise<number> {
  const reseals = [resealChannels, resealBots, resealWebhooks, resealTrunks, resealProviders]
  let count = 0
  for (const reseal of reseals) count += await reseal(db, keys)
  return count
}

/** The sealed secrets of one table: how to read them, for all accounts or one, and how to seal a row again. */
interface Sealed<Row extends { account_id: number }> {
  readonly all: Compilable<Row>
  of(account: number): Compilable<Row>
  isOld(row: Row): boolean
  sealAgain(tx: Tx, row: Row): Promise<unknown>
}

/** Each account is a separate change, so that no transaction locks more than one. */
async function resealTable<Row extends { account_id: number }>(db: Db, sealed: Sealed<Row>): Promise<number> {
  const old = (await db.run(sealed.all)).filter(sealed.isOld)
  let count = 0
  for (const account of new Set(old.map((row) => row.account_id)))
    count += await db.transaction(async (tx) => {
      await beginChange(tx, account)
      const rows = (await tx.run(sealed.of(account))).filter(sealed.isOld)
      for (const row of rows) await sealed.sealAgain(tx, row)
      return rows.length
    })
  return count
}

function resealChannels(db: Db, keys: Keys): Promise<number> {
  const all = k
    .selectFrom('channel')
    .select(['account_id', 'id', 'public_id', 'secret', 'previous_secret', 'header_value', 'own_secret'])
  return resealTable(db, {
    all,
    of: (account) => all.where('account_id', '=', account),
    isOld: (row) =>
      !keys.isCurrent(row.secret, channelSecretContext(row.public_id)) ||
      (row.previous_secret !== null && !keys.isCurrent(row.previous_secret, channelSecretContext(row.public_id))) ||
      (row.header_value !== null && !keys.isCurrent(row.header_value, channelHeaderContext(row.public_id))) ||
      (row.own_secret !== null && !keys.isCurrent(row.own_secret, ownSecretContext(row.public_id))),
    sealAgain(tx, row) {
      const again = (sealed: Buffer, context: string) => keys.seal(keys.open(sealed, context), context)
      const secret = channelSecretContext(row.public_id)
      return tx.run(
        k
          .updateTable('channel')
          .set({
            secret: again(row.secret, secret),
            previous_secret: row.previous_secret && again(row.previous_secret, secret),
            header_value: row.header_value && again(row.header_value, channelHeaderContext(row.public_id)),
            own_secret: row.own_secret && again(row.own_secret, ownSecretContext(row.public_id)),
          })
          .where('account_id', '=', row.account_id)
          .where('id', '=', row.id),
      )
    },
  })
}

function resealBots(db: Db, keys: Keys): Promise<number> {
  const all = k.selectFrom('bot').select(['account_id', 'id', 'token', 'secret']).where('deleted_at', 'is', null)
  return resealTable(db, {
    all,
    of: (account) => all.where('account_id', '=', account),
    isOld: ({ account_id: account, id, token, secret }) =>
      !keys.isCurrent(token, botTokenContext(account, id)) ||
      (secret !== null && !keys.isCurrent(secret, botSecretContext(account, id))),
    sealAgain(tx, { account_id: account, id, token, secret }) {
      const contexts = { token: botTokenContext(account, id), secret: botSecretContext(account, id) }
      return tx.run(
        k
          .updateTable('bot')
          .set({
            token: keys.seal(keys.open(token, contexts.token), contexts.token),
            secret: secret && keys.seal(keys.open(secret, contexts.secret), contexts.secret),
          })
          .where('account_id', '=', account)
          .where('id', '=', id),
      )
    },
  })
}

function resealWebhooks(db: Db, keys: Keys): Promise<number> {
  const all = k
    .selectFrom('webhook')
    .select(['account_id', 'id', 'secret', 'previous_secret'])
    .where('deleted_at', 'is', null)
  return resealTable(db, {
    all,
    of: (account) => all.where('account_id', '=', account),
    isOld: ({ account_id: account, id, secret, previous_secret: previous }) =>
      !keys.isCurrent(secret, webhookSecretContext(account, id)) ||
      (previous !== null && !keys.isCurrent(previous, webhookSecretContext(account, id))),
    sealAgain(tx, { account_id: account, id, secret, previous_secret: previous }) {
      const context = webhookSecretContext(account, id)
      const again = (sealed: Buffer) => keys.seal(keys.open(sealed, context), context)
      return tx.run(
        k
          .updateTable('webhook')
          .set({ secret: again(secret), previous_secret: previous && again(previous) })
          .where('account_id', '=', account)
          .where('id', '=', id),
      )
    },
  })
}

function resealTrunks(db: Db, keys: Keys): Promise<number> {
  const all = k.selectFrom('call_trunk').select(['account_id', 'password'])
  return resealTable(db, {
    all,
    of: (account) => all.where('account_id', '=', account),
    isOld: ({ account_id: account, password }) => !keys.isCurrent(password, trunkPasswordContext(account)),
    sealAgain(tx, { account_id: account, password }) {
      const context = trunkPasswordContext(account)
      return tx.run(
        k
          .updateTable('call_trunk')
          .set({ password: keys.seal(keys.open(password, context), context) })
          .where('account_id', '=', account),
      )
    },
  })
}

function resealProviders(db: Db, keys: Keys): Promise<number> {
  const all = k.selectFrom('call_provider').select(['account_id', 'token'])
  return resealTable(db, {
    all,
    of: (account) => all.where('account_id', '=', account),
    isOld: ({ account_id: account, token }) => !keys.isCurrent(token, providerTokenContext(account)),
    sealAgain(tx, { account_id: account, token }) {
      const context = providerTokenContext(account)
      const again = keys.seal(keys.open(token, context), context)
      return tx.run(k.updateTable('call_provider').set({ token: again }).where('account_id', '=', account))
    },
  })
}
