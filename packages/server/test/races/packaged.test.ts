import assert from 'node:assert/strict'
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { soon } from '../channels/widget/soon.ts'
import { freePort } from '../free-port.ts'

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))
/** A user without rights, where the test may be another one. */
const NOBODY = 65_534
const isRoot = process.getuid?.() === 0
const WITHIN = 60_000

suite('the package', () => {
  let folder: string
  let root: string
  let started: ChildProcess | undefined
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'deskbell-packaged-'))
    chmodSync(folder, 0o755)
    execFileSync(process.execPath, [join(ROOT, 'tools/package.ts')], {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [packed = ''] = globSync(join(ROOT, `dist/deskbell-*-linux-${process.arch}.tar.gz`))
    execFileSync('sha256sum', ['--check', '--quiet', `${basename(packed)}.sha256`], { cwd: join(ROOT, 'dist') })
    execFileSync('tar', ['-xzf', packed, '-C', folder])
    root = join(folder, basename(packed, '.tar.gz'))
    execFileSync('chmod', ['-R', 'a-w', root])
  })
  after(() => {
    started?.kill('SIGKILL')
    execFileSync('chmod', ['-R', 'u+w', folder])
    rmSync(folder, { recursive: true, force: true })
  })

  /** Without the Node, the packages and the settings of this machine. */
  const run = (env: Record<string, string>, ...args: string[]) =>
    spawn(join(root, 'bin/deskbell'), args, {
      cwd: folder,
      env: { PATH: '/usr/bin:/bin', DESKBELL_ENV: '/nowhere', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(isRoot && { uid: NOBODY, gid: NOBODY }),
    })
  async function printed(program: ChildProcess): Promise<{ code: unknown; text: string }> {
    let text = ''
    for (const stream of [program.stdout, program.stderr])
      stream?.on('data', (bytes: Buffer) => (text += bytes.toString()))
    const [code] = await once(program, 'close', { signal: AbortSignal.timeout(WITHIN) })
    return { code, text }
  }

  test('R29 it starts where nothing is installed and nothing may be written, and serves its pages', async () => {
    const dataDir = join(folder, 'data')
    mkdirSync(dataDir, { mode: 0o700 })
    if (isRoot) chownSync(dataDir, NOBODY, NOBODY)
    const port = await freePort()
    const env = { DATA_DIR: dataDir, PORT: String(port), MIN_FREE_DISK: '0' }
    started = run(env, 'start')
    let text = ''
    for (const stream of [started.stdout, started.stderr])
      stream?.on('data', (bytes: Buffer) => (text += bytes.toString()))
    const at = `http://127.0.0.1:${port}`
    await soon(
      () =>
        fetch(`${at}/healthz`).then(
          ({ ok }) => ok,
          () => false,
        ),
      WITHIN,
    ).catch(() => assert.fail(text))
    await soon(() => /\/talk\/\w+/.test(text), WITHIN)
    const [talk = ''] = /\/talk\/\w+/.exec(text) ?? []
    for (const path of ['/', talk, `/widget/${talk.slice('/talk/'.length)}`, '/docs']) {
      const { status } = await fetch(at + path)
      assert.equal(status, 200, path)
    }
    assert.match(text, /Password/i)
    assert.deepEqual(await printed(run(env, 'healthy')).then(({ code }) => code), 0)
    const doctor = await printed(run(env, 'doctor'))
    // Tests keep their data in memory where they can.
    const faults = doctor.text.split('\n').filter((line) => line.includes('✗') && !line.includes('folder in memory'))
    assert.deepEqual(faults, [], doctor.text)
    assert.match(doctor.text, /accepts messages/)
    const backup = await printed(run(env, 'backup', join(dataDir, 'desk.backup')))
    assert.equal(backup.code, 0, backup.text)
    started.kill('SIGTERM')
    const [code] = await once(started, 'exit', { signal: AbortSignal.timeout(WITHIN) })
    assert.equal(code, 0)
    const gone = await printed(run(env, 'healthy'))
    assert.equal(gone.code, 1)
  })

  test('R29 it holds no tests, no sources of pages and none of the programs that build', () => {
    assert.deepEqual(
      globSync('{packages/*/src/**/*.test.ts,packages/{agent-app,widget}/src,examples,tools}', { cwd: root }),
      [],
    )
    for (const name of ['typescript', 'vite', 'playwright-core', 'oxlint'])
      assert.deepEqual(globSync(`node_modules/${name}`, { cwd: root }), [], name)
  })

  test('R29 the list of its parts names each package that it installs', () => {
    const [file = ''] = globSync(join(ROOT, `dist/deskbell-*-linux-${process.arch}.cdx.json`))
    const { components } = JSON.parse(readFileSync(file, 'utf8')) as { components: { name: string }[] }
    const listed = new Set(components.map(({ name }) => name))
    const { dependencies } = JSON.parse(readFileSync(join(root, 'packages/server/package.json'), 'utf8')) as {
      dependencies: Record<string, string>
    }
    for (const name of [...Object.keys(dependencies), `node-linux-${process.arch}`])
      assert.ok(listed.has(name) || name.startsWith('@deskbell/'), name)
  })

  test('an unknown command is refused, and help lists the commands', async () => {
    const { code, text } = await printed(run({}, 'fly'))
    assert.deepEqual([code, text], [2, 'deskbell: there is no command fly. `deskbell help` lists them.\n'])
    assert.match((await printed(run({}, 'help'))).text, /doctor/)
  })
})
