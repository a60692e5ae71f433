import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isOneKey, toLatin } from './keys.ts'
import { COMMAND_IDS, definitionOf } from './table.ts'

const withKeys = COMMAND_IDS.filter((id) => !definitionOf(id).ofControl).flatMap((id) =>
  (definitionOf(id).keys ?? []).map((keys) => ({ id, keys: keys.toLowerCase() })),
)

test('no two commands have one key', () => {
  for (const { id, keys } of withKeys)
    assert.deepEqual(
      withKeys.filter((other) => other.keys === keys).map((other) => other.id),
      [id],
      keys,
    )
})

test('no key is the beginning of a longer sequence', () => {
  for (const { id, keys } of withKeys)
    for (const other of withKeys) assert.ok(!other.keys.startsWith(`${keys} `), `${id} hides ${other.id}`)
})

test('a key that works while the agent types needs Ctrl, ⌘ or Esc', () => {
  for (const id of COMMAND_IDS) {
    const { whileTyping, keys = [] } = definitionOf(id)
    if (whileTyping) for (const one of keys) assert.ok(!isOneKey(one), id)
  }
})

test('letters of another script count as the Latin letter of their key, other keys as themselves', () => {
  assert.equal(toLatin({ key: 'о', code: 'KeyJ' }), 'j')
  assert.equal(toLatin({ key: 'ק', code: 'KeyE' }), 'e')
  assert.equal(toLatin({ key: 'a', code: 'KeyQ' }), 'a')
  assert.equal(toLatin({ key: '?', code: 'Digit7' }), '?')
})
