import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

/**
 * Entries are stored for ever: what was written once must be readable always. Whoever changes `entry.ts` says here
 * that old logs still fold, and how: a new optional field or a new kind needs only the new hash; anything else needs
 * an upgrade in `apply` and a test with an old log.
 */
const PINNED = { version: 1, hash: '3605f0ad3f9a06df' }

test('the shapes of entries are those of version 1', () => {
  const source = readFileSync(new URL('entry.ts', import.meta.url), 'utf8')
  const shapes = source
    .slice(0, source.indexOf('/** Who an entry comes from'))
    .replaceAll(/\/\*\*[\s\S]*?\*\//g, '')
    .replaceAll(/\s+/g, ' ')
  const hash = createHash('sha256').update(shapes).digest('hex').slice(0, 16)
  assert.equal(hash, PINNED.hash)
})
