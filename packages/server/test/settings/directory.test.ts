import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { Db } from '../../src/db/db.ts'
import { makeKeys } from '../../src/platform/crypto.ts'
import { openDirectory } from '../../src/settings/directory.ts'
import { changeSettings } from '../../src/settings/account-settings.ts'
import { createChannel, rotateSecret } from '../../src/settings/channels.ts'
import { holdTrunks, setTrunk } from '../../src/calls/trunks/rows.ts'
import { trunkPasswordContext } from '../../src/settings/trunk-password.ts'
import { resealSecrets } from '../../src/settings/reseal.ts'
import { quietLog, testKinds } from '../db.ts'
import { openTestSettings, type TestSettings } from './test-settings.ts'

for (const kind of testKinds()) {
  suite(`directory, ${kind}`, () => {
    let testSettings: TestSettings
    let account: number
    before(async () => {
      testSettings = await openTestSettings(kind)
      await testSettings.setUp({ agents: [{ email: 'ann@shop.test', role: 'owner' }] })
      account = (await testSettings.directory()).accounts()[0]?.id ?? 0
    })
    after(() => testSettings.close())

    const add = (name: string) =>
      testSettings.db.asAccount(account, (tx) =>
        createChannel(testSettings.settingsContext, { tx, account }, { name, header: { name: 'x', value: 'y' } }),
      )

    test('A4 another process sees a change within 2 seconds when the bus message is lost', async () => {
      const other = await testSettings.directory()
      let seen = 0
      const changed = new Promise<void>((resolve) => other.onChange(() => (seen++, resolve())))
      const id = await add('App')
      assert.equal(other.channel(account, id), undefined)
      await testSettings.clock.move(2000)
      await changed
      assert.equal(other.channel(account, id)?.name, 'App')
      assert.equal(seen, 1)
    })

    test('a refresh during a refresh reads all changes committed before it was requested', async () => {
      const directory = await testSettings.directory()
      for (let i = 0; i < 5; i++) {
        const first = directory.refresh()
        const id = await add(`App ${i}`)
        await Promise.all([directory.refresh(), directory.refresh()])
        assert.ok(directory.channel(account, id))
        await first
      }
    })

    test('without a change no account is read and no listener is called', async () => {
      let reads = 0
      const counting: Db = {
        ...testSettings.db,
        query(statement, values) {
          reads++
          return testSettings.db.query(statement, values)
        },
      }
      const directory = await openDirectory({
        db: counting,
        keys: testSettings.keys,
        clock: testSettings.clock,
        log: quietLog,
      })
      let told = 0
      directory.onChange(() => told++)
      const before = reads
      await directory.refresh()
      assert.equal(reads - before, 1)
      assert.equal(told, 0)
      directory.close()
    })

    test('A34 limits are the defaults, with the changes in the settings', async () => {
      const directory = await testSettings.directory()
      assert.equal(directory.account(account)?.settings.limits.channelMessagesPerSender, 10)
      await testSettings.db.asAccount(account, (tx) =>
        changeSettings(tx, account, { limits: { channelMessagesPerSender: 0 } }),
      )
      await testSettings.db.asAccount(account, (tx) => changeSettings(tx, account, { limits: { statusPerAddress: 7 } }))
      await directory.refresh()
      const { limits } = directory.account(account)?.settings ?? {}
      assert.deepEqual(
        [limits?.channelMessagesPerSender, limits?.statusPerAddress, limits?.typingPerSender],
        [0, 7, 0.33],
      )
    })

    test('T44 secrets of channels are sealed in the tables, and move to a new key', async () => {
      const id = await add('App')
      await testSettings.db.asAccount(account, (tx) => rotateSecret(testSettings.settingsContext, { tx, account }, id))
      const secrets = (await testSettings.directory()).channel(account, id)?.secrets ?? []
      assert.equal(secrets.length, 2)
      const dump = await testSettings.db.query<{ row: string }>(
        {
          name: 'test_dump',
          text: `select c::text || encode(secret, 'escape') || encode(header_value, 'escape') as row from channel c`,
        },
        [],
      )
      assert.equal(/whsec_/.test(JSON.stringify(dump)), false)
      const clear = secrets.map((secret) => Buffer.from(secret).toString('hex'))
      for (const hex of clear) assert.equal(JSON.stringify(dump).includes(hex), false)

      const { db, keys } = testSettings
      const trunk = { kind: 'udp' as const, host: 'sip.test', port: 5060, user: 'desk', registers: true }
      const password = keys.seal('of the trunk', trunkPasswordContext(account))
      await db.asAccount(account, (tx) => setTrunk(tx, { account, settings: trunk, password, now: 0 }))
      const both = await makeKeys(['a new key for tests', 'a key for tests only'])
      assert.notEqual(await resealSecrets(testSettings.db, both), 0)
      assert.equal(await resealSecrets(testSettings.db, both), 0)
      const fresh = await makeKeys(['a new key for tests'])
      const moved = await openDirectory({ db: testSettings.db, keys: fresh, clock: testSettings.clock, log: quietLog })
      assert.deepEqual(moved.channel(account, id)?.secrets, secrets)
      assert.deepEqual(moved.channel(account, id)?.header, { name: 'x', value: 'y' })
      const [held] = await holdTrunks(db, { holder: '00000000-0000-4000-8000-000000000000', able: [], now: 0 })
      assert.equal(fresh.open(held?.password ?? Buffer.alloc(0), trunkPasswordContext(account)), 'of the trunk')
      moved.close()
      await assert.rejects(
        openDirectory({ db: testSettings.db, keys: testSettings.keys, clock: testSettings.clock, log: quietLog }),
        /encrypted with another key than that of SECRET_KEY/,
      )
    })
  })
}
