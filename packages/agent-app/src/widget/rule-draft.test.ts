import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseRules } from '@deskbell/protocol/widget/rules'
import type { RuleSource } from '@deskbell/protocol/widget/settings'
import {
  asCommand,
  asCondition,
  COMMANDS,
  CONDITIONS,
  comparatorsOf,
  isWhole,
  newRule,
  toDraft,
  toSource,
} from './rule-draft.ts'

const RULE: RuleSource = {
  name: 'Prices',
  enabled: false,
  type: 'any',
  conditions: [
    { condition: 'online', comparator: 'equal', value: true },
    { condition: 'page_url', comparator: 'not_contain', value: '/cart' },
    { condition: 'time_after_close', comparator: 'less_equal', value: 90 },
  ],
  commands: [
    { command: 'proactive', params: { message: 'May I help?' } },
    { command: 'open_offline', params: { title: 'Away', message: 'Write to us' } },
    { command: 'show_callform', params: { title: 'Call', once_aday: true } },
    { command: 'system_message', params: { message: 'Back at nine' } },
  ],
}

test('W3 an edited but unchanged rule is stored unchanged', () => {
  assert.deepEqual(toSource(toDraft(RULE)), RULE)
})

test('W3 every combination of the editor’s initial values is a valid rule once its texts are filled in', () => {
  for (const condition of CONDITIONS)
    for (const comparator of comparatorsOf(condition))
      for (const command of COMMANDS) {
        const draft = {
          ...newRule(),
          conditions: [{ ...asCondition(1, condition), comparator, ...(condition === 'page_url' && { value: '/x' }) }],
          commands: [{ ...asCommand(1, command), message: 'Hello' }],
        }
        assert.ok(isWhole(draft))
        const parsed = parseRules([toSource(draft)])
        assert.ok(parsed.ok)
        assert.deepEqual(parsed.ignored, [])
      }
})

test('W3 a rule without an action, a text or a number is incomplete', () => {
  assert.equal(isWhole(newRule()), false)
  const said = { ...newRule(), commands: [{ ...asCommand(1, 'proactive'), message: 'Hi' }] }
  assert.equal(isWhole(said), true)
  assert.equal(isWhole({ ...said, commands: [] }), false)
  for (const value of ['', ' ', 'soon', '-1', 'Infinity'])
    assert.equal(isWhole({ ...said, conditions: [{ ...asCondition(1, 'time_on_page'), value }] }), false, value)
})

test('W3 numbers written as texts, and unknown names, are read as the protocol reads them', () => {
  const draft = toDraft({
    ...RULE,
    conditions: [{ condition: 'time_on_page', comparator: 'greater', value: '30' }, { condition: 'moon' }],
    commands: [{ command: 'fly' }],
  })
  assert.deepEqual(draft.conditions, [{ id: 1, condition: 'time_on_page', comparator: 'greater', value: '30' }])
  assert.deepEqual(draft.commands, [])
})
