import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makePageLimits, clientAddressOf } from './page-limits.ts'

const open = (perAddress: number, perNetwork: number) => {
  const full: string[] = []
  const pageLimits = makePageLimits({ perAddress, perNetwork, onFull: (setting, of) => full.push(`${setting} ${of}`) })
  return { full, enter: (address: string) => pageLimits.enter(clientAddressOf(address)) }
}

test('T46 an address and a network can have only a limited number of pages open at a time', () => {
  const { enter, full } = open(2, 3)
  const leave = enter('192.0.2.1')
  assert.ok(leave && enter('::ffff:192.0.2.1'))
  assert.equal(enter('192.0.2.1'), undefined)
  assert.ok(enter('192.0.2.2'))
  assert.equal(enter('192.0.2.3'), undefined)
  assert.ok(enter('192.0.3.1'))
  assert.deepEqual(full, ['SOCKETS_PER_ADDRESS 192.0.2.1', 'SOCKETS_PER_NETWORK 192.0.2.0/24'])
  leave()
  // A second release has no effect.
  leave()
  assert.ok(enter('192.0.2.3'))
  assert.equal(enter('192.0.2.4'), undefined)
})

test('T46 the /64 of an IPv6 address is one address, and 0 switches a limit off', () => {
  const { enter } = open(1, 0)
  assert.ok(enter('2001:db8::1'))
  assert.equal(enter('2001:db8::2'), undefined)
  const free = open(0, 0)
  for (let i = 0; i < 10_000; i++) assert.ok(free.enter('192.0.2.1'))
})
