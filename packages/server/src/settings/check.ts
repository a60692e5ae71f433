import { openServer } from '../db/server.ts'
import { fault, left, ok, sentenceOf, type Check } from '../platform/finding.ts'
import { openKeys } from '../platform/crypto.ts'
import { channelSecretContext } from './channels.ts'

const log = { info() {}, warn() {}, error() {} }

/** Whether the key opens the secrets that are stored in a Postgres server. */
export const checkSecrets: Check = async ({ config }) => {
  const { databaseUrl } = config
  if (databaseUrl === undefined) return [left('The secrets of an embedded database are tried at its start.')]
  const db = await openServer({ databaseUrl, log }).catch(() => undefined)
  if (!db) return [left('The stored secrets were not tried: the database cannot be used.')]
  try {
    const rows = await db.administer(async (client) => {
      const there = await client.query<{ there: boolean }>("select to_regclass('channel') is not null as there")
      if (!there.rows[0]?.there) return []
      const { rows: found } = await client.query<{ id: string; secret: Buffer }>(
        'select public_id as id, secret from channel limit 1',
      )
      return found
    })
    const [channel] = rows
    if (!channel) return [left('No secret is stored yet.')]
    const keys = await openKeys(config, { sealed: true })
    keys.open(channel.secret, channelSecretContext(channel.id))
    return [ok(`The key ${config.secretKey ? 'SECRET_KEY' : 'in DATA_DIR'} opens the stored secrets.`)]
  } catch (error) {
    return [fault(sentenceOf(error))]
  } finally {
    await db.close()
  }
}
