import assert from 'node:assert/strict'
import { test } from 'node:test'
import { analyticsOf } from './analytics.ts'

test('analytics ids are read from the cookies of the analytics scripts only', () => {
  const told = (cookies: string) => JSON.parse(JSON.stringify(analyticsOf(cookies))) as unknown
  assert.deepEqual(told('a=1; _ga=GA1.1.1234567890.1700000000; _ym_uid=1700000000123456789'), {
    ga: '1234567890.1700000000',
    ym: '1700000000123456789',
  })
  assert.deepEqual(told('_ga=GA1.2.55.66'), { ga: '55.66' })
  for (const none of ['', '_ga_ABC=GS1.1.17', '_ga=<script>', '_ym_uid=', '[object HTMLImageElement]'])
    assert.deepEqual(told(none), {}, none)
})
