import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toHost } from './host.ts'

test('a site may be written as an address or a host, and is kept as its host', () => {
  for (const written of [
    'shop.test',
    ' Shop.TEST ',
    'https://shop.test/prices?x=1',
    'www.shop.test',
    '*.shop.test',
    'shop.test:8080',
  ])
    assert.equal(toHost(written), 'shop.test', written)
  assert.equal(toHost('localhost'), 'localhost')
  assert.equal(toHost('bücher.test'), 'xn--bcher-kva.test')
  for (const written of ['', 'two words', 'javascript:alert(1)', 'a..b', '-a.test', '[::1]', '<script>'])
    assert.equal(toHost(written), null, written)
})
