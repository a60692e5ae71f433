import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fromEnd, spansOf, toEnd, usualHours, withSpans, wrongDay } from './hours.ts'

test('a day without hours is left out, because the server reads it as closed', () => {
  const hours = withSpans(usualHours('Europe/Berlin'), 'mon', [])
  assert.ok(!('mon' in hours.days))
  assert.deepEqual(spansOf(hours, 'mon'), [])
  assert.deepEqual(spansOf(hours, 'tue'), [['09:00', '18:00']])
})

test('midnight as an end is 24:00 on the wire and 00:00 in the field', () => {
  assert.equal(toEnd('00:00'), '24:00')
  assert.equal(fromEnd('24:00'), '00:00')
  assert.equal(toEnd('18:00'), '18:00')
})

test('hours that end before they begin, or have no end, are invalid', () => {
  const hours = usualHours('UTC')
  assert.equal(wrongDay(hours), null)
  assert.equal(wrongDay(withSpans(hours, 'sat', [['18:00', '09:00']])), 'sat')
  assert.equal(wrongDay(withSpans(hours, 'sat', [['18:00', '']])), 'sat')
  assert.equal(wrongDay(withSpans(hours, 'sat', [['18:00', '24:00']])), null)
})
