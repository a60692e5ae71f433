import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CALLING_CODES } from '@deskbell/protocol/calling-codes'
import { getCountries, getCountryCallingCode } from 'libphonenumber-js/max'

test('the countries of the settings, and their calling codes, are those that numbers are parsed with', () => {
  assert.deepEqual(CALLING_CODES, Object.fromEntries(getCountries().map((one) => [one, getCountryCallingCode(one)])))
})
