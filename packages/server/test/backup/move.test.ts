import assert from 'node:assert/strict'
import { rmSync } from 'node:fs'
import { suite, test } from 'node:test'
import { testKinds } from '../db.ts'
import { openPlace, startDesk } from './desk.ts'
import { command, makeEmpty } from './places.ts'
import { digestsOf, readAll } from './tables.ts'

suite(
  'from the embedded database to Postgres',
  { skip: !testKinds().includes('server') && 'needs TEST_DATABASE_URL' },
  () => {
    test('R26 the desk goes on in Postgres, and the old database is not started again by mistake', async (t) => {
      const { server, integrator, dataDir } = await startDesk('embedded')
      t.after(() => integrator.close())
      const target = await makeEmpty('server')
      t.after(target.drop)
      const both = { dataDir, databaseUrl: target.databaseUrl ?? '' }
      const refused = await command(both, ['move'])
      assert.equal(refused.code, 1)
      assert.match(refused.said, /is running/)
      const expected = digestsOf(await readAll(server.services.db))
      await server.stop()
      const moved = await command(both, ['move'])
      assert.equal(moved.code, 0, moved.said)
      const db = await openPlace(both)
      assert.deepEqual(digestsOf(await readAll(db)), expected)
      await db.close()
      await assert.rejects(openPlace({ dataDir }), /was moved to a Postgres server/)
      rmSync(dataDir, { recursive: true })
    })
  },
)
