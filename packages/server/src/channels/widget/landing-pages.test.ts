import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Site } from '../../conversation/commit/input.ts'
import { makeLandingPages } from './landing-pages.ts'

const landed = { url: 'https://shop.test/?utm_source=mail', utm: { source: 'mail' } } as unknown as Site
const later = { url: 'https://shop.test/two' } as unknown as Site

test('T46 an address that opens ever new tabs evicts its own landing pages and none of other addresses', () => {
  const landingPages = makeLandingPages()
  landingPages.of('real', landed, '192.0.2.1')
  for (let i = 0; i < 30_000; i++) landingPages.of(`flood ${i}`, landed, `2001:db8::${i.toString(16)}`)
  assert.equal(landingPages.size, 501)
  assert.deepEqual(landingPages.of('real', later, '192.0.2.1').utm, landed.utm)
  assert.deepEqual(landingPages.of('flood 29999', later, '2001:db8::1').utm, landed.utm)
  assert.equal(landingPages.of('flood 0', later, '2001:db8::1').utm, undefined)
})

test('T46 the total has a limit, and an address with more tabs evicts its own', () => {
  const landingPages = makeLandingPages()
  for (let i = 0; i < 20_000; i++) landingPages.of(`tab ${i}`, landed, `10.0.${i >> 8}.${i & 255}`)
  landingPages.of('real', landed, '192.0.2.1')
  assert.equal(landingPages.size, 20_000)
  for (let i = 0; i < 400; i++) landingPages.of(`flood ${i}`, landed, '192.0.2.2')
  assert.equal(landingPages.size, 20_000)
  assert.deepEqual(landingPages.of('tab 2', later, '10.0.0.2').utm, landed.utm)
})

test('a visit continues when the client’s address changes', () => {
  const landingPages = makeLandingPages()
  landingPages.of('moves', landed, '192.0.2.1')
  assert.deepEqual(landingPages.of('moves', later, '198.51.100.1').utm, landed.utm)
  assert.equal(landingPages.size, 1)
})
