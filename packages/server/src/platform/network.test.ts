import assert from 'node:assert/strict'
import { test } from 'node:test'
import { networkOf, rangeOf } from './network.ts'

test('T40 limits count an IPv6 network as one, and IPv4 addresses one by one, also when mapped into IPv6', () => {
  assert.equal(networkOf('2001:db8:1:2::1'), networkOf('2001:db8:1:2:ffff:ffff:ffff:ffff'))
  assert.notEqual(networkOf('2001:db8:1:2::1'), networkOf('2001:db8:1:3::1'))
  assert.equal(networkOf('::ffff:192.0.2.1'), '192.0.2.1')
  assert.notEqual(networkOf('::ffff:192.0.2.1'), networkOf('::ffff:192.0.2.2'))
  assert.equal(networkOf('192.0.2.1'), '192.0.2.1')
  assert.equal(networkOf('nowhere'), 'nowhere')
})

test('T46 the network of an IPv4 address is its /24, also when it is mapped into IPv6; of an IPv6 address its /64', () => {
  assert.equal(rangeOf('192.0.2.1'), '192.0.2.0/24')
  assert.equal(rangeOf('::ffff:192.0.2.200'), '192.0.2.0/24')
  assert.equal(rangeOf('192.0.3.1'), '192.0.3.0/24')
  assert.equal(rangeOf('2001:db8:1:2::1'), networkOf('2001:db8:1:2::ffff'))
  assert.equal(rangeOf('nowhere'), 'nowhere')
})
