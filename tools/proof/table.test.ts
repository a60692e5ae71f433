import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PartRecords, type PartRecord } from './record.ts'
import { BOTH, toPage } from './table.ts'

const part = (more: Partial<PartRecord>): PartRecord => ({
  commit: 'abc123',
  date: '2026-01-02',
  stores: BOTH,
  rows: [{ what: 'kills | both', count: 100, seed: 7, violations: 0, ms: 61_000 }],
  ...more,
})

test('the page shows each part with the commit and the day of its last run, and names those that never ran', () => {
  const record = new PartRecords({ gone: part({}) })
  record.keep('kill', part({ commit: 'old' }))
  record.keep('kill', part({}))
  record.keep(
    'fuzz',
    part({ commit: 'def456', stores: 'the embedded store alone', rows: [{ what: 'bodies', count: 9, violations: 2 }] }),
  )
  const page = toPage(record.of(['kill', 'fuzz', 'guards']))
  const rows = page
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .split(/(?<!\\)\|/)
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
  assert.deepEqual(rows[0], ['what', 'count', 'seed', 'violations', 'time (s)', 'commit', 'date'])
  assert.deepEqual(rows.slice(2), [
    ['kills \\| both', '100', '7', '0', '61', 'abc123', '2026-01-02'],
    ['bodies', '9', '', '2', '', 'def456', '2026-01-02'],
  ])
  assert.match(page, /Ran on one store:\n\n- `fuzz`: the embedded store alone\n/)
  assert.match(page, /Never ran in full:\n\n- `guards`\n$/)
})

test('a run that is added makes sums, and the page names its commit, too', () => {
  const record = new PartRecords()
  const rows = [{ what: 'models', count: 100, seed: 7, violations: 1, ms: 61_000 }]
  record.add('model', part({ rows }))
  record.add('model', part({ commit: 'def456', rows: [...rows, { what: 'kills', count: 3, violations: 0 }] }))
  record.add(
    'model',
    part({ commit: 'def456', rows: [{ what: 'models', count: 50, seed: 8, violations: 0, ms: 30_000 }] }),
  )
  assert.deepEqual(record.of(['model'])[0]?.[1]?.rows, [
    { what: 'models', count: 250, seed: 8, violations: 2, ms: 152_000 },
    { what: 'kills', count: 3, violations: 0 },
  ])
  assert.equal(record.of(['model'])[0]?.[1]?.commit, 'abc123 + def456')
})

test('a page of parts that all ran on both stores lists none as missing', () => {
  const record = new PartRecords({ kill: part({}) })
  assert.doesNotMatch(toPage(record.of(['kill'])), /Never|one store/)
})
