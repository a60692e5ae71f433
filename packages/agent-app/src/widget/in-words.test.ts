import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseRules } from '@deskbell/protocol/widget/rules'
import { inWords } from './in-words.ts'

function said(rule: object): string {
  const parsed = parseRules([rule])
  assert.ok(parsed.ok)
  const [one] = parsed.rules
  assert.ok(one)
  return inWords(one)
}
const invite = { command: 'proactive', params: { message: 'May I help?' } }

test('W3 a rule is described by its conditions and its actions', () => {
  assert.equal(said({ commands: [invite] }), 'On every page: invite with “May I help?”.')
  assert.equal(
    said({
      type: 'all',
      conditions: [
        { condition: 'online', value: true },
        { condition: 'page_url', comparator: 'contain', value: '/prices' },
        { condition: 'time_on_page', comparator: 'greater', value: '30' },
      ],
      commands: [invite],
    }),
    'When an agent is online and the page’s address contains “/prices” and the visitor has been on the page for more than 30 seconds: invite with “May I help?”.',
  )
  assert.equal(
    said({
      type: 'any',
      conditions: [
        { condition: 'online', value: false },
        { condition: 'time_after_close', comparator: 'greater_equal', value: 3600 },
        { condition: 'time_after_invitation', comparator: 'less', value: 1 },
      ],
      commands: [
        { command: 'open_offline', params: { title: 'We are away', message: 'Write to us' } },
        { command: 'show_callform', params: { once_aday: true } },
        { command: 'system_message', params: { message: 'Back at nine' } },
      ],
    }),
    'When no agent is online or the window was closed at least 1 hour ago or the last invitation was less than 1 second ago: open the offline form “We are away”, then open the call-back form, at most once a day, then show “Back at nine”.',
  )
})

test('W3 minutes are said as minutes only where that is exact', () => {
  const times = (value: number) =>
    said({ conditions: [{ condition: 'time_on_site', comparator: 'equal', value }], commands: [invite] })
  assert.match(times(60), /for exactly 1 minute:/)
  assert.match(times(90), /for exactly 90 seconds:/)
  assert.match(times(7200), /for exactly 2 hours:/)
  assert.match(times(0), /for exactly 0 seconds:/)
})

test('W3 an unknown condition, and a rule without actions, are described as such', () => {
  assert.equal(said({ conditions: [{ condition: 'moon' }] }), 'When an unknown condition is met: do nothing.')
})

test('T7 a text in the sentence cannot reorder the words around it', () => {
  const turned = { command: 'proactive', params: { message: 'a\u202Eb' } }
  assert.equal(said({ commands: [turned] }), 'On every page: invite with “ab”.')
})
