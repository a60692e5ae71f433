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
  'visitor.invited': '1 fef25d02e7e87fe0',
  'visitor.changed': '1 ba54a517f5613853',
  'visitor.updated': '1 018e6f48fca14ce9',
  'visitor.blocked': '1 4c041792148e0d73',
  'visitor.unblocked': '1 52cbe17e006e6d05',
  'department.chosen': '1 c8296e23ebe2c2cf',
  'chat.rated': '1 6c3f24a71410912d',
  'agent.joined': '1 542b217ec97828a0',
  'agent.left': '1 09c99049fcc6639f',
  'agent.invited': '1 7716312db2e0e6c9',
  'agent.unavailable': '1 9b4fd478c32ba4c5',
  'bot.joined': '2 895cab1723df34bd',
  'bot.skipped': '1 7cef25204ce8ea25',
  'bot.left': '1 341f858838de88d9',
  'bot.asked': '1 5306b397f1a7298a',
  'bot.refused': '1 14092527037bf153',
  'chat.closed': '1 82857e0bdee4e31a',
  'chat.closing': '1 a4c4fc66ee8bdc15',
  'closing.cancelled': '1 db0f367f6ffaab39',
  'chat.woken': '1 84f9c5d05f8e9971',
  'message.scheduled': '1 aa0548778c62f99d',
  'message.unscheduled': '1 4467e34a5717c7ea',
  'department.changed': '1 85187d4b1f68fafc',
  'chat.handed': '1 419243bf360222dc',
  'chat.snoozed': '1 6f181738038722b4',
  'chat.erased': '1 00065080f3a746ab',
  'message.delivered': '1 77255b167bf10917',
  'message.failed': '1 2a6814d024653fb1',
  'message.edited': '1 9a1fc36d7951929c',
  'message.resent': '1 a536ab1b6c57a679',
  'media.stored': '2 d5ea989304ac71b3',
  'media.failed': '2 2f64bc4a6bcbcf13',
  'crm.answered': '1 d0cc1a7720df4bc5',
  'crm.assigned': '1 c5631ed87e9d8fa5',
  'tags.changed': '1 d67381f352a977ac',
  'note.written': '1 5f1c55168e1bdce6',
  'chat.offered': '1 8fdf91cf5115a501',
  'chat.routed': '1 34b4912cce172ed1',
  'chat.overflowed': '1 af5c1ff981c17605',
  'chat.returned': '1 ea0ded44adff0d1f',
  'offer.declined': '1 1b26dc407772c252',
  'offer.ended': '1 133a0508cf85cccc',
  'colleague.asked': '1 cca9ea429e74da83',
  'colleague.declined': '1 77f0d251590f1c04',
  'colleague.joined': '1 5fa469ae377767dc',
  'colleague.left': '1 6626226612b74892',
  'message.late': '1 2771f15b421519de',
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
