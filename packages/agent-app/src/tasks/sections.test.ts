import assert from 'node:assert/strict'
import { test } from 'node:test'
import { byDue, endOfDay, sectionOf, toSections } from './sections.ts'

const at = (day: number, hour: number) => new Date(2026, 10, day, hour).getTime()

test('a task is overdue from its time on, due today until midnight, later after it, and may have no date', () => {
  const now = at(23, 14)
  assert.equal(endOfDay(now), at(24, 0))
  assert.deepEqual(
    [at(22, 9), now, at(23, 15), at(24, 0), null].map((due) => sectionOf(due, now)),
    ['overdue', 'overdue', 'today', 'later', 'undated'],
  )
})

test('tasks stand by due time, those without a date last, and empty sections are left out', () => {
  const now = at(23, 14)
  const tasks = [
    { id: 1, due: null },
    { id: 2, due: at(30, 9) },
    { id: 3, due: at(20, 9) },
    { id: 5, due: null },
    { id: 4, due: at(20, 9) },
  ]
  const sorted = tasks.toSorted(byDue)
  assert.deepEqual(
    sorted.map(({ id }) => id),
    [3, 4, 2, 1, 5],
  )
  assert.deepEqual(
    toSections(sorted, now).map(({ name, tasks: own }) => [name, own.map(({ id }) => id)]),
    [
      ['overdue', [3, 4]],
      ['later', [2]],
      ['undated', [1, 5]],
    ],
  )
  // A task that an agent edits stays in its section.
  assert.deepEqual(
    toSections(sorted, now, (id) => (id === 3 ? 'undated' : undefined)).map(({ tasks: own }) =>
      own.map(({ id }) => id),
    ),
    [[4], [2], [3, 1, 5]],
  )
})
