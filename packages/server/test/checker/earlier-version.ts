import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))
const RELEASED = new URL('../../src/db/released.json', import.meta.url)

/** A version that was released, from the history of the repository. */
export interface EarlierVersion {
  readonly version: string
  /** Its server. */
  readonly program: string
  remove(): void
}

/** The one that was released last; undefined: this copy of the repository has no history, as one that was downloaded. */
export function openEarlierVersion(): EarlierVersion | undefined {
  const released = JSON.parse(readFileSync(RELEASED, 'utf8')) as Record<string, { readonly commit: string }>
  const [version = '', { commit } = { commit: '' }] = Object.entries(released).at(-1) ?? []
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 1e9 })
  try {
    git('cat-file', '-e', commit)
  } catch {
    return undefined
  }
  const folder = mkdtempSync(join(tmpdir(), 'deskbell-earlier-'))
  const packed = git('archive', commit)
  execFileSync('tar', ['-x', '-C', folder], { input: packed })
  link(folder, 'node_modules')
  for (const name of readdirSync(join(folder, 'packages'))) link(folder, join('packages', name, 'node_modules'))
  return {
    version,
    program: join(folder, 'packages/server/src/main.ts'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** The libraries of this version, with its own packages beside them. */
function link(folder: string, modules: string): void {
  const from = join(ROOT, modules)
  if (!existsSync(from)) return
  const to = join(folder, modules)
  mkdirSync(join(to, '@deskbell'), { recursive: true })
  for (const name of readdirSync(from))
    if (name !== '@deskbell' && name !== '.cache') symlinkSync(join(from, name), join(to, name))
  const own = join(from, '@deskbell')
  if (!existsSync(own)) return
  for (const name of readdirSync(own)) {
    const path = realpathSync(join(own, name)).slice(ROOT.length)
    // One that is new has no place there.
    if (existsSync(dirname(join(folder, path)))) symlinkSync(join(folder, path), join(to, '@deskbell', name))
  }
}
