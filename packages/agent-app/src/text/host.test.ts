import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hostOf } from './host.ts'

test('a host is accepted alone or in an address', () => {
  for (const written of [
    'shop.test',
    ' Shop.TEST ',
    'https://shop.test/prices?x=1',
    '*.shop.test',
    'shop.test:8080',
    'shop.test.',
  ])
    assert.equal(hostOf(written), 'shop.test', written)
  assert.equal(hostOf('www.shop.test'), 'www.shop.test')
  assert.equal(hostOf('localhost'), 'localhost')
  assert.equal(hostOf('bücher.test'), 'xn--bcher-kva.test')
  assert.equal(hostOf('http://192.0.2.7:8080/'), '192.0.2.7')
  assert.equal(hostOf('http://[::1]:8080/'), '[::1]')
  for (const written of ['', 'two words', 'javascript:alert(1)', 'a..b', '-a.test', '<script>'])
    assert.equal(hostOf(written), null, written)
})
