import assert from 'node:assert/strict'
import { test } from 'node:test'
import { leadsTo, toHost } from './host.ts'

test('C13 a list of hosts takes a host name or an IP address alone, and keeps it in ASCII', () => {
  for (const [written, kept] of [
    ['shop.test', 'shop.test'],
    ['Shop.TEST', 'shop.test'],
    ['shop.test.', 'shop.test'],
    ['localhost', 'localhost'],
    ['bücher.test', 'xn--bcher-kva.test'],
    ['xn--bcher-kva.test', 'xn--bcher-kva.test'],
    ['192.0.2.7', '192.0.2.7'],
    ['[2001:DB8::1]', '[2001:db8::1]'],
    ['2001:db8::1', '[2001:db8::1]'],
  ] as const)
    assert.equal(toHost(written), kept, written)
  for (const written of [
    '',
    ' ',
    '.',
    'https://shop.test',
    'shop.test:443',
    'shop.test/',
    'shop.test/path',
    'shop.test?x',
    'shop.test#x',
    'ann@shop.test',
    '*.shop.test',
    '.shop.test',
    'a..b',
    '-a.test',
    'two words.test',
    'shop%2etest',
    '192.0.2.999',
    '[::1',
    '1::2::3',
    'a:b',
    '<script>',
    `${'a'.repeat(64)}.test`,
    `${'a.'.repeat(130)}test`,
  ])
    assert.equal(toHost(written), null, written)
})

/** Addresses, and whether they lead to `shop.test` or below it. */
const ADDRESSES: readonly [address: string, leads: boolean][] = [
  ['https://shop.test/crm/1', true],
  ['http://shop.test', true],
  ['https://crm.shop.test/1', true],
  ['https://a.b.shop.test', true],
  ['https://shop.test:8443/1', true],
  ['HTTPS://SHOP.test/1', true],
  ['https://shop.test./1', true],
  ['https://evil.example@shop.test/1', true],
  [' https:shop.test', true],
  ['https://ｓｈｏｐ.test/', true],
  ['https://shop.test.evil.example/', false],
  ['https://evilshop.test/', false],
  ['https://shop.test@evil.example/', false],
  ['https://shop.test:443@evil.example/', false],
  ['https://evil.example/shop.test', false],
  ['https://evil.example#.shop.test', false],
  ['https://evil.example\\.shop.test', false],
  ['https://evil.example/?.shop.test', false],
  ['https://shоp.test/', false], // a Cyrillic letter
  ['https://test', false],
  ['//shop.test', false],
  ['shop.test', false],
  ['/crm/1', false],
  ['javascript:alert(1)//shop.test', false],
  ['javascript://shop.test/%0aalert(1)', false],
  ['data:text/html,shop.test', false],
  ['ftp://shop.test/', false],
  ['mailto:ann@shop.test', false],
  ['', false],
]

test('C13 a link leads to a listed host, to a subdomain of one, or elsewhere, however it is spelt', () => {
  for (const [address, leads] of ADDRESSES) {
    assert.equal(leadsTo(address, ['shop.test']), leads, address)
    assert.equal(leadsTo(address, []), false, address)
  }
  assert.equal(leadsTo('https://xn--bcher-kva.test/', ['xn--bcher-kva.test']), true)
  assert.equal(leadsTo('https://bücher.test/', ['xn--bcher-kva.test']), true)
  assert.equal(leadsTo('http://192.0.2.7:8080/', ['192.0.2.7']), true)
  assert.equal(leadsTo('http://0xC0000207/', ['192.0.2.7']), true)
  assert.equal(leadsTo('http://[2001:db8::1]/', ['[2001:db8::1]']), true)
  assert.equal(leadsTo('https://other.example/', ['shop.test', 'other.example']), true)
})
