import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wayOut } from './way-out.ts'

test('T28 a stranger’s link opens by way of a page that says where it leads, unless its host is safe', () => {
  const to = 'https://evil.example/a?b=1&c=#d'
  assert.equal(wayOut(to, []), '/leave?to=https%3A%2F%2Fevil.example%2Fa%3Fb%3D1%26c%3D%23d')
  assert.equal(new URL(wayOut(to, []), 'https://desk.test').searchParams.get('to'), to)
  assert.match(wayOut('https://shop.test.evil.example/', ['shop.test']), /^\/leave/)
  assert.equal(wayOut('https://shop.test/a', ['shop.test']), 'https://shop.test/a')
  assert.equal(wayOut('https://crm.shop.test/a', ['shop.test']), 'https://crm.shop.test/a')
  assert.equal(wayOut('mailto:ann@shop.test', []), 'mailto:ann@shop.test')
  assert.equal(wayOut('tel:+4930123456', []), 'tel:+4930123456')
})
