import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compareRules, readRules, titledTests } from './rules.ts'

const tested = (...ids: string[]) => [{ ids, file: 'some.test.ts', line: 1 }]

test('rules without a test, tests of unlisted rules, and numbers that two rules have are found', () => {
  const rules = readRules('- **A1** One.\n- **T2** Two.\n- **A1** One again.\n- **A1** And again.\n')
  assert.deepEqual(rules, ['A1', 'T2', 'A1', 'A1'])
  const { repeated, untested, unknown } = compareRules(rules, tested('A1', 'R3'))
  assert.deepEqual(repeated, ['A1'])
  assert.deepEqual(untested, ['T2'])
  assert.deepEqual(unknown, tested('A1', 'R3'))
})

test('docs/rules.md has each number once', () => {
  assert.deepEqual(compareRules(readRules(), titledTests([])).repeated, [])
})
