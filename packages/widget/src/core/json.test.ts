import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseJson } from './json.ts'

test('T32 what a page did to all objects does not stand in for what is absent', () => {
  const polluted = Object.prototype as { agent?: unknown }
  polluted.agent = { name: 'nobody' }
  try {
    const parsed = parseJson<{ list: { agent?: unknown }[] }>('{"list":[{"text":"x"}]}')!
    assert.equal(parsed.list[0]!.agent, undefined)
  } finally {
    delete polluted.agent
  }
})

test('T32 a prototype in the text is a field like others', () => {
  const parsed = parseJson<{ isAdmin?: boolean }>('{"__proto__":{"isAdmin":true}}')!
  assert.equal(parsed.isAdmin, undefined)
})

test('what is not JSON is nothing', () => {
  assert.equal(parseJson('{'), undefined)
  assert.equal(parseJson(undefined), undefined)
})
