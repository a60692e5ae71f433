import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type pg from 'pg'
import type { Statement } from '../../src/db/statement.ts'
import { allStatements, statement } from '../../src/db/statement.ts'
import { openTestDb, type TestDb, testKinds } from '../db.ts'

/** Lets Postgres parse a statement against its tables without executing it; returns the names of its columns. */
function describeStatement(client: pg.ClientBase, { text }: Statement): Promise<string[]> {
  return new Promise((resolve, reject) => {
    let columns: string[] = []
    const question = {
      submit(connection: pg.Connection) {
        connection.parse({ name: '', text, types: [] }, true)
        connection.describe({ type: 'S', name: '' }, true)
        connection.sync()
      },
      handleRowDescription(message: { fields: { name: string }[] }) {
        columns = message.fields.map((field) => field.name)
      },
      handleReadyForQuery: () => resolve(columns),
      handleError: reject,
    }
    client.query(question)
  })
}

const source = fileURLToPath(new URL('../../src/', import.meta.url))
const files = globSync('**/*.ts', { cwd: source })
  .filter((file) => !file.endsWith('.test.ts') && /\bstatement\(\s*'/.test(readFileSync(source + file, 'utf8')))
  .toSorted()
for (const file of files) await import(pathToFileURL(source + file).href)
// Other test files of this process may have statements of their own.
const named = new Set(
  files.flatMap((file) =>
    [...readFileSync(source + file, 'utf8').matchAll(/\bstatement\(\s*'(\w+)'/g)].map(([, name]) => name),
  ),
)
const statements = allStatements().filter(({ name }) => named.has(name))

test('no two test files name a statement alike: one process runs several files', () => {
  const tests = fileURLToPath(new URL('../', import.meta.url))
  const names = globSync('**/*.ts', { cwd: tests }).flatMap((file) =>
    [...readFileSync(tests + file, 'utf8').matchAll(/\bstatement\(\s*'(\w+)'/g)].map(([, name]) => ({ file, name })),
  )
  const byName = Map.groupBy(names, ({ name }) => name)
  assert.ok(byName.size > 10)
  for (const [name, uses] of byName) assert.equal(uses.length, 1, `${name}: ${uses.map(({ file }) => file).join(' ')}`)
})

test('the statements of every file are registered', () => {
  assert.ok(files.length > 1 && statements.length >= files.length, files.join(' '))
})

test('each statement has a name of its own, which is valid', () => {
  const { name } = statement('statements_test_once', 'select 1')
  assert.throws(() => statement(name, 'select 2'), /two statements are called statements_test_once/)
  for (const bad of ['', 'Upper', 'with space', 'x'.repeat(64), "quote'"]) {
    assert.throws(() => statement(bad, 'select 1'), /invalid statement name/)
  }
})

for (const kind of testKinds()) {
  describe(`statements and the tables of the ${kind} database`, () => {
    let database: TestDb
    before(async () => {
      database = await openTestDb(kind)
    })
    after(() => database.close())
    const check = (each: Statement) => database.db.administer((client) => describeStatement(client, each))

    for (const each of statements) {
      test(each.name, async () => {
        const columns = await check(each)
        assert.equal(new Set(columns).size, columns.length, 'two columns of one name: a row holds one of them')
      })
    }

    test('a wrong column is found', async () => {
      await assert.rejects(check({ name: '', text: 'select nowhere from chat' }), /column "nowhere" does not exist/)
    })
  })
}
