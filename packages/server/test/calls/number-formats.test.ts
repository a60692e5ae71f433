import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type CountryCode, getCountries, getExampleNumber } from 'libphonenumber-js/max'
import examples from 'libphonenumber-js/mobile/examples'
import { toCallCountries, toFormats } from '../../src/calls/number-formats.ts'
import { placeAfter, toAbroad, toDigits, toWritten } from '../../../widget/src/telephone/number.ts'

test('the widget writes the example of each country as the library does, and loses no digit on the way', () => {
  const others: string[] = []
  for (const country of getCountries()) {
    const number = getExampleNumber(country, examples)
    if (!number) continue
    const plan = toFormats(country)
    const expected = number.formatNational()
    const digits = toDigits(expected)
    for (let typed = 1; typed <= digits.length; typed++) {
      const part = digits.slice(0, typed)
      assert.equal(toDigits(toWritten(part, plan)), part, `${country} ${part}`)
    }
    if (toWritten(digits, plan) !== expected) others.push(`${country} ${toWritten(digits, plan)} ${expected}`)
  }
  // Rules that stand for the prefix by other digits, as for Mexico and Argentina.
  assert.ok(others.length <= 3, others.join('\n'))
})

const typed: [country: CountryCode, digits: string, written: string][] = [
  ['DE', '03', '03'],
  ['DE', '030123', '030 123'],
  ['DE', '30123456', '30 123456'],
  ['DE', '015123456789', '01512 3456789'],
  ['US', '201', '(201'],
  ['US', '2015', '(201) 5'],
  ['US', '2015550123', '(201) 555-0123'],
  ['GB', '07400123456', '07400 123456'],
  ['RU', '8005553535', '800 555-35-35'],
  ['DE', '99999999999999999', '99999999999999999'],
]
for (const [country, digits, written] of typed)
  test(`the digits ${digits} of ${country} are written ${written}`, () => {
    assert.equal(toWritten(digits, toFormats(country)), written)
  })

test('digits of every script count, and + only before them', () => {
  assert.equal(toDigits('+49 (30) 12-34'), '+493012' + '34')
  assert.equal(toDigits('٠٣٠ ١٢٣'), '030123')
  assert.equal(toDigits('۰۳۰'), '030')
  assert.equal(toDigits('०३० ९८७'), '030987')
  assert.equal(toDigits('０３０'), '030')
  assert.equal(toDigits('12+3 call'), '123')
})

test('a number with + or 00 names its country; one of two with the same code stays', () => {
  const countries = toCallCountries(['DE', 'US', 'CA', 'AT', 'XX'])
  assert.deepEqual(
    countries.map(({ country, code }) => country + code),
    ['DE49', 'US1', 'CA1', 'AT43'],
  )
  assert.deepEqual(toAbroad('+43664123', countries, 'DE'), { country: 'AT', digits: '664123' })
  assert.deepEqual(toAbroad('0043664', countries, 'DE'), { country: 'AT', digits: '664' })
  assert.deepEqual(toAbroad('+12125550100', countries, 'CA'), { country: 'CA', digits: '2125550100' })
  assert.deepEqual(toAbroad('+12125550100', countries, 'DE'), { country: 'US', digits: '2125550100' })
  assert.equal(toAbroad('+33612', countries, 'DE'), undefined)
  assert.equal(toAbroad('030123', countries, 'DE'), undefined)
})

test('the caret stays behind the digits before it', () => {
  assert.equal(placeAfter('(201) 5', 3), 4)
  assert.equal(placeAfter('(201) 5', 4), 7)
  assert.equal(placeAfter('030 123', 0), 0)
  assert.equal(placeAfter('030', 9), 3)
})
