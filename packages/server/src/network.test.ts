import assert from 'node:assert/strict'
import { test } from 'node:test'
import { networkOf } from './network.ts'

test('T40 limits count an IPv6 network as one, and IPv4 addresses one by one, whatever their clothes', () => {
  assert.equal(networkOf('2001:db8:1:2::1'), networkOf('2001:db8:1:2:ffff:ffff:ffff:ffff'))
  assert.notEqual(networkOf('2001:db8:1:2::1'), networkOf('2001:db8:1:3::1'))
  assert.equal(networkOf('::ffff:192.0.2.1'), '192.0.2.1')
  assert.notEqual(networkOf('::ffff:192.0.2.1'), networkOf('::ffff:192.0.2.2'))
  assert.equal(networkOf('192.0.2.1'), '192.0.2.1')
  assert.equal(networkOf('nowhere'), 'nowhere')
})
