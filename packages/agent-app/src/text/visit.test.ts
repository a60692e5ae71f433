import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toLanguage } from './language.ts'
import { placeOf } from './place-of.ts'

test('W15 a location lists city, region and country, without unknown and repeated parts', () => {
  assert.equal(placeOf({ city: 'Berlin', region: 'Berlin', country: 'Germany', country_code: 'DE' }), 'Berlin, Germany')
  assert.equal(placeOf({ city: 'Graz', region: 'Styria', country: 'Austria' }), 'Graz, Styria, Austria')
  assert.equal(placeOf({ country_code: 'FR', latitude: '1' }), 'FR')
  assert.equal(placeOf({}), '')
})

test('W15 a language tag is named, and an invalid tag is unchanged', () => {
  assert.equal(toLanguage('de-AT', 'en'), 'German (de-AT)')
  for (const tag of ['xx-yy', '<script>', '', 'q']) assert.equal(toLanguage(tag, 'en'), tag)
})
