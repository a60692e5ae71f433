import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fold } from './fold.ts'

test('accents, vowel points and case do not matter to a search', () => {
  assert.equal(fold('MÜLLER'), 'muller')
  assert.equal(fold('Ёлка Йога'), 'елка иога')
  assert.equal(fold('مُحَمَّد'), 'محمد')
  assert.equal(fold('שָׁלוֹם'), 'שלום')
  assert.equal(fold('İstanbul'), 'istanbul')
})

test('the vowel signs of Hindi stay, because words differ by them; the dot below a letter may be left out', () => {
  assert.equal(fold('किताब'), 'किताब')
  assert.notEqual(fold('कि'), fold('की'))
  assert.equal(fold('क़लम'), fold('कलम'))
})
