import { LIMIT_NAMES, changeSettings } from '../../src/settings/account-settings.ts'
import { addAccount } from '../agent-api/servers.ts'
import { tokenOf, type TestServer } from '../test-server.ts'
import type { World } from './doors.ts'

const lettersOf = (n: number): string => n.toString(26).replaceAll(/\d/g, (digit) => 'qrstuvwxyz'[Number(digit)] ?? '')

/** A new account with some of everything that inputs name, without limits. `n`: which one. */
export async function makeWorld(testServer: TestServer, n: number): Promise<World> {
  const { db, directory } = testServer.services
  const email = `owner${lettersOf(n)}@shop.test`
  const { account, agent } = await addAccount(testServer, { email, chats: 3 })
  const limits = Object.fromEntries(LIMIT_NAMES.map((name) => [name, 0]))
  await db.transaction((tx) => changeSettings(tx, account, { limits }))
  await directory.refresh()
  const make = async (path: string, body: object): Promise<Readonly<Record<string, string>>> => {
    const { status, text, body: made } = await agent.call('POST', path, body)
    if (status >= 300) throw new Error(`${path}: ${status} ${text}`)
    return made
  }
  const { address = '' } = await make('/channels', { name: 'App', agents: [agent.id] })
  const { publicId = '' } = await make('/channels', { kind: 'widget', name: 'Site', agents: [agent.id] })
  await make('/tags', { name: 'Refund' })
  await make('/departments', { name: 'Sales', agents: [agent.id] })
  await make('/canned-answers', { shared: true, title: 'Hello', shortcut: 'hi', text: 'Good day!' })
  await make('/chats/1/accept', {})
  return { account, token: tokenOf(email), channel: new URL(address).pathname, widget: publicId }
}

/** What no request alone writes: a trunk connects by itself, and its test goes on. */
const BY_ITSELF = ['call_trunk', 'call_test']

/** Every row of an account, as one text that is the same while nothing changes. */
export async function digestOf({ services: { db } }: TestServer, account: number): Promise<string> {
  return db.administer(async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'account_id'
       where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relname <> all($1) order by 1`,
      [BY_ITSELF],
    )
    const parts = tables.map(
      ({ name }) =>
        `select '${name}' as name, md5(string_agg(t::text, '|' order by t::text)) as digest from "${name}" t where account_id = $1`,
    )
    const { rows } = await client.query<{ name: string; digest: string | null }>(parts.join(' union all '), [account])
    return rows.map(({ name, digest }) => `${name} ${digest ?? ''}`).join('\n')
  })
}
