import assert from 'node:assert/strict'
import { test } from 'node:test'
import { externalHref } from './external-href.ts'

test('T28 a visitor’s link opens by a page that shows its host, unless the host is listed as safe', () => {
  const to = 'https://evil.example/a?b=1&c=#d'
  assert.equal(externalHref(to, []), '/leave?to=https%3A%2F%2Fevil.example%2Fa%3Fb%3D1%26c%3D%23d')
  assert.equal(new URL(externalHref(to, []), 'https://desk.test').searchParams.get('to'), to)
  assert.match(externalHref('https://shop.test.evil.example/', ['shop.test']), /^\/leave/)
  assert.equal(externalHref('https://shop.test/a', ['shop.test']), 'https://shop.test/a')
  assert.equal(externalHref('https://crm.shop.test/a', ['shop.test']), 'https://crm.shop.test/a')
  assert.equal(externalHref('mailto:ann@shop.test', []), 'mailto:ann@shop.test')
  assert.equal(externalHref('tel:+4930123456', []), 'tel:+4930123456')
})
