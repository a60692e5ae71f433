import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseJson } from './json.ts'

test('T32 properties that the page added to Object.prototype do not replace absent fields', () => {
  const polluted = Object.prototype as { agent?: unknown }
  polluted.agent = { name: 'nobody' }
  try {
    const parsed = parseJson<{ list: { agent?: unknown }[] }>('{"list":[{"text":"x"}]}')!
    assert.equal(parsed.list[0]!.agent, undefined)
  } finally {
    delete polluted.agent
  }
})

test('T32 __proto__ in the text is an ordinary field', () => {
  const parsed = parseJson<{ isAdmin?: boolean }>('{"__proto__":{"isAdmin":true}}')!
  assert.equal(parsed.isAdmin, undefined)
})

test('a text that is not JSON gives undefined', () => {
  assert.equal(parseJson('{'), undefined)
  assert.equal(parseJson(undefined), undefined)
})
