import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { TRIES } from '../../src/db/retry.ts'
import { statement } from '../../src/db/statement.ts'
import { testKinds } from '../db.ts'
import { startTestServer, type TestServer } from '../test-server.ts'

/** The sequence counts the inserts, since a rollback does not undo it. The first `conflicts` ones fail. */
const toFailFirst = (conflicts: number) =>
  [
    'drop sequence if exists test_inserts',
    'create sequence test_inserts',
    `create or replace function test_conflict() returns trigger language plpgsql security definer as $$
     begin
       if nextval('test_inserts') <= ${conflicts} then raise exception 'a conflict' using errcode = '40P01'; end if;
       return new;
     end $$`,
    'create or replace trigger test_conflict before insert on department for each row execute function test_conflict()',
  ].map((text, i) => statement(`test_conflict_${conflicts}_${i}`, text))

const FAIL_FIRST = { 2: toFailFirst(2), [TRIES]: toFailFirst(TRIES) }

for (const kind of testKinds())
  suite(`changes of settings that conflict with another transaction, ${kind}`, () => {
    let server: TestServer
    before(async () => void (server = await startTestServer({ kind })))
    after(() => server.close())

    const failing = async (conflicts: keyof typeof FAIL_FIRST) => {
      for (const one of FAIL_FIRST[conflicts]) await server.services.db.query(one, [])
    }
    const adds = (name: string) => server.agent().call('POST', '/departments', { name, agents: [] })
    const names = async () => {
      const { departments } = (await server.agent().call('GET', '/departments')).body as never as {
        departments: { name: string }[]
      }
      return departments.map(({ name }) => name)
    }

    test('a change that deadlocks twice is made once', async () => {
      await failing(2)
      const added = await adds('Sales')
      assert.equal(added.status, 201, added.text)
      assert.deepEqual(await names(), ['Sales'])
    })

    test('a change that deadlocks again and again is refused as unavailable, and may be repeated', async () => {
      await failing(TRIES)
      const refused = await adds('Support')
      assert.equal(refused.status, 503, refused.text)
      assert.equal((refused.body as never as { error: { code: string } }).error.code, 'unavailable')
      assert.equal(refused.headers.get('retry-after'), '2')
      assert.equal((await adds('Support')).status, 201)
      assert.deepEqual(await names(), ['Sales', 'Support'])
    })
  })
