import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DeliveryLogQuery } from '@deskbell/protocol/agent/channel'
import { Value } from 'typebox/value'
import { type Filters, toFilters, toQuery, toSearch } from './filters.ts'

const EACH: Filters[] = [
  {},
  { who: { of: 'webhooks', id: 3 } },
  { kind: 'chat_accepted', state: 'failed', chat: 12, message: 'evt_1_7' },
  { span: 'day' },
  { from: 1_700_000_000_000, to: 1_700_000_100_000 },
]

test('filters are written to the address and read back', () => {
  for (const filters of EACH) assert.deepEqual(toFilters(toSearch(filters)), filters)
})

test('invalid values in an address are ignored', () => {
  const search = 'who=agents-3&state=lost&chat=-1&span=year&from=yesterday&kind=&message=%20'
  assert.deepEqual(toFilters(new URLSearchParams(search)), {})
  assert.deepEqual(toFilters(new URLSearchParams('who=bots-0&chat=99999999999&to=0')), {})
  assert.equal(toFilters(new URLSearchParams({ message: 'a'.repeat(200) })).message?.length, 100)
})

test('filters become the query of the API', () => {
  const now = 1_700_000_000_000
  const asked = (filters: Filters) => toQuery(filters, now)
  assert.deepEqual(asked({ who: { of: 'channels', id: 1 } }), { channel: 1 })
  assert.deepEqual(asked({ who: { of: 'webhooks', id: 3 }, span: 'hour' }), { webhook: 3, from: 1_699_996_400_000 })
  for (const filters of EACH) {
    const query = asked(filters)
    assert.ok(Value.Check(DeliveryLogQuery, query), JSON.stringify(query))
  }
})
