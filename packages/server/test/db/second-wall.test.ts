import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { Db } from '../../src/db/db.ts'
import { SCHEMA_FILE } from '../../src/db/dump.ts'
import { readAccess } from '../../src/db/schema.ts'
import { accessIn, objectsIn } from '../../src/db/schema-access.ts'
import { mendSecondWall } from '../../src/db/second-wall.ts'
import { openDb } from '../../src/db/open.ts'
import { realClock } from '../../src/platform/clock.ts'
import { openTestDb, quietLog, testKinds, type TestDb } from '../db.ts'

const schema = readFileSync(SCHEMA_FILE, 'utf8')

/** Tables that agents' requests do not read, or whose rows belong to no account. */
const WITHOUT = ['account_number', 'installation', 'migration', 'process', 'rpc', 'sign_in_try']

test('T54 every table of schema.sql has row-level security and its policy, except the listed ones', () => {
  const access = accessIn(schema)
  const tables = objectsIn(schema).filter((name) => !name.includes('('))
  assert.ok(tables.length > 25)
  for (const table of tables) {
    const of = (kind: string) => access.filter((one) => one.object === table && one.kind === kind)
    const needs = WITHOUT.includes(table) ? 0 : 1
    assert.equal(of('security').length, needs, `${table} needs "enable row level security"`)
    assert.equal(of('policy').length, needs, `${table} needs the policy one_account`)
    const column = table === 'account' ? 'id' : 'account_id'
    for (const { line } of of('policy')) {
      const own = `((${column} = ( SELECT (current_setting('deskbell.account'::text))::integer AS current_setting)))`
      assert.ok(line.includes(`to deskbell_agent using ${own}`), line)
    }
  }
})

for (const kind of testKinds())
  describe(`row-level security of accounts, on the ${kind} database`, () => {
    let database: TestDb
    before(async () => {
      database = await openTestDb(kind)
    })
    after(() => database.close())
    beforeEach(async () => {
      await mendSecondWall(database.db, quietLog)
    })
    const run = (sql: string) => database.db.administer(async (client) => (await client.query(sql)).rows)
    const lines = async () => (await database.db.administer(readAccess)).map(({ line }) => line)
    const mends = () => mendSecondWall(database.db, quietLog)

    test('T54 after the migrations no policy or grant is missing', async () => {
      assert.equal(await mends(), 0)
      assert.equal((await lines()).length, accessIn(schema).length)
    })

    const damages: [string, string][] = [
      ['a policy is missing', 'drop policy one_account on chat'],
      ['a policy lets everything through', 'alter policy one_account on chat using (true)'],
      ['a policy is for every role', 'alter policy one_account on chat to public'],
      ['row-level security is off', 'alter table entry disable row level security'],
      ['row-level security is forced upon the owner', 'alter table entry force row level security'],
      ['row-level security hides a table without a policy', 'alter table installation enable row level security'],
      ['a grant is missing', 'revoke select on chat from deskbell_agent'],
      ['a grant is too much', 'grant insert on chat to deskbell_agent'],
      ['a table is granted to every role', 'grant select on account_number to public'],
      [
        'a function may not be called',
        'revoke execute on function chats_found(tsquery, tsquery, int) from deskbell_agent',
      ],
      [
        'a function may be called by every role',
        'grant execute on function chats_found(tsquery, tsquery, int) to public',
      ],
      ['the schema may not be used', 'revoke usage on schema public from deskbell_agent, public'],
    ]
    // Other tests use the server of TEST_DATABASE_URL at the same time, and a role is shared by all databases.
    if (kind === 'embedded') damages.push(['the role passes by policies', 'alter role deskbell_agent bypassrls'])
    for (const [what, sql] of damages)
      test(`T54 ${what}: it is restored, once`, async () => {
        const before = await lines()
        await run(sql)
        assert.ok((await mends()) > 0)
        assert.deepEqual((await lines()).toSorted(), before.toSorted())
        assert.equal(await mends(), 0)
      })

    test('T54 all policies and grants are missing, as after a restore onto a server without the role', async () => {
      const before = await lines()
      for (const { object, kind: what } of accessIn(schema))
        if (what === 'security') {
          await run(`drop policy one_account on ${object}`)
          await run(`alter table ${object} disable row level security`)
        }
      for (const object of objectsIn(schema))
        await run(`revoke all on ${object.includes('(') ? `function ${object}` : object} from public, deskbell_agent`)
      assert.equal((await lines()).length, 0)
      await mends()
      assert.deepEqual((await lines()).toSorted(), before.toSorted())
      await assertKeptApart(database.db)
    })

    test('T54 processes that start at the same time restore it once', { skip: kind === 'embedded' }, async () => {
      await run('drop policy one_account on chat')
      const others = await Promise.all([1, 2, 3].map(() => openOther(database)))
      try {
        const done = await Promise.all([database.db, ...others].map((db) => mendSecondWall(db, quietLog)))
        assert.equal(done.filter((statements) => statements > 0).length, 1)
      } finally {
        await Promise.all(others.map((db) => db.close()))
      }
    })

    test('T54 grants to an operator’s own role are not changed', async () => {
      await run('grant select on chat to pg_monitor; create policy reports on chat to pg_monitor using (true)')
      assert.equal(await mends(), 0)
      await run('drop policy reports on chat; revoke select on chat from pg_monitor')
    })

    test('T54 an additional policy that gives agents more rows is refused, with the statement to run', async () => {
      await run('create policy open on chat using (true)')
      await assert.rejects(mends(), /table chat has a policy[^]*\ndrop policy open on chat;\n/)
      await run('drop policy open on chat')
      assert.equal(await mends(), 0)
    })

    test('T54 a table that was not restored is refused', async () => {
      await run('alter table webhook rename to webhook_away')
      try {
        await assert.rejects(mends(), /lacks webhook, though its migrations have been applied[^]*docs\/operate\.md/)
      } finally {
        await run('alter table webhook_away rename to webhook')
      }
    })
  })

/** As one account, no rows of other accounts are visible. */
async function assertKeptApart(db: Db): Promise<void> {
  const insert = { name: 'test_accounts', text: `insert into account (name) values ('One'), ('Two') returning id` }
  const made = await db.query<{ id: number }>(insert, [])
  for (const { id } of made) {
    const seen = await db.asAccount(id, (tx) =>
      tx.query<{ id: number }>({ name: 'test_seen', text: 'select id from account' }, []),
    )
    assert.deepEqual(seen, [{ id }])
  }
}

const openOther = ({ databaseUrl = '' }: TestDb): Promise<Db> =>
  openDb({
    databaseUrl,
    dataDir: '',
    clock: realClock,
    log: quietLog,
    allowUnsafeFsync: true,
    onFatal(error) {
      throw error
    },
  })
