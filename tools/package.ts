// Makes the package that a machine needs to run Deskbell, Node included:
//
//   npm run package                     dist/deskbell-<version>-linux-<cpu>.tar.gz, its checksum and its list of parts (CycloneDX)
//   npm run package -- --cpu arm64      for another processor
//   npm run package -- --folder <path>  the folder itself, as the container image has it
import { createHash } from 'node:crypto'
import {
  cpSync,
  createReadStream,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { print, program, runSteps, type Outcome } from './step.ts'

const OUT = 'dist'
/** What the package has of the repository. Of the pages of browsers only what was built. */
const PARTS = [
  ...['bin', 'docs', 'packaging', 'LICENSE', 'README.md', 'CHANGELOG.md', 'SECURITY.md', '.env.example'],
  ...[
    'packages/protocol/src',
    'packages/rules/src',
    'packages/server/src',
    'packages/agent-app/dist',
    'packages/widget/dist',
  ],
]
/** What says which packages are installed. npm wants the whole list, for parts too that are not in the package. */
const LISTS = ['package.json', 'package-lock.json', '.npmrc', ...globSync('{packages,examples}/*/package.json')]
const KEPT = ['protocol', 'rules', 'server', 'agent-app', 'widget']

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
const { values } = parseArgs({ options: { cpu: { type: 'string' }, folder: { type: 'string' } } })
// As Docker calls it.
const cpu = { amd64: 'x64', [process.arch]: process.arch }[values.cpu ?? process.arch] ?? values.cpu ?? process.arch
const { version } = JSON.parse(readFileSync('packages/server/package.json', 'utf8')) as { version: string }
const name = `deskbell-${version}-linux-${cpu}`
const isFolder = values.folder !== undefined
mkdirSync(OUT, { recursive: true })
const stage = isFolder ? '' : mkdtempSync(join(OUT, '.package-'))
const folder = resolve(values.folder ?? join(stage, name))

const steps = [
  { title: 'copying', run: copy },
  { title: `installing packages for linux ${cpu}`, run: install },
  { title: 'compiling', run: compile },
  ...(isFolder ? [] : [{ title: 'listing the parts', run: listParts }]),
  ...(isFolder ? [] : [{ title: 'packing', run: pack }]),
]
const failures = await runSteps(steps, 1)
if (stage) rmSync(stage, { recursive: true, force: true })
if (failures.length > 0) process.exit(1)
print(isFolder ? folder : `${OUT}/${name}.tar.gz`)

function copy(): Outcome {
  for (const path of [...PARTS, ...LISTS]) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    cpSync(path, join(folder, path), { recursive: true, filter: (one) => !basename(one).includes('.test.') })
  }
  return { ok: true, said: '' }
}

async function install(): Promise<Outcome> {
  const lists = [
    ...['ci', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'],
    ...['--os=linux', '--libc=glibc', `--cpu=${cpu}`, '--workspace=@deskbell/server', '--include-workspace-root'],
  ]
  const { ok, said } = await program('npm', lists, folder)
  if (!ok) return { ok, said }
  for (const path of globSync('{packages,examples}/*', { cwd: folder }))
    if (!path.startsWith('packages/') || !KEPT.includes(basename(path)))
      rmSync(join(folder, path), { recursive: true, force: true })
  rmSync(join(folder, 'examples'), { recursive: true, force: true })
  // Of Node the program alone.
  for (const path of globSync('node_modules/node-linux-*/{include,lib,share,CHANGELOG.md}', { cwd: folder }))
    rmSync(join(folder, path), { recursive: true, force: true })
  // Links to what is not in the package.
  for (const path of globSync('node_modules/@deskbell/*', { cwd: folder }))
    if (!KEPT.includes(basename(path))) rmSync(join(folder, path), { force: true })
  return { ok, said: '' }
}

/** What Node makes of the sources at the first start, so that it need not. It is of one processor. */
function compile(): Promise<Outcome> | Outcome {
  if (cpu !== process.arch || process.platform !== 'linux') return { ok: true, said: '' }
  const [node] = globSync(join(folder, 'node_modules/node-linux-*/bin/node'))
  process.env['NODE_COMPILE_CACHE'] = join(folder, 'node_modules/.cache/deskbell/compiled')
  process.env['NODE_COMPILE_CACHE_PORTABLE'] = '1'
  return program(node ?? process.execPath, ['--expose-gc', join(folder, 'packages/server/src/main.ts'), '--version'])
}

interface Installed {
  readonly packages: Record<string, { version?: string; integrity?: string; license?: string; link?: boolean }>
}

/** What npm has installed, from the list that it leaves beside it. `npm sbom` leaves out packages that tests use as well. */
function listParts(): Outcome {
  const { packages } = JSON.parse(readFileSync(join(folder, 'node_modules/.package-lock.json'), 'utf8')) as Installed
  const components = Object.entries(packages)
    .filter(([path, { version: found }]) => found !== undefined && existsSync(join(folder, path)))
    .map(([path, one]) => {
      const title = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
      const [, hash] = /^sha512-(.+)$/.exec(one.integrity ?? '') ?? []
      return {
        ...{ type: 'library', name: title, version: one.version, 'bom-ref': path },
        purl: `pkg:npm/${title.replace('@', '%40')}@${one.version}`,
        ...(hash !== undefined && {
          hashes: [{ alg: 'SHA-512', content: Buffer.from(hash, 'base64').toString('hex') }],
        }),
        ...(one.license !== undefined && { licenses: [{ expression: one.license }] }),
      }
    })
  const metadata = { component: { type: 'application', name: 'deskbell', version } }
  const list = { bomFormat: 'CycloneDX', specVersion: '1.5', version: 1, metadata, components }
  writeFileSync(`${OUT}/${name}.cdx.json`, `${JSON.stringify(list, null, 2)}\n`)
  return { ok: true, said: '' }
}

async function pack(): Promise<Outcome> {
  const file = `${OUT}/${name}.tar.gz`
  // The same files make the same package.
  const same = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', '--mtime=@0', '--format=gnu']
  const outcome = await program('tar', [...same, '-czf', file, '-C', stage, name])
  if (!outcome.ok) return outcome
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer)
  writeFileSync(`${file}.sha256`, `${hash.digest('hex')}  ${basename(file)}\n`)
  return outcome
}
