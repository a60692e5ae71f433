import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toLeaving } from './leaving.ts'

test('T28 only the address of a web page is accepted', () => {
  assert.deepEqual(toLeaving('https://shop.test@evil.example/a?b#c'), {
    href: 'https://shop.test@evil.example/a?b#c',
    host: 'evil.example',
    reading: null,
  })
  assert.equal(toLeaving('HTTP://Evil.EXAMPLE:8080')?.host, 'evil.example')
  for (const address of [
    '',
    'evil.example',
    '/inbox',
    '//evil.example',
    'javascript:alert(1)',
    ' jAvascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'file:///etc/passwd',
    'mailto:ann@shop.test',
    'blob:https://shop.test/1',
    'https://',
  ])
    assert.equal(toLeaving(address), null, address)
})

test('T7 an international host is shown in ASCII, with its Unicode form beside it', () => {
  for (const [address, host, reading] of [
    ['https://bücher.test/', 'xn--bcher-kva.test', 'bücher.test'],
    ['https://shоp.test/', 'xn--shp-ted.test', 'shоp.test'],
    ['https://例え.テスト/', 'xn--r8jz45g.xn--zckzah', '例え.テスト'],
    ['https://مثال.إختبار/', 'xn--mgbh0fb.xn--kgbechtv', 'مثال.إختبار'],
    ['https://xn--80ak6aa92e.com/', 'xn--80ak6aa92e.com', 'аррӏе.com'],
    ['https://shop.test/', 'shop.test', null],
    ['http://[2001:db8::1]/', '[2001:db8::1]', null],
  ] as const)
    assert.deepEqual([toLeaving(address)?.host, toLeaving(address)?.reading], [host, reading], address)
})
