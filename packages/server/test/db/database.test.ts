import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { CompiledQuery } from 'kysely'
import type { Db } from '../../src/db/db.ts'
import { isDataError, isUnavailable, isUniqueViolation } from '../../src/db/errors.ts'
import { statement } from '../../src/db/statement.ts'
import { openTestDb, type TestDb, testKinds } from '../db.ts'

const add = statement('test_add', 'insert into thing (id, body) values ($1, $2) returning id')
const list = statement('test_list', 'select id, body from thing order by id')
const count = statement('test_count', 'select count(*) as n from thing')
const clear = statement('test_clear', 'delete from thing')
const readValues = statement(
  'test_values',
  `select $1::int8 as big, $2::numeric as decimal, $3::timestamptz as at, $4::jsonb as json, $5::bytea as bytes,
     $6::int8[] as numbers, $7::text[] as texts, $8::boolean as yes, $9::text as nothing, $10::timestamptz[] as times`,
)
const readBackend = statement('test_backend', 'select pg_backend_pid() as pid')
const readPlans = statement('test_plans', 'select name from pg_prepared_statements order by name')
const readRole = statement(
  'test_role',
  "select current_user as role, current_setting('deskbell.account', true) as account",
)
const listOwned = statement('test_owned', 'select account_id, body from owned order by account_id')
const addOwned = statement('test_add_owned', 'insert into owned (account_id, body) values ($1, $2)')
const broken = statement('test_broken', 'select 1 / $1::int as x')

const forbidSort = statement('test_forbid_sort', "select set_config('enable_sort', 'off', true)")
const explainSorted = statement(
  'test_explain_sorted',
  'explain (analyze) select id + 1 as more from thing where id > 0 order by body',
)

const schema = `
  create table thing (id int primary key, body jsonb);
  create table owned (account_id int not null, body text not null);
  alter table owned enable row level security;
  create policy one_account on owned to deskbell_agent
    using (account_id = (select current_setting('deskbell.account')::int));
  grant select, insert on owned to deskbell_agent;
  insert into owned values (1, 'of one'), (2, 'of two');
  create table parent (id int primary key);
  create table child (id int references parent (id) deferrable initially deferred);`
const addOrphan = statement('test_orphan', 'insert into child (id) values (1)')

const ids = async (db: Db) => (await db.query<{ id: number }>(list, [])).map((row) => row.id)

for (const kind of testKinds()) {
  describe(`the ${kind} database`, () => {
    let database: TestDb
    let db: Db
    before(async () => {
      database = await openTestDb(kind)
      db = database.db
      await db.administer((client) => client.query(schema))
    })
    after(() => database.close())
    const empty = () => db.query(clear, [])

    test('returns numbers, milliseconds, bytes and parsed JSON', async () => {
      const at = 1_790_000_000_123
      const json = { text: 'ü 😀 "quoted" \\', list: [1, null, { deep: true }] }
      const [row] = await db.query(readValues, [
        9_007_199_254_740_991n,
        '12.5',
        new Date(at),
        json,
        Buffer.from([0, 1, 255]),
        [1, 9_007_199_254_740_991n, null],
        ['plain', 'NULL', null, 'with "quotes", {braces} and \\', ''],
        true,
        undefined,
        [new Date(0), new Date(at)],
      ])
      assert.deepEqual(row, {
        big: 9_007_199_254_740_991,
        decimal: 12.5,
        at,
        json,
        bytes: Buffer.from([0, 1, 255]),
        numbers: [1, 9_007_199_254_740_991, null],
        texts: ['plain', 'NULL', null, 'with "quotes", {braces} and \\', ''],
        yes: true,
        nothing: null,
        times: [0, at],
      })
    })

    test('refuses a value of an unsupported type, and stays usable', async () => {
      await assert.rejects(db.query(add, [1, () => 1]), /a function cannot be sent/)
      await assert.rejects(
        db.transaction((tx) => tx.query(add, [1, Symbol('x')])),
        /a symbol cannot be sent/,
      )
      await assert.rejects(
        db.pipeline(async (tx) => Promise.all([tx.query(add, [1, () => 1]), tx.commit()])),
        (error) => error instanceof TypeError && !isUnavailable(error),
      )
      await db.ping()
    })

    test('commits a transaction, and rolls it back when it throws', async () => {
      await empty()
      const result = await db.transaction(async (tx) => {
        await tx.query(add, [1, null])
        await tx.query(add, [2, null])
        return (await tx.query(list, [])).length
      })
      assert.equal(result, 2)
      await assert.rejects(
        db.transaction(async (tx) => {
          await tx.query(add, [3, null])
          throw new Error('changed my mind')
        }),
        /changed my mind/,
      )
      assert.deepEqual(await ids(db), [1, 2])
    })

    test('a caught statement error still fails the transaction', async () => {
      await empty()
      await assert.rejects(
        db.transaction(async (tx) => {
          await tx.query(add, [1, null])
          await tx.query(broken, [0]).catch(() => {})
          return 'all is well'
        }),
        /division by zero/,
      )
      assert.deepEqual(await ids(db), [])
    })

    test('a statement that is not awaited is executed, and its error fails the transaction', async () => {
      await empty()
      await db.transaction(async (tx) => {
        void tx.query(add, [1, null])
      })
      assert.deepEqual(await ids(db), [1])
      await assert.rejects(
        db.transaction(async (tx) => {
          void tx.query(add, [1, null])
        }),
        (error) => isUniqueViolation(error, 'thing_pkey') && isDataError(error) && !isUnavailable(error),
      )
    })

    test('a transaction without statements, and one that ends twice', async () => {
      assert.equal(await db.transaction(async () => 5), 5)
      await assert.rejects(
        db.pipeline(async (tx) => {
          await tx.commit()
          await tx.query(list, [])
        }),
        /the transaction is over/,
      )
    })

    test('a pipeline reads, decides, writes and commits in two round trips', async () => {
      await empty()
      await db.query(add, [1, { n: 1 }])
      const rows = await db.pipeline(async (tx) => {
        const [things, [total]] = await Promise.all([
          tx.query<{ id: number }>(list, []),
          tx.query<{ n: number }>(count, []),
        ])
        const next = things.length + (total?.n ?? 0)
        const [[written]] = await Promise.all([
          tx.query<{ id: number }>(add, [next, { n: next }]),
          tx.query(add, [next + 1, null]),
          tx.commit(),
        ])
        return [things.length, total?.n, written?.id]
      })
      assert.deepEqual(rows, [1, 1, 2])
      assert.deepEqual(await ids(db), [1, 2, 3])
    })

    test('a pipeline that fails in the middle writes nothing, rejects all of its queries, and leaves its connection usable', async () => {
      await empty()
      const told: unknown[] = []
      await assert.rejects(
        db.pipeline(async (tx) => {
          await tx.query(list, [])
          const asked = [
            tx.query(add, [1, null]),
            tx.query(add, [2, null]),
            tx.query(add, [1, null]),
            tx.query(add, [3, null]),
            tx.commit(),
          ]
          for (const each of asked) each.catch((error: unknown) => told.push(error))
          await Promise.all(asked)
        }),
        (error) => isUniqueViolation(error),
      )
      assert.equal(told.length, 5)
      assert.equal(new Set(told).size, 1)
      assert.deepEqual(await ids(db), [])
      await db.pipeline(async (tx) => Promise.all([tx.query(add, [1, null]), tx.commit()]))
      assert.deepEqual(await ids(db), [1])
    })

    test('a failed pipeline that awaits only its first query leaves no unhandled rejection', async (t) => {
      const leftOver = t.mock.fn()
      process.on('unhandledRejection', leftOver)
      t.after(() => process.off('unhandledRejection', leftOver))
      await assert.rejects(
        db.pipeline(async (tx) => {
          const first = tx.query(broken, [0])
          void tx.query(add, [7, null])
          void tx.commit()
          await first
        }),
        /division by zero/,
      )
      await new Promise((resolve) => setImmediate(resolve))
      assert.equal(leftOver.mock.callCount(), 0)
    })

    test('a pipeline may roll back and return', async () => {
      await empty()
      const answer = await db.pipeline(async (tx) => {
        await tx.query(add, [1, null])
        await tx.rollback()
        return 'nothing was done'
      })
      assert.equal(answer, 'nothing was done')
      const after = await db
        .pipeline(async (tx) => {
          await Promise.all([tx.query(add, [1, null]), tx.query(broken, [0]), tx.commit()]).catch(() => tx.rollback())
          return 'something was wrong'
        })
        .catch(String)
      assert.match(after, /the transaction is over/)
      const instead = await db.pipeline(async (tx) => {
        await Promise.all([tx.query(add, [1, null]), tx.query(broken, [0])]).catch(() => tx.rollback())
        return 'something was wrong'
      })
      assert.equal(instead, 'something was wrong')
      assert.deepEqual(await ids(db), [])
    })

    test('a constraint that is checked at the commit fails the commit', async () => {
      await assert.rejects(
        db.pipeline(async (tx) => Promise.all([tx.query(addOrphan, []), tx.commit()])),
        (error) => isDataError(error) && !isUnavailable(error),
      )
      await assert.rejects(
        db.transaction((tx) => tx.query(addOrphan, [])),
        isDataError,
      )
      await db.ping()
    })

    test('many pipelines at once take turns', async () => {
      await empty()
      const work = Array.from({ length: 40 }, (_, id) =>
        db.pipeline(async (tx) => {
          const [row] = await tx.query<{ n: number }>(count, [])
          await Promise.all([tx.query(add, [id, row?.n]), tx.commit()])
        }),
      )
      await Promise.all(work)
      const rows = await db.query<{ body: number }>(list, [])
      assert.deepEqual(
        rows.map((row) => row.body).toSorted((a, b) => a - b),
        Array.from({ length: 40 }, (_, n) => n),
      )
    })

    test('a statement is planned once per connection, also one of Kysely', async () => {
      await db.transaction(async (tx) => {
        const sameText: Pick<CompiledQuery, 'sql' | 'parameters'> = { sql: 'select $1::int as x', parameters: [3] }
        const built = { compile: () => sameText as CompiledQuery<{ x: number }> }
        for (let i = 0; i < 3; i++) {
          await tx.query(list, [])
          assert.deepEqual(await tx.run(built), [{ x: 3 }])
        }
        const plans = (await tx.query<{ name: string }>(readPlans, [])).map((row) => row.name)
        assert.equal(plans.filter((name) => name === 'test_list').length, 1)
        assert.equal(plans.filter((name) => name.startsWith('built.')).length, 1)
      })
    })

    test('no plan is compiled, however high it is estimated', { skip: kind === 'embedded' }, async () => {
      const plan = await db.transaction(async (tx) => {
        await Promise.all([tx.query(forbidSort, []), tx.query(list, [])])
        return tx.query<Record<'QUERY PLAN', string>>(explainSorted, [])
      })
      const text = plan.map((row) => row['QUERY PLAN']).join('\n')
      // The estimate is far above the one from which Postgres compiles.
      assert.match(text, /Sort .*cost=1\d{10}/)
      assert.doesNotMatch(text, /JIT/)
    })

    test('the same statement with other parameters, in one round trip and without rows', async () => {
      await empty()
      const rows = await db.transaction((tx) =>
        Promise.all([tx.query(list, []), tx.query(add, [5, '"a"']), tx.query(add, [6, null]), tx.query(list, [])]),
      )
      const all = [
        { id: 5, body: 'a' },
        { id: 6, body: null },
      ]
      assert.deepEqual(rows, [[], [{ id: 5 }], [{ id: 6 }], all])
    })

    test('rows of five megabytes are written and read', async () => {
      await empty()
      const text = 'ü'.repeat(2_500_000)
      await db.pipeline(async (tx) =>
        Promise.all([tx.query(add, [1, { text }]), tx.query(add, [2, { text }]), tx.commit()]),
      )
      const rows = await db.query<{ body: { text: string } }>(list, [])
      assert.equal(rows.length, 2)
      for (const row of rows) assert.equal(row.body.text === text, true)
    })

    test('text that Postgres rejects is a data error, and concurrent queries succeed', async () => {
      await assert.rejects(db.query(add, [1, '{"text":"\\u0000"}']), isDataError)
      await assert.rejects(
        db.query(
          readValues,
          Array.from({ length: 10 }, () => 'x\0y'),
        ),
        isDataError,
      )
      await db.ping()
    })

    test('a query outside the caller’s own open transaction is refused and does not wait', async () => {
      await empty()
      const beside = [
        () => db.query(list, []),
        () => db.transaction(async () => 0),
        () => db.asAccount(1, async () => 0),
        () => db.pipeline(async () => 0),
        () => db.administer(async () => 0),
        () => db.ping(),
      ]
      for (const ask of beside) {
        await assert.rejects(db.transaction<unknown>(ask), /bypassed the open transaction/)
        await assert.rejects(db.pipeline<unknown>(ask), /bypassed the open transaction/)
      }
      // Work that a transaction has started without awaiting it runs after the transaction and is allowed.
      let later: Promise<unknown> | undefined
      let go = () => {}
      const over = new Promise<void>((resolve) => (go = resolve))
      await db.transaction(async (tx) => {
        later = over.then(() => db.ping())
        await tx.query(list, [])
      })
      go()
      await later
    })

    test('T17 asAccount shows one account, also when the query names another', async () => {
      const seen = await db.asAccount(1, (tx) => tx.query(listOwned, []))
      assert.deepEqual(seen, [{ account_id: 1, body: 'of one' }])
      assert.deepEqual(await db.asAccount(3, (tx) => tx.query(listOwned, [])), [])
      await assert.rejects(
        db.asAccount(1, (tx) => tx.query(addOwned, [2, 'smuggled'])),
        /row-level security/,
      )
      await assert.rejects(
        db.asAccount(1, (tx) => tx.query(list, [])),
        /permission denied/,
      )
    })

    test('T17 role and account end with the transaction, also with one that fails', async () => {
      const inside = await db.asAccount(7, (tx) => tx.query(readRole, []))
      assert.deepEqual(inside, [{ role: 'deskbell_agent', account: '7' }])
      await assert.rejects(
        db.asAccount(7, async (tx) => {
          await tx.query(readRole, [])
          throw new Error('enough')
        }),
        /enough/,
      )
      for (let i = 0; i < 12; i++) {
        const [outside] = await db.query<{ role: string; account: string | null }>(readRole, [])
        assert.notEqual(outside?.role, 'deskbell_agent')
        assert.equal(outside?.account || null, null)
      }
      assert.equal((await db.query(listOwned, [])).length, 2)
    })

    test('connections are released in every case', async () => {
      for (let i = 0; i < 30; i++) {
        await assert.rejects(db.query(broken, [0]), /division by zero/)
        await assert.rejects(
          db.transaction((tx) => tx.query(broken, [0])),
          /division by zero/,
        )
        await assert.rejects(
          db.pipeline((tx) => tx.query(broken, [0])),
          /division by zero/,
        )
      }
      const pids = await Promise.all(Array.from({ length: 50 }, () => db.query<{ pid: number }>(readBackend, [])))
      assert.ok(new Set(pids.flat().map((row) => row.pid)).size <= 10)
    })
  })
}
