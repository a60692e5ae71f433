import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, suite, test } from 'node:test'
import type { ClientBase } from 'pg'
import { readRows, readTables } from '../../src/backup/tables.ts'
import { SCHEMA_FILE } from '../../src/db/dump.ts'
import { accessIn } from '../../src/db/schema-access.ts'
import { mendSecondWall } from '../../src/db/second-wall.ts'
import { statement } from '../../src/db/statement.ts'
import { deliveryRows } from '../../src/deliveries/rows.ts'
import { insertDeliveries, promoteStatement } from '../../src/deliveries/statements.ts'
import { openTestDb, quietLog, testKinds, type TestDb } from '../db.ts'

/** The id from which on rows of deliveries are in the second part. */
const SECOND = 1000

const account = statement('test_divided_account', `insert into account (name) values ('Shop') returning id`)
const states = statement('test_divided_states', 'select id, lane, state, ctid::text as place from delivery order by id')
const end = statement('test_divided_end', `update delivery set state = 'done', finished_at = now() where id = any($1)`)

/** As a later version does it: what was the table becomes its first part. */
async function divide(client: ClientBase): Promise<void> {
  const access = accessIn(readFileSync(SCHEMA_FILE, 'utf8')).filter(({ object }) => object === 'delivery')
  await client.query(`
    alter table delivery rename to delivery_first;
    create table delivery (like delivery_first including all) partition by range (id);
    alter table delivery_first alter column id drop identity;
    alter table delivery attach partition delivery_first for values from (minvalue) to (${SECOND});
    create table delivery_second partition of delivery for values from (${SECOND}) to (maxvalue);
    ${access.map(({ line }) => line).join('\n')}`)
}

for (const kind of testKinds())
  suite(`a database whose tables a later version has divided, ${kind}`, () => {
    let place: TestDb
    let shop = 0
    before(async () => {
      place = await openTestDb(kind)
      const [row] = await place.db.query<{ id: number }>(account, [])
      shop = row?.id ?? 0
      await place.db.administer(divide)
    })
    after(() => place.close())

    const deliver = (...lanes: string[]) => {
      const rows = lanes.map((lane) => ({
        account: shop,
        ...{ kind: 'photo_fetch', lane, endpoint: 'photo_fetch:1', channel: 1, recipient: null, body: {} },
        ...{ bot: null, webhook: null, event: null, chat: null, of: null },
      }))
      return place.db.query(insertDeliveries, [deliveryRows(rows), new Date(), new Date(), null])
    }
    const read = () => place.db.query<{ id: number; lane: string; state: string; place: string }>(states, [])

    test('R31 this version starts on it: what keeps accounts apart is found on the whole table', async () => {
      assert.equal(await mendSecondWall(place.db, quietLog), 0)
    })

    test('R31 the next delivery of a lane becomes due, and none in the same place of another part', async () => {
      await deliver('a', 'a')
      await place.db.administer((client) => client.query(`alter table delivery alter column id restart with ${SECOND}`))
      await deliver('b', 'b')
      const before = await read()
      const placeOf = (lane: string) => before.filter((one) => one.lane === lane).map((one) => one.place)
      assert.deepEqual(placeOf('a'), placeOf('b'), 'the places are the same in both parts')
      await place.db.query(end, [before.filter(({ state }) => state === 'due').map(({ id }) => id)])
      await place.db.query(promoteStatement, [[shop], ['a'], new Date(), new Date(), null])
      const [, second, , fourth] = await read()
      assert.deepEqual([second?.state, fourth?.state], ['due', 'waiting'])
    })

    test('R31 a backup has the rows of all parts once, under the name of the table', async () => {
      await place.db.administer(async (client) => {
        const tables = await readTables(client)
        assert.deepEqual(
          tables.map(({ name }) => name).filter((name) => name.startsWith('delivery')),
          ['delivery'],
        )
        const table = tables.find(({ name }) => name === 'delivery') ?? assert.fail('no deliveries')
        let rows = 0
        for await (const part of readRows(client, table, async () => {})) rows += part.rows
        assert.equal(rows, (await client.query('select from delivery')).rowCount)
      })
    })
  })
