import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { NumberKind } from '@deskbell/protocol/agent/number-kinds'
import { toDialled, type Dialled } from './dialled.ts'

const rows: [given: string, country: string | undefined, Dialled][] = [
  ['030 123456', undefined, { number: '+4930123456' }],
  ['30 123456', 'DE', { number: '+4930123456' }],
  ['+49 (30) 123-456', 'AT', { number: '+4930123456' }],
  ['0664 1234567', 'AT', { number: '+436641234567' }],
  ['', 'DE', { why: 'no_number' }],
  ['call me', 'DE', { why: 'no_number' }],
  ['030 12', 'DE', { why: 'too_short' }],
  ['+41 44 123', 'DE', { why: 'too_short' }],
  ['030 1234567890123456', 'DE', { why: 'too_long' }],
  ['0151 2345 6789 0123', 'DE', { why: 'too_long' }],
  ['0000000000', 'DE', { why: 'no_number' }],
  ['+1 212 555 0100', 'DE', { why: 'other_country', country: 'US' }],
  ['212 736 5000', 'US', { why: 'other_country', country: 'US' }],
  ['0900 1234567', 'DE', { why: 'special_number' }],
]
for (const [given, country, expected] of rows)
  test(`a number to call, "${given}" of ${country ?? 'the first country'}: ${JSON.stringify(expected)}`, () => {
    assert.deepEqual(toDialled(given, { countries: ['DE', 'AT'] }, country), expected)
  })

const kinds: [given: string, allowed: readonly NumberKind[], isCalled: boolean][] = [
  ['+4915123456789', ['mobile'], true],
  ['+4915123456789', ['landline', 'free', 'internet'], false],
  ['+4930123456', ['landline'], true],
  ['+4930123456', ['mobile'], false],
  ['+498001234567', ['free'], true],
  ['+498001234567', ['mobile', 'landline'], false],
  ['+445612345678', ['internet'], true],
  ['+445612345678', ['mobile', 'landline', 'free'], false],
  // In the United States they are not told apart.
  ['+12127365000', ['mobile'], true],
  ['+12127365000', ['landline'], true],
  ['+12127365000', ['free', 'internet'], false],
  ['+499001234567', ['mobile', 'landline', 'free', 'internet'], false],
]
for (const [given, allowed, isCalled] of kinds)
  test(`where numbers are called that are ${allowed.join(', ')}, ${given} is ${isCalled ? '' : 'not '}called`, () => {
    const dialled = toDialled(given, { countries: ['DE', 'US', 'GB'], kinds: allowed })
    assert.deepEqual(dialled, isCalled ? { number: given } : { why: 'special_number' })
  })
