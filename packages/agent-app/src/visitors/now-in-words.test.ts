import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ConditionReport } from '@deskbell/protocol/widget/rule-report'
import { nowInWords } from './now-in-words.ts'

test('W19 a condition shows its current value if “met” or “not met” is not enough', () => {
  const online = { condition: 'online', comparator: 'equal', value: true } as const
  const page = { condition: 'page_url', value: '/prices', met: false } as const
  const time = { condition: 'time_on_page', comparator: 'greater_equal', value: 30 } as const
  const said: [ConditionReport, string | null][] = [
    [{ ...online, met: false }, 'no agent is online'],
    [{ ...online, value: false, met: false }, 'an agent is online'],
    [{ ...online, met: true }, null],
    [{ ...page, comparator: 'contain' }, 'it does not'],
    [{ ...page, comparator: 'not_contain' }, 'it does'],
    [{ ...page, comparator: 'equal' }, 'it is another'],
    [{ ...time, met: false, now: 12 }, '12 seconds so far'],
    [{ ...time, met: true, now: 90 }, '90 seconds so far'],
    [{ ...time, met: true, now: 7300 }, '2 hours so far'],
    [{ ...time, met: false, now: null }, 'not yet'],
    [{ condition: '', met: false }, null],
  ]
  for (const [one, expected] of said) assert.equal(nowInWords(one), expected)
})
