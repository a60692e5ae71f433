import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SPANS, toFilters, toQuery, toSearch } from './filters.ts'

test('filters are written to the address and read back', () => {
  const filters = { q: '"blue lamp" ö', visitor: '+49 1', agent: 3, rating: 'none', blocked: 'true', from: 5 } as const
  assert.deepEqual(toFilters(toSearch(filters)), filters)
  assert.deepEqual(toFilters(new URLSearchParams()), {})
})

test('invalid values in an address are ignored', () => {
  const search = new URLSearchParams(
    'q=%20&agent=x&channel=-1&department=99999999999&rating=good&blocked=1&span=ever&from=a',
  )
  assert.deepEqual(toFilters(search), {})
})

test('a span moves with the clock', () => {
  assert.deepEqual(toQuery({ q: 'a', span: 'week' }, SPANS.week + 7), { q: 'a', from: 7 })
})
