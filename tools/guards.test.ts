import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { guardsOf, withoutGuard } from './guards/marks.ts'
import { findMarks, proveGuard } from './guards/prove.ts'

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
  `test('X6 anything', () => {})`,
  `test('bad, but of no threat', () => assert.equal(accept('bad'), false))`,
])
const lazy = file('lazy.ts', [`export const nothing = 1`, `export const something = 2 // guard X6`])

const marks = findMarks([lib, lazy])
const prove = (id: string, files = [tests]) => proveGuard(id, marks.get(id) ?? [], files)

test('marks are read from the end of a line', () => {
  assert.deepEqual(guardsOf('if (a) return // guard T13 T29'), ['T13', 'T29'])
  assert.deepEqual(guardsOf('// guards against T13'), [])
  assert.deepEqual([...marks.keys()], ['X1', 'X2', 'X3', 'X4', 'X5', 'X6'])
  assert.deepEqual(marks.get('X3'), [{ file: lib, line: 3 }])
})

test('the marked lines of one id are taken away, and the others stay where they are', () => {
  assert.equal(withoutGuard('a // guard T1\nb // guard T13\nc // guard T1 T2', 'T1'), '\nb // guard T13\n')
})

test('an if that a line is taken from has an empty branch, not the next line for one', () => {
  assert.equal(withoutGuard('if (a)\n  throw b // guard T1\nc()', 'T1'), 'if (a)\n;\nc()')
  assert.equal(withoutGuard('{\n  a()\n  b(), // guard T1\n}', 'T1'), '{\n  a()\n\n}')
})

test('a guard whose tests fail without it is proven', async () => {
  assert.deepEqual(await prove('X1'), { ok: true, said: '' })
})

test('the lines are gone in workers and in child processes too', async () => {
  assert.deepEqual(await prove('X2'), { ok: true, said: '' })
  assert.deepEqual(await prove('X3'), { ok: true, said: '' })
})

test('a guard that nothing misses is not tested', async () => {
  const { ok, said } = await prove('X6')
  assert.equal(ok, false)
  assert.match(said, /Not tested: 1 tests titled X6 pass/)
  assert.match((await prove('X6', [])).said, /no test is titled X6/)
})

test('code that breaks without its lines proves nothing', async () => {
  assert.match((await prove('X4')).said, /does not run:\nX4 good: ReferenceError: rest is not defined/)
  assert.match((await prove('X5')).said, /does not run:\n.*accept\.test\.ts: SyntaxError/)
})
