import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { Directory } from '../../src/settings/directory.ts'
import {
  changeChannel,
  createChannel,
  MASKED,
  removeChannel,
  rotateAddress,
  rotateSecret,
} from '../../src/settings/channels.ts'
import { realIds } from '../../src/platform/ids.ts'
import { testKinds } from '../db.ts'
import { openTestSettings, type TestSettings } from './test-settings.ts'

test('A1 10 000 addresses: their form, no repeats, every character equally likely', () => {
  const seen = new Set<string>()
  const counts = new Map<string, number>()
  for (let i = 0; i < 10_000; i++) {
    const random = realIds.letters(32)
    const publicId = realIds.letters(10)
    assert.match(`/${random}/${publicId}`, /^\/[A-Za-z0-9]{32}\/[A-Za-z0-9]{10}$/)
    seen.add(random).add(publicId)
    for (const letter of random + publicId) counts.set(letter, (counts.get(letter) ?? 0) + 1)
  }
  assert.equal(seen.size, 20_000)
  assert.equal(counts.size, 62)
  const expected = (10_000 * 42) / 62
  const chiSquare = [...counts.values()].reduce((sum, n) => sum + (n - expected) ** 2 / expected, 0)
  // 61 degrees of freedom: a fair source exceeds 124 once in 300 000 runs.
  assert.ok(chiSquare < 124, `chi-square ${chiSquare}`)
})

for (const kind of testKinds()) {
  suite(`channels, ${kind}`, () => {
    let testSettings: TestSettings
    let directory: Directory
    let account: number
    let id: number
    const channel = () => {
      const record = directory.channel(account, id)
      assert.ok(record)
      return record
    }

    before(async () => {
      testSettings = await openTestSettings(kind)
      await testSettings.setUp({ agents: [{ email: 'ann@shop.test', role: 'owner' }] })
      directory = await testSettings.directory()
      account = directory.accounts()[0]?.id ?? 0
      // As a signed-in agent: row-level security must allow what the agent may do.
      id = await testSettings.db.asAccount(account, (tx) =>
        createChannel(testSettings.settingsContext, { tx, account }, { name: 'App' }),
      )
      await directory.refresh()
    })
    after(() => testSettings.close())

    test('A1 A27 a new channel has its own address and secret', () => {
      assert.match(channel().publicId, /^[A-Za-z0-9]{10}$/)
      assert.match(channel().random, /^[A-Za-z0-9]{32}$/)
      assert.equal(channel().secrets.length, 1)
      const key = Buffer.from(channel().secrets[0]?.slice('whsec_'.length) ?? '', 'base64')
      assert.ok(key.length >= 24)
    })

    test('A1 the old address is known for 24 hours after a rotation', async () => {
      const old = channel().random
      await testSettings.db.asAccount(account, (tx) => rotateAddress(testSettings.settingsContext, { tx, account }, id))
      await directory.refresh()
      assert.notEqual(channel().random, old)
      assert.equal(channel().previousRandom, old)
      assert.equal(channel().previousRandomUntil, testSettings.clock.now() + 24 * 3_600_000)
    })

    test('A27 both secrets are valid for 24 hours after a rotation, the new one first', async () => {
      const [old] = channel().secrets
      await testSettings.db.asAccount(account, (tx) => rotateSecret(testSettings.settingsContext, { tx, account }, id))
      await directory.refresh()
      const [fresh] = channel().secrets
      assert.notEqual(fresh, old)
      await testSettings.clock.move(24 * 3_600_000 - 1)
      assert.deepEqual(channel().secrets, [fresh, old])
      await testSettings.clock.move(1)
      assert.deepEqual(channel().secrets, [fresh])
    })

    test('A21 T13 T35 a server URL and a header are checked when they are saved', async () => {
      const change = (input: Parameters<typeof changeChannel>[3]) =>
        testSettings.db.asAccount(account, (tx) =>
          changeChannel(testSettings.settingsContext, { tx, account }, id, input),
        )
      await assert.rejects(change({ serverUrl: 'http://10.0.0.1/x' }), { name: 'Invalid', path: '/serverUrl' })
      await assert.rejects(change({ serverUrl: 'file:///etc/passwd' }), { name: 'Invalid', path: '/serverUrl' })
      await assert.rejects(change({ header: { name: 'content-length', value: '1' } }), { path: '/header' })
      await assert.rejects(change({ header: { name: 'x-a', value: 'a\r\nb: c' } }), { path: '/header' })
      await assert.rejects(change({ agents: [4711] }), { name: 'Invalid', path: '/agents/0' })
      await change({ serverUrl: 'https://shop.test/chat?x=1', header: { name: 'x-a', value: 'b' }, chunked: true })
      await directory.refresh()
      assert.equal(channel().serverUrl, 'https://shop.test/chat?x=1')
      assert.deepEqual(channel().header, { name: 'x-a', value: 'b' })
      assert.equal(channel().chunked, true)
    })

    test('A27 a header that is written back masked keeps its value', async () => {
      await testSettings.db.asAccount(account, (tx) =>
        changeChannel(testSettings.settingsContext, { tx, account }, id, { header: { name: 'x-b', value: MASKED } }),
      )
      await directory.refresh()
      assert.deepEqual(channel().header, { name: 'x-b', value: 'b' })
      await testSettings.db.asAccount(account, (tx) =>
        changeChannel(testSettings.settingsContext, { tx, account }, id, { header: null }),
      )
      await directory.refresh()
      assert.equal(channel().header, null)
    })

    test('A2 a deleted channel is not in the directory', async () => {
      const { publicId } = channel()
      await testSettings.db.asAccount(account, (tx) => removeChannel(testSettings.settingsContext, tx, account, id))
      await directory.refresh()
      assert.equal(directory.channelByPublicId(publicId), undefined)
      assert.equal(directory.channel(account, id), undefined)
      await assert.rejects(
        testSettings.db.asAccount(account, (tx) => rotateAddress(testSettings.settingsContext, { tx, account }, id)),
        { name: 'Refused', code: 'not_found' },
      )
    })
  })
}
