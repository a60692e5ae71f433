import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Row } from './rows.ts'
import { divide, tailFrom } from './tail.ts'

const message = (n: number, text = 'hello') =>
  ({ kind: 'message', key: `n${n}`, item: { kind: 'message', n, text } }) as unknown as Row
const pending = { kind: 'pending', key: 'p', pending: { text: 'soon' } } as unknown as Row
const begin: Row = { kind: 'begin', key: 'begin' }
const keys = (rows: readonly Row[]) => rows.map(({ key }) => key)

test('the newest rows are those that fill the height, and long texts fill it sooner', () => {
  const short = Array.from({ length: 50 }, (_, at) => message(at + 1))
  const long = Array.from({ length: 50 }, (_, at) => message(at + 1, 'x'.repeat(800)))
  assert.equal(tailFrom(short, 380, 1), 41)
  assert.equal(tailFrom(long, 380, 1), 49)
})

test('a row that begins or ends a group is higher by the space above it and the time below it', () => {
  const single = Array.from({ length: 50 }, (_, at) => ({ ...message(at + 1), head: true, tail: true }) as Row)
  assert.equal(tailFrom(single, 380, 1), 45)
})

test('the newest rows are all that are loaded when they do not fill the height, and pages read later come before them', () => {
  assert.equal(tailFrom([begin, message(2), message(3)], 1000, 1), 0)
  assert.equal(tailFrom([message(8), message(9)], 1000, 7), 7)
  assert.equal(tailFrom([], 1000, 7), 7)
})

test('rows are divided at the entry, also after rows were added at both ends', () => {
  const rows = [message(4), message(5), message(6), pending]
  const { before, newest } = divide(rows, 5)
  assert.deepEqual([keys(before), keys(newest)], [['n4'], ['n5', 'n6', 'p']])
  const more = divide([begin, message(3), ...rows, message(7)], 5)
  assert.deepEqual(keys(more.before), ['begin', 'n3', 'n4'])
  assert.deepEqual(keys(more.newest), ['n5', 'n6', 'p', 'n7'])
})

test('with the beginning of the chat among the newest rows, none are before them', () => {
  const { before, newest } = divide([begin, message(1)], 0)
  assert.deepEqual([keys(before), keys(newest)], [[], ['begin', 'n1']])
})

test('an unsent message is among the newest rows, although all entries are before them', () => {
  const { before, newest } = divide([message(1), message(2), pending], 9)
  assert.deepEqual([keys(before), keys(newest)], [['n1', 'n2'], ['p']])
})
