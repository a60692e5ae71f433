import assert from 'node:assert/strict'
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { after, before, suite, test } from 'node:test'
import { verifyBackup } from '../../src/backup/read.ts'
import { testKinds } from '../db.ts'
import { startDesk, type Desk } from './desk.ts'
import { command, makeEmpty } from './places.ts'
import { digestsOf, readAll } from './tables.ts'

const PASSPHRASE = 'six words that only we know'

for (const kind of testKinds())
  suite(`backups that are refused, ${kind}`, () => {
    let desk: Desk
    before(async () => {
      desk = await startDesk(kind)
    })
    after(() => desk.close())

    let file: string
    /** The backup of the desk, made once. */
    async function once(): Promise<void> {
      file = desk.pathOf('desk.backup')
      if (!existsSync(file)) assert.equal((await desk.command(['backup', file])).code, 0)
    }

    test('R26 an encrypted backup cannot be read without its passphrase, and shows nothing of the desk', async (t) => {
      const path = desk.pathOf('secret.backup')
      const made = await desk.command(['backup', path], { BACKUP_PASSPHRASE: PASSPHRASE })
      assert.equal(made.code, 0, made.said)
      assert.match(readFileSync(path, 'latin1'), /^age-encryption\.org\/v1\n/)
      const place = await makeEmpty('embedded')
      t.after(place.drop)
      for (const [env, why] of [
        [{}, /is encrypted: set BACKUP_PASSPHRASE/],
        [{ BACKUP_PASSPHRASE: 'another passphrase' }, /is not its passphrase/],
      ] as const) {
        const { code, said } = await command(place, ['restore', path], env)
        assert.equal(code, 1)
        assert.match(said, why)
      }
      assert.deepEqual(readdirSync(place.dataDir), [])
    })

    test('R26 a backup that is damaged at any place is refused with a sentence, and nothing is restored', async (t) => {
      await once()
      const bytes = readFileSync(file)
      const place = await makeEmpty(testKinds().at(-1) ?? kind)
      t.after(place.drop)
      const damaged = desk.pathOf('damaged.backup')
      for (const at of [0.02, 0.5, 0.97]) {
        const copy = Buffer.from(bytes)
        const index = Math.floor(copy.length * at)
        copy[index] = (copy[index] ?? 0) ^ 0x55
        writeFileSync(damaged, copy)
        const { code, said } = await command(place, ['restore', damaged])
        assert.equal(code, 1, said)
        assert.match(said, /damaged|no backup/)
      }
      writeFileSync(damaged, bytes.subarray(0, bytes.length - 100))
      assert.match((await command(place, ['restore', damaged])).said, /damaged/)
      // What failed before does not prevent a whole one from being restored.
      assert.equal((await command(place, ['restore', file])).code, 0)
    })

    test('R26 a place that is not empty is refused and stays as it is', async () => {
      await once()
      const before = digestsOf(await readAll(desk.server.services.db))
      const { code, said } = await desk.command(['restore', file])
      assert.equal(code, 1)
      assert.match(said, /already|not empty/)
      assert.deepEqual(digestsOf(await readAll(desk.server.services.db)), before)
      assert.match((await desk.command(['backup', file])).said, /exists already/)
    })

    test('R26 the beginning of a backup says what it is of', async () => {
      await once()
      const { head } = await verifyBackup(file, undefined)
      assert.ok(Math.abs(head.at - Date.now()) < 600_000)
      assert.ok(head.tables.some(({ name }) => name === 'entry'))
      assert.ok(!head.tables.some(({ name }) => ['rpc', 'process', 'migration'].includes(name)))
    })
  })
