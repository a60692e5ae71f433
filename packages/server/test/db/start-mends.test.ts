import assert from 'node:assert/strict'
import { test } from 'node:test'
import { statement } from '../../src/db/statement.ts'
import { makePlace, testKinds } from '../db.ts'
import { startTestServer, type TestServer } from '../test-server.ts'

const policies = statement(
  'test_policies',
  'select policyname as name from pg_policies where schemaname = current_schema() order by 1',
)

for (const kind of testKinds())
  test(`T54 a server that starts on a database without a policy restores it, ${kind}`, async () => {
    const place = await makePlace(kind)
    let testServer: TestServer | undefined
    const found = async () => (await testServer!.services.db.query<{ name: string }>(policies, [])).length
    try {
      testServer = await startTestServer({ kind, place })
      const all = await found()
      assert.ok(all > 10)
      await testServer.services.db.administer(async (client) => {
        const { rows } = await client.query<{ drop: string }>(
          `select format('drop policy %I on %I', policyname, tablename) as drop from pg_policies
           where schemaname = current_schema() and tablename = 'chat'`,
        )
        for (const { drop } of rows) await client.query(drop)
      })
      assert.ok((await found()) < all)
      await testServer.stop()
      testServer = await startTestServer({ kind, place })
      assert.equal(await found(), all)
    } finally {
      await testServer?.stop()
      await place.drop()
    }
  })
