import assert from 'node:assert/strict'
import { test } from 'node:test'
import { networkOf, profilesIn } from './social.ts'

const rows: [string, string | undefined][] = [
  ['https://t.me/vera', 'telegram'],
  ['https://www.linkedin.com/in/vera', 'linkedin'],
  ['https://m.facebook.com/vera', 'facebook'],
  ['http://X.com/vera', 'twitter'],
  ['https://t.me/', undefined],
  ['https://t.me', undefined],
  ['https://shop.test/facebook.com/vera', undefined],
  ['https://notfacebook.com/vera', undefined],
  ['https://facebook.com.evil.test/vera', undefined],
  ['javascript:facebook.com/vera', undefined],
  ['vera', undefined],
  ['', undefined],
]
for (const [address, network] of rows)
  test(`C8 ${address || 'an empty text'} is ${network ? `a profile of ${network}` : 'no profile'}`, () =>
    assert.equal(networkOf(address), network))

test('C8 the first profile of each network counts', () => {
  const given = [null, ' https://t.me/a ', 'https://t.me/b', undefined, 'https://vk.com/a', 'https://shop.test/a']
  assert.deepEqual(profilesIn(given), { telegram: 'https://t.me/a', vk: 'https://vk.com/a' })
})
