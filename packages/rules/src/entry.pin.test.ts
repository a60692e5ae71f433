import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { ENTRY_KINDS, type EntryType } from './index.ts'

/**
 * Entries are stored for ever, so every stored version must stay readable. A new optional field needs only the new hash
 * here. Any other change needs the next version, an `apply` that reads both shapes, and a test with an old log.
 */
const PINNED: Record<EntryType, string> = {
  message: '2 88240558778d871d',
  'visitor.invited': '1 2738ef1f450b9dd2',
  'visitor.changed': '1 61aae53162359757',
  'visitor.updated': '1 fbde41d2917384c6',
  'visitor.blocked': '1 52620798272f75c5',
  'visitor.unblocked': '1 e818e44a19515cc9',
  'department.chosen': '1 d3fefb71113dc33d',
  'chat.rated': '1 ba78a41c1f39f910',
  'agent.joined': '1 4a4d003358d4e262',
  'agent.left': '1 c1fc22b299aa4f51',
  'agent.invited': '1 7716312db2e0e6c9',
  'agent.unavailable': '1 9b4fd478c32ba4c5',
  'bot.joined': '2 895cab1723df34bd',
  'bot.skipped': '1 7cef25204ce8ea25',
  'bot.left': '1 341f858838de88d9',
  'bot.asked': '1 5306b397f1a7298a',
  'bot.refused': '1 14092527037bf153',
  'chat.closed': '1 6c08cd1cc542eb70',
  'chat.erased': '1 6674de326c94ce55',
  'message.delivered': '1 ae52a8ab05db9007',
  'message.failed': '1 9d8e5b3fdafd8ffd',
  'message.edited': '1 9a1fc36d7951929c',
  'message.resent': '1 0dfd85cf3173af51',
  'media.stored': '2 d5ea989304ac71b3',
  'media.failed': '2 2f64bc4a6bcbcf13',
  'crm.answered': '1 d0cc1a7720df4bc5',
  'crm.assigned': '1 c5631ed87e9d8fa5',
}

/** Hash of `shapes.ts`, whose shapes several entries share. */
const SHARED = 'a98c62860cda3863'

for (const { type, version } of Object.values(ENTRY_KINDS))
  test(`the stored shape of ${type} is version ${version}`, () => {
    const file = `entries/${type.replace('.', '-')}.ts`
    const now = `${version} ${hashOf(shapeIn(file))}`
    assert.equal(
      now,
      PINNED[type],
      `${file} differs from the stored shape. If apply still reads old entries, write '${now}' in ` +
        'entry.pin.test.ts; else raise `version`, let `apply` read both shapes, and add a test with an old log.',
    )
  })

test('the shapes that entries share equal the stored shapes', () => {
  const now = hashOf(readFileSync(new URL('shapes.ts', import.meta.url), 'utf8'))
  assert.equal(
    now,
    SHARED,
    `shapes.ts changed. If apply still reads old entries, write '${now}' in entry.pin.test.ts; else raise the ` +
      '`version` of each entry that holds the shape, let its `apply` read both, and add a test with an old log.',
  )
})

/** The interface of an entry, which stands between its comment and its kind. */
function shapeIn(file: string): string {
  const source = readFileSync(new URL(file, import.meta.url), 'utf8')
  const [shape] = /^export interface [\s\S]*?^}/m.exec(source) ?? []
  assert.ok(shape, `${file} has no exported interface`)
  return shape
}

/** Ignores comments and white space. */
function hashOf(source: string): string {
  const shape = source.replaceAll(/\/\*\*[\s\S]*?\*\//g, '').replaceAll(/\s+/g, ' ')
  return createHash('sha256').update(shape).digest('hex').slice(0, 16)
}
