import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { readDiff } from './guards/changed.ts'
import { coverageOf } from './guards/coverage.ts'
import { findGuards, guardsOf, withoutLine } from './guards/marks.ts'
import { proveGuard, titlePattern } from './guards/prove.ts'
import { ProofRecord } from './guards/record.ts'

const folder = mkdtempSync(join(tmpdir(), 'deskbell-guards-'))
after(() => rmSync(folder, { recursive: true }))

const file = (name: string, lines: string[]) => {
  writeFileSync(join(folder, name), lines.join('\n'))
  return join(folder, name)
}

// The ids begin with X, so that they are not taken for rules of Deskbell.
const lib = file('lib.ts', [
  `export function accept(word: string): boolean {`,
  `  if (word === 'bad') return false // guard X1`,
  `  if (word === 'worse') return false // guard X2 X3`,
  `  const rest: string[] = [] // guard X4`,
  `  if (word === 'worst') { // guard X5`,
  `    return false`,
  `  }`,
  `  void word.length // guard X7`,
  `  return rest.length === 0`,
  `}`,
])
const worker = file('worker.ts', [
  `import { parentPort } from 'node:worker_threads'`,
  `import { accept } from './lib.ts'`,
  `if (parentPort) parentPort.postMessage(accept('worse'))`,
  `else process.send?.(accept('worse'))`,
])
const tests = file('accept.test.ts', [
  `import assert from 'node:assert/strict'`,
  `import { fork } from 'node:child_process'`,
  `import { once } from 'node:events'`,
  `import { test } from 'node:test'`,
  `import { Worker } from 'node:worker_threads'`,
  `import { accept } from './lib.ts'`,
  `test('X1 bad', () => assert.equal(accept('bad'), false))`,
  `test('X2 worse, in a worker', async () =>`,
  `  assert.deepEqual(await once(new Worker(${JSON.stringify(worker)}), 'message'), [false]))`,
  `test('X9 X3 worse, in a child', async () =>`,
  `  assert.equal((await once(fork(${JSON.stringify(worker)}), 'message'))[0], false))`,
  `test('X4 good', () => assert.equal(accept('good'), true))`,
  `test('X5 worst', () => assert.equal(accept('worst'), false))`,
  `test('X6 anything', () => {})`,
  `test('X7 length', () => assert.equal(accept('good'), true))`,
  `test('bad, but of no threat', () => assert.equal(accept('bad'), false))`,
])
const lazy = file('lazy.ts', [`export const nothing = 1`, `export const something = 2 // guard X6`])

const guards = findGuards([lib, lazy])
const record = new ProofRecord()

async function prove(id: string, { of = [tests], known = record }: { of?: string[]; known?: ProofRecord } = {}) {
  const guard = guards.find((one) => one.id === id)
  assert.ok(guard)
  const coverage = (one: string) => coverageOf(one, titlePattern(id), 30_000)
  return proveGuard(guard, { files: of, record: known, coverage })
}

test('marks are read from the end of a line', () => {
  assert.deepEqual(guardsOf('if (a) return // guard T13 T29'), ['T13', 'T29'])
  assert.deepEqual(guardsOf('// guards against T13'), [])
  assert.deepEqual(
    guards.map(({ id, line }) => `${id} ${line}`),
    ['X1 2', 'X2 3', 'X3 3', 'X4 4', 'X5 5', 'X7 8', 'X6 2'],
  )
})

test('a line is known by what it says, and lines that say the same by their order', () => {
  const twice = file('twice.ts', ['a() // guard X1', 'b() // guard X1', 'a() // guard X1'])
  assert.deepEqual(
    findGuards([twice]).map(({ key }) => key),
    [`${twice} X1 a()`, `${twice} X1 b()`, `${twice} X1 a() (2)`],
  )
})

test('one line is taken away, and the others stay where they are', () => {
  assert.equal(withoutLine('a // guard T1\nb // guard T13\nc // guard T1 T2', 3), 'a // guard T1\nb // guard T13\n')
})

test('an if that a line is taken from has an empty branch, not the next line for one', () => {
  assert.equal(withoutLine('if (a)\n  throw b // guard T1\nc()', 2), 'if (a)\n;\nc()')
  assert.equal(withoutLine('{\n  a()\n  b(), // guard T1\n}', 3), '{\n  a()\n\n}')
})

test('a named condition loses its last part, which is the guard', () => {
  assert.equal(withoutLine('const a = b && c(d && e) // guard T1', 1), 'const a = b && c(d')
  assert.equal(withoutLine('  const a = b !== c && may(b) // guard T1\nd(a)', 1), '  const a = b !== c\nd(a)')
})

test('a diff tells which lines are new', () => {
  const diff = '+++ b/a.ts\n@@ -1,2 +3 @@\n-x\n+y\n@@ -9,0 +11,4 @@\n+++ b/b.ts\n@@ -1 +0,0 @@'
  assert.deepEqual(readDiff(diff).get('a.ts'), [
    [3, 3],
    [11, 14],
  ])
  assert.deepEqual(readDiff(diff).get('b.ts'), [[0, -1]])
})

test('a guard whose tests fail without it is proven, and the test that failed is kept', async () => {
  assert.deepEqual(await prove('X1'), { ok: true, said: '' })
  assert.deepEqual(record.of(guards[0]!), { file: tests, title: 'X1 bad' })
})

test('the line is gone in workers and in child processes too, and they are counted', async () => {
  assert.deepEqual(await prove('X2'), { ok: true, said: '' })
  assert.deepEqual(await prove('X3'), { ok: true, said: '' })
})

test('the test that proved a line before is tried first, and the others when it no longer does', async () => {
  const known = (title: string) => new ProofRecord({ [guards[0]!.key]: { file: tests, title } })
  assert.deepEqual(await prove('X1', { known: known('X1 bad') }), { ok: true, said: '' })
  const stale = known('X1 worse')
  assert.deepEqual(await prove('X1', { known: stale }), { ok: true, said: '' })
  assert.equal(stale.of(guards[0]!)?.title, 'X1 bad')
})

test('a guard that nothing misses is not tested', async () => {
  const { ok, said } = await prove('X6')
  assert.equal(ok, false)
  assert.match(said, /Not tested: no test titled X6 comes by .*lazy\.ts:2/)
  assert.match((await prove('X6', { of: [] })).said, /no test is titled X6/)
  assert.match((await prove('X7')).said, /Not tested: 1 tests titled X7 pass/)
})

test('code that breaks without its line proves nothing', async () => {
  assert.match((await prove('X4')).said, /does not run:\nX4 good: ReferenceError: rest is not defined/)
  assert.match((await prove('X5')).said, /does not run:\n.*accept\.test\.ts: SyntaxError/)
})
