import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { after, test } from 'node:test'
import { runTests, type Result, type RunOptions } from './run.ts'

const folder = mkdtempSync(join(tmpdir(), 'deskbell-run-'))
after(() => rmSync(folder, { recursive: true }))

function file(name: string, ...lines: string[]): string {
  writeFileSync(join(folder, name), [`import { suite, test } from 'node:test'`, ...lines].join('\n'))
  return join(folder, name)
}

/** Runs the files in one process and lists what was told; the paths of files by their last part. */
async function run(options: Partial<RunOptions> & { files: string[] }): Promise<{ told: string[]; results: Result[] }> {
  const results: Result[] = []
  await runTests({ atOnce: 1, timeout: 30_000, ...options, onResult: (result) => results.push(result) })
  const told = results.map((result) => `${result.kind} ${'name' in result ? basename(result.name) : ''}`.trim())
  return { told, results }
}

const mixed = file(
  'mixed.test.ts',
  `test('good', () => {})`,
  `test('bad', () => { throw new Error('so bad') })`,
  `test('left out', { skip: true }, () => {})`,
  `suite('around', () => test('inner \\u2028 line', (t) => t.test('innermost', () => {})))`,
)

test('the result of each test is reported', async () => {
  const { told, results } = await run({ files: [mixed] })
  assert.deepEqual(told, [
    'passed good',
    'failed bad',
    'skipped left out',
    'passed innermost',
    'passed inner \u2028 line',
    'ended',
  ])
  const bad = results.find((result) => result.kind === 'failed')
  assert.ok(bad)
  assert.equal(bad.line, 3)
  assert.match(bad.error, /^Error: so bad\n.*mixed\.test\.ts:3/)
  assert.doesNotMatch(bad.error, /node:internal/)
})

test('only the tests of a name are run', async () => {
  assert.deepEqual((await run({ files: [mixed], named: '^good' })).told, ['passed good', 'ended'])
  assert.deepEqual((await run({ files: [mixed], named: '^nothing' })).told, ['empty', 'ended'])
})

test('a file without a test, and one that does not load, are reported', async () => {
  const empty = file('empty.test.ts')
  assert.deepEqual((await run({ files: [empty] })).told, ['empty', 'ended'])
  const { told, results } = await run({ files: [file('broken.test.ts', `import './nowhere.ts'`)] })
  assert.deepEqual(told, ['failed broken.test.ts', 'ended'])
  assert.match(JSON.stringify(results[0]), /Cannot find module/)
})

test('a skipped suite is reported, and its file does not count as empty', async () => {
  const left = file('left.test.ts', `suite('left out', { skip: 'no server' }, () => test('inner', () => {}))`)
  assert.deepEqual((await run({ files: [left] })).told, ['skipped left out', 'ended'])
})

test('results of files that share a process are reported by file', async () => {
  const results: Result[] = []
  const files = [mixed, file('none.test.ts'), file('one.test.ts', `test('one', () => {})`)]
  const onResult = (result: Result) => results.push(result)
  await runTests({ files, named: '^(good|one)$', atOnce: 1, timeout: 30_000, onResult })
  assert.deepEqual(
    results.map((result) => `${result.kind} ${'file' in result ? basename(result.file) : ''}`.trim()),
    [
      ...['passed mixed.test.ts', 'ended mixed.test.ts'],
      ...['empty none.test.ts', 'ended none.test.ts'],
      ...['passed one.test.ts', 'ended one.test.ts'],
    ],
  )
})

test('files share a process, but one that failed or changes the whole process shares none', async () => {
  const pid = `test('is ' + process.pid, () => {})`
  const files = [
    file('pid-1.test.ts', pid),
    file('pid-2.test.ts', pid),
    file('pid-3.test.ts', pid, `test('bad', () => { throw new Error() })`),
    file('pid-4.test.ts', pid),
    file('pid-5.test.ts', pid, `process.chdir('.')`),
    file('pid-6.test.ts', pid),
  ]
  const { told } = await run({ files })
  const [first, ...others] = told.filter((line) => line.startsWith('passed is'))
  assert.deepEqual(
    others.map((line) => line === first),
    [true, true, false, false, false],
  )
  assert.equal(others[2], others[4])
  assert.notEqual(others[2], others[3])
})

test('output of tests is reported, and not mistaken for a result', async () => {
  const loud = file('loud.test.ts', `test('loud', () => console.log('{"kind":"failed"}'))`)
  const { results } = await run({ files: [loud] })
  assert.deepEqual(
    results.find((result) => result.kind === 'output'),
    { kind: 'output', text: '{"kind":"failed"}\n' },
  )
})

test('a process that a test forks is not mistaken for a test', async () => {
  const child = file('child.ts', `process.send?.(process.execArgv)`)
  const forks = file(
    'forks.test.ts',
    `import { fork } from 'node:child_process'`,
    `import { once } from 'node:events'`,
    `import assert from 'node:assert/strict'`,
    `test('forks', async () => assert.deepEqual(await once(fork(${JSON.stringify(child)}), 'message'), [[], undefined]))`,
  )
  assert.deepEqual((await run({ files: [forks] })).told, ['passed forks', 'ended'])
})

test('a process that ends before its tests has failed, with any exit code', async () => {
  const { told, results } = await run({ files: [file('exits.test.ts', `test('exits', () => process.exit(0))`)] })
  assert.deepEqual(told, ['failed exits.test.ts', 'ended'])
  assert.match(JSON.stringify(results[0]), /ended with 0 before its tests did/)
})

test('an error that nobody catches ends the tests of its file, and is reported', async () => {
  const throws = file(
    'throws.test.ts',
    `test('waits', () => new Promise(() => {}))`,
    `setTimeout(() => { throw new Error('so wild') }, 50)`,
  )
  const rejects = file(
    'rejects.test.ts',
    `test('waits', () => new Promise(() => {}))`,
    `setTimeout(() => void Promise.reject(new Error('so sad')), 50)`,
  )
  const next = file('after.test.ts', `test('after', () => {})`)
  const { told, results } = await run({ files: [throws, rejects, next] })
  assert.deepEqual(told, ['failed throws.test.ts', 'ended', 'failed rejects.test.ts', 'ended', 'passed after', 'ended'])
  assert.match(JSON.stringify(results[0]), /so wild.*throws\.test\.ts/)
  assert.match(JSON.stringify(results[2]), /so sad.*rejects\.test\.ts/)
})

test('before, after and beforeEach of a suite are its own', async () => {
  const hooks = file(
    'hooks.test.ts',
    `import assert from 'node:assert/strict'`,
    `import { after, before, beforeEach } from 'node:test'`,
    `const said = []`,
    `test('outer', () => said.push('outer'))`,
    `suite('one', () => {`,
    `  before(() => said.push('before'))`,
    `  beforeEach(() => said.push('each'))`,
    `  after(() => said.push('after'))`,
    `  suite('two', () => test('inner', () => said.push('inner')))`,
    `})`,
    `test('last', () => assert.deepEqual(said, ['outer', 'before', 'each', 'inner', 'after']))`,
  )
  assert.deepEqual((await run({ files: [hooks] })).told, ['passed outer', 'passed inner', 'passed last', 'ended'])
})

test('a process that never ends is ended', async () => {
  const spins = file('spins.test.ts', `test('spins', () => { for (;;); })`)
  const { told, results } = await run({ files: [spins], timeout: 500 })
  assert.deepEqual(told, ['failed spins.test.ts', 'ended'])
  assert.match(JSON.stringify(results[0]), /not over after 1 s/)
})

test('a handle that one file leaves open is reported for that file, and the next file runs', async () => {
  const leaves = file('leaves.test.ts', `test('leaves', () => void setInterval(() => {}, 1000))`)
  const next = file('next.test.ts', `test('next', () => {})`)
  const { told } = await run({ files: [leaves, next], linger: 500 })
  assert.deepEqual(told, ['passed leaves', 'failed leaves.test.ts', 'ended', 'passed next', 'ended'])
})

test('an aborted run ends at once, with the processes that the tests started', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const slow = file(
    'slow.test.ts',
    `import { spawn } from 'node:child_process'`,
    `test('slow', () => new Promise((resolve) => {`,
    `  spawn(process.execPath, ['-e', 'net.connect(${port}, "127.0.0.1")']).on('exit', resolve)`,
    `}))`,
  )
  const off = new AbortController()
  const running = run({ files: [slow], signal: off.signal })
  const [connection] = (await once(server, 'connection')) as [Socket]
  connection.resume()
  const gone = once(connection, 'close')
  off.abort()
  await Promise.all([running, gone])
  server.close()
})
