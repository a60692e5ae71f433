import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
  cpSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { parseEnv } from 'node:util'
import { SETTINGS } from '../../packages/server/src/platform/config-table.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const FOLDER = join(ROOT, 'packaging/systemd')

function folderOf(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'deskbell-systemd-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** An unpacked package of this name, as small as the installation needs. */
function unpacked(folder: string, name: string): string {
  const root = join(folder, name)
  mkdirSync(root, { recursive: true })
  for (const path of ['bin', 'packaging']) cpSync(join(ROOT, path), join(root, path), { recursive: true })
  return root
}

test('the installation puts the package, the command, the unit and the settings in their places', (t) => {
  const folder = folderOf(t)
  const to = join(folder, 'to')
  const root = unpacked(folder, 'deskbell-1.0.0-linux-x64')
  execFileSync(join(root, 'packaging/systemd/install'), { env: { PATH: process.env['PATH'], DESTDIR: to } })
  assert.equal(readlinkSync(join(to, 'opt/deskbell')), 'deskbell-1.0.0-linux-x64')
  assert.equal(readlinkSync(join(to, 'usr/local/bin/deskbell')), '/opt/deskbell/bin/deskbell')
  assert.equal(statSync(join(to, 'etc/deskbell/deskbell.env')).mode & 0o777, 0o640)
  assert.ok(existsSync(join(to, 'etc/systemd/system/deskbell.service')))
  // An upgrade leaves the settings, and the earlier version.
  writeFileSync(join(to, 'etc/deskbell/deskbell.env'), 'PORT=4001\n')
  const next = unpacked(folder, 'deskbell-1.1.0-linux-x64')
  execFileSync(join(next, 'packaging/systemd/install'), { env: { PATH: process.env['PATH'], DESTDIR: to } })
  assert.equal(readlinkSync(join(to, 'opt/deskbell')), 'deskbell-1.1.0-linux-x64')
  assert.equal(readFileSync(join(to, 'etc/deskbell/deskbell.env'), 'utf8'), 'PORT=4001\n')
  // Back to the earlier one, which is still there.
  const earlier = join(to, 'opt/deskbell-1.0.0-linux-x64')
  execFileSync(join(earlier, 'packaging/systemd/install'), { env: { PATH: process.env['PATH'], DESTDIR: to } })
  assert.equal(readlinkSync(join(to, 'opt/deskbell')), 'deskbell-1.0.0-linux-x64')
  assert.ok(existsSync(join(earlier, 'bin/deskbell')))
})

test('the settings of the unit exist', () => {
  const text = readFileSync(join(FOLDER, 'deskbell.env'), 'utf8')
  const known = new Set<string>(SETTINGS.map(({ name }) => name))
  const names = Object.keys(parseEnv(text.replaceAll(/^#(?=[A-Z])/gm, '')))
  assert.ok(names.length > 3)
  assert.deepEqual(
    names.filter((name) => !known.has(name)),
    [],
  )
})

const hasTool = spawnSync('systemd-analyze', ['--version']).status === 0
test('systemd accepts the unit', { skip: hasTool ? false : 'systemd-analyze is not installed' }, (t) => {
  const folder = folderOf(t)
  const unit = join(folder, 'deskbell.service')
  // The programs of the unit are looked for on this machine.
  const text = readFileSync(join(FOLDER, 'deskbell.service'), 'utf8').replaceAll(
    '/opt/deskbell/bin/deskbell',
    '/bin/true',
  )
  writeFileSync(unit, text)
  const { stderr, stdout } = spawnSync('systemd-analyze', ['verify', '--man=no', unit], { encoding: 'utf8' })
  const said = `${stdout}${stderr}`.split('\n').filter((line) => line.includes('deskbell.service'))
  assert.deepEqual(said, [])
})

const NOBODY = 65_534
const isRoot = process.getuid?.() === 0
test(
  'as root a command runs as the owner of the data, also of data that is not there yet, so that the server can read what it writes',
  { skip: isRoot ? false : 'needs root' },
  (t) => {
    const folder = folderOf(t)
    chmodSync(folder, 0o755)
    const root = unpacked(folder, 'deskbell-1.0.0-linux-x64')
    mkdirSync(join(root, 'packages/server/src'), { recursive: true })
    writeFileSync(join(root, 'packages/server/src/doctor.ts'), 'process.stdout.write(String(process.getuid?.()))')
    const data = join(folder, 'data')
    mkdirSync(data)
    const settings = join(folder, 'deskbell.env')
    const whoRuns = (dataDir: string) => {
      writeFileSync(settings, `DATA_DIR=${dataDir}\n`)
      const { DATA_DIR: _, ...env } = process.env
      const options = { env: { ...env, DESKBELL_ENV: settings }, encoding: 'utf8' } as const
      return Number(execFileSync(join(root, 'bin/deskbell'), ['doctor'], options))
    }
    assert.equal(whoRuns(data), 0)
    chownSync(data, NOBODY, NOBODY)
    assert.equal(whoRuns(data), NOBODY)
    assert.equal(whoRuns(join(data, 'new/folder')), NOBODY)
  },
)
