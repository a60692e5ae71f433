import assert from 'node:assert/strict'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { describeSchema } from '../../src/db/schema.ts'
import { openTestDb, testKinds } from '../db.ts'
import { startTestServer } from '../test-server.ts'
import { openPlace, startDesk, type Desk } from './desk.ts'
import { command, makeEmpty } from './places.ts'
import { digestsOf, readAll } from './tables.ts'

const filesIn = (dataDir: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(join(dataDir, 'files'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => [entry.name, readFileSync(join(entry.parentPath, entry.name), 'utf8')]),
  )

for (const kind of testKinds())
  suite(`backups of a desk that runs, ${kind}`, () => {
    let desk: Desk
    before(async () => {
      desk = await startDesk(kind)
    })
    after(() => desk.close())

    /** A backup, and what is in it: nothing was written while it was made. */
    async function backUpAtRest(env: Record<string, string>) {
      for (let tried = 0; ; tried++) {
        const before = digestsOf(await readAll(desk.server.services.db))
        const path = desk.pathOf(`${Object.keys(env).length}-${tried}.backup`)
        const made = await desk.command(['backup', path], env)
        assert.equal(made.code, 0, made.said)
        assert.match(made.said, /read again and whole/)
        const expected = digestsOf(await readAll(desk.server.services.db))
        if (JSON.stringify(before) === JSON.stringify(expected)) return { path, expected }
        assert.ok(tried < 10, 'the desk does not come to rest')
      }
    }

    for (const into of testKinds())
      test(`R26 a backup is restored into an empty ${into} place: every row, key, index and file is there`, async (t) => {
        // One is encrypted.
        const env = kind === into ? { BACKUP_PASSPHRASE: 'six words that only we know' } : {}
        const { path, expected } = await backUpAtRest(env)
        const fresh = await openTestDb(into)
        const schema = await fresh.db.administer(describeSchema)
        await fresh.close()
        const place = await makeEmpty(into)
        t.after(place.drop)
        const done = await command(place, ['restore', path], env)
        assert.equal(done.code, 0, done.said)
        const db = await openPlace(place)
        const { installation, ...restored } = digestsOf(await readAll(db))
        assert.ok(installation)
        const { installation: _own, ...others } = expected
        assert.deepEqual(restored, others)
        assert.equal(await db.administer(describeSchema), schema)
        await db.close()
        assert.deepEqual(filesIn(place.dataDir), filesIn(desk.dataDir))
        // The desk goes on with it: numbers that were given are not given again.
        const again = await startTestServer({ kind: into, place: { ...place, drop: async () => {} } })
        const before = (await again.agent().chats()).length
        await again.visitor('after the restore').writes('hello again')
        assert.equal((await again.agent().chats()).length, before + 1)
        await again.close()
      })

    test('R26 a backup under load shows one moment: each chat has all entries that its state counts', async (t) => {
      let isOver = false
      let written = 0
      const writers = Array.from({ length: 4 }, async (_, i) => {
        while (!isOver) {
          const { status } = await desk.server.visitor(`writer ${i}`).writes(`message ${written++}`)
          assert.equal(status, 200)
        }
      })
      const path = desk.pathOf('load.backup')
      const made = await desk.command(['backup', path])
      isOver = true
      await Promise.all(writers)
      assert.equal(made.code, 0, made.said)
      const place = await makeEmpty(testKinds().at(-1) ?? kind)
      t.after(place.drop)
      const done = await command(place, ['restore', path])
      assert.equal(done.code, 0, done.said)
      const db = await openPlace(place)
      const chats = await db.administer(async (client) => {
        const { rows } = await client.query<{ last: number; count: number; most: number }>(
          `select (c.state->>'last')::int as last, count(e.*)::int as count, max(e.n) as most from chat c
           left join entry e on e.account_id = c.account_id and e.chat_id = c.id group by c.account_id, c.id`,
        )
        return rows
      })
      await db.close()
      assert.ok(chats.length >= 20)
      for (const { last, count, most } of chats) assert.deepEqual([count, most], [last, last])
    })
  })
