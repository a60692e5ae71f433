import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseRules, type Rule } from '@deskbell/protocol/widget/rules'
import { dueRules, QUIET } from './rules-clock.ts'

function rulesOf(...conditions: object[]): readonly Rule[] {
  const commands = [{ command: 'proactive', params: { message: 'Hello' } }]
  const parsed = parseRules([{ name: 'r', conditions, commands }])
  assert.ok(parsed.ok)
  return parsed.rules
}
const after = (seconds: number) => ({ condition: 'time_on_page', comparator: 'greater_equal', value: seconds })
const NOW = { online: true, url: 'https://shop.test/', marks: { time_on_page: 0 }, busy: false, invited: false }
const at = (now: number, more: object = {}) => ({ ...NOW, now, ...more })

test('W3 a rule fires when its time has come, and once for a page', () => {
  const fired = new Set<string>()
  const rules = rulesOf(after(5))
  assert.equal(dueRules(rules, fired, at(4900)).length, 0)
  assert.equal(dueRules(rules, fired, at(5000)).length, 1)
  assert.equal(dueRules(rules, fired, at(6000)).length, 0)
  fired.clear()
  assert.equal(dueRules(rules, fired, at(7000)).length, 1)
})

test('W3 the same rules set again are the same rules', () => {
  const fired = new Set<string>()
  assert.equal(dueRules(rulesOf(after(1)), fired, at(2000)).length, 1)
  assert.equal(dueRules(rulesOf(after(1)), fired, at(3000)).length, 0)
})

test('W3 an invitation waits while the visitor is busy, and comes afterwards', () => {
  const fired = new Set<string>()
  const rules = rulesOf(after(1))
  assert.equal(dueRules(rules, fired, at(2000, { busy: true })).length, 0)
  const marks = { time_on_page: 0, time_after_close: 3000 }
  assert.equal(dueRules(rules, fired, at(3000 + QUIET - 1, { marks })).length, 0)
  assert.equal(dueRules(rules, fired, at(3000 + QUIET, { marks })).length, 1)
})

test('W3 there is one invitation in a visit', () => {
  const two = [...rulesOf(after(1)), ...rulesOf(after(2))]
  assert.equal(dueRules(two, new Set(), at(9000)).length, 1)
  assert.equal(dueRules(two, new Set(), at(9000, { invited: true })).length, 0)
})

test('W3 a time that has not begun never comes', () => {
  const rules = rulesOf({ condition: 'time_after_first_message', comparator: 'greater', value: -1 })
  assert.equal(dueRules(rules, new Set(), at(1e9)).length, 0)
})
