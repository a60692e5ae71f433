import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toLanguage } from './language.ts'
import { placeOf } from './place-of.ts'

test('W15 a place is said from the small to the large, without what is not known and without doubles', () => {
  assert.equal(placeOf({ city: 'Berlin', region: 'Berlin', country: 'Germany', country_code: 'DE' }), 'Berlin, Germany')
  assert.equal(placeOf({ city: 'Graz', region: 'Styria', country: 'Austria' }), 'Graz, Styria, Austria')
  assert.equal(placeOf({ country_code: 'FR', latitude: '1' }), 'FR')
  assert.equal(placeOf({}), '')
})

test('W15 a language is named, and what is no language stays as it came', () => {
  assert.equal(toLanguage('de-AT', 'en'), 'German (de-AT)')
  for (const tag of ['xx-yy', '<script>', '', 'q']) assert.equal(toLanguage(tag, 'en'), tag)
})
