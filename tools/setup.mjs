// Prepares a fresh clone. npm runs it before `npm start` and `npm test` with the machine's Node, before any package is
// installed, so it is plain JavaScript and imports only Node's own modules.
//
//   node tools/setup.mjs install   installs the locked packages, and a Node that runs TypeScript
//   node tools/setup.mjs build     builds the agent application and the widget if their sources have changed
//   node tools/setup.mjs compile   compiles the server into the cache that `npm start` uses: a quicker start with less memory
//   node tools/setup.mjs start     does all of this
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const OWN_NODE = join(ROOT, 'node_modules/.bin/node')
const CACHE = join(ROOT, 'node_modules/.cache/deskbell')
const COMPILED = join(CACHE, 'compiled')
const NODE_WANTED = 24

/** What browsers load: the source packages, and the builder. */
const PAGES = [
  {
    name: 'agent-app',
    title: 'building the agent application',
    made: 'index.html',
    from: ['agent-app', 'protocol', 'rules'],
    command: [join(ROOT, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn'],
  },
  {
    name: 'widget',
    title: 'building the widget',
    made: 'manifest.json',
    from: ['widget', 'protocol'],
    command: ['build.ts'],
  },
]

/** A problem that the reader must solve, explained in a sentence; not a fault of this script. */
class Stop extends Error {}

const task = process.argv[2] ?? 'start'
try {
  if (major(process.version) < 20) stop(`Deskbell needs Node 20 or newer to set itself up; this is ${process.version}.`)
  if (task === 'install' || task === 'start') await install()
  if (task === 'build' || task === 'start') await build()
  if (task === 'compile' || task === 'start') await compile()
} catch (error) {
  if (!(error instanceof Stop)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}

async function install() {
  if (!isInstalled()) {
    const { command, args } = npm()
    const { code, said } = await timed('installing packages', command, [...args, 'ci', '--no-audit', '--no-fund'], ROOT)
    if (code === 'ENOENT') stop('npm was not found: install it beside Node, then try again.')
    if (code !== 0)
      stop(`${said}\nThe packages could not be installed: npm ci ended with ${code}. Its own words are above.`)
  }
  if (major(process.version) >= NODE_WANTED) return
  const own = existsSync(OWN_NODE) ? spawnSync(OWN_NODE, ['--version'], { encoding: 'utf8' }).stdout : undefined
  if (own && major(own) >= NODE_WANTED) return
  stop(
    `Deskbell runs on Node ${NODE_WANTED} or newer; this is ${process.version}, and no packed Node runs on ` +
      `${process.platform} ${process.arch}. Install Node ${NODE_WANTED} and try again.`,
  )
}

/**
 * npm leaves a copy of the lock beside the installed packages. Everything in the lock must be in that copy with the
 * same version; only packages for other platforms may be missing.
 */
function isInstalled() {
  const there = readJson(join(ROOT, 'node_modules/.package-lock.json'))?.packages
  if (!there) return false
  const wanted = readJson(join(ROOT, 'package-lock.json')).packages
  return Object.entries(wanted).every(
    ([path, entry]) => path === '' || (there[path] ? there[path].version === entry.version : entry.optional === true),
  )
}

/** The calling npm, run by the Node it came with: the bundled Node is about to be replaced. */
function npm() {
  const { npm_execpath: script, npm_node_execpath: node } = process.env
  return script?.endsWith('.js') && node ? { command: node, args: [script] } : { command: 'npm', args: [] }
}

async function build() {
  for (const { name, title, made, from, command } of PAGES) {
    const folder = join(ROOT, 'packages', name)
    const built = join(CACHE, name)
    const now = sourcesHash(from)
    if (existsSync(join(folder, 'dist', made)) && existsSync(built) && readFileSync(built, 'utf8') === now) continue
    const { code, said } = await timed(title, node(), command, folder)
    if (code !== 0) stop(`${said}\nFailed at ${title}: the builder's own words are above.`)
    mkdirSync(CACHE, { recursive: true })
    writeFileSync(built, now)
  }
}

/** Node fills the cache with the modules it loads, for the options of `npm start`, and detects later changes itself. */
async function compile() {
  if (existsSync(COMPILED)) return
  const main = join(ROOT, 'packages/server/src/main.ts')
  const { code, said } = await timed('compiling the server', node(), ['--expose-gc', main, '--version'], ROOT, {
    NODE_COMPILE_CACHE: COMPILED,
  })
  if (code !== 0) stop(`${said}\nThe server could not be compiled: Node's own words are above.`)
}

function node() {
  return existsSync(OWN_NODE) ? OWN_NODE : process.execPath
}

/** One hash over all sources of the pages. */
function sourcesHash(packages) {
  const hash = createHash('sha256').update(readFileSync(join(ROOT, 'package-lock.json')))
  for (const folder of packages.map((name) => join(ROOT, 'packages', name))) {
    for (const file of filesIn(folder)) hash.update(`\n${file}\n`).update(readFileSync(file))
  }
  return hash.digest('hex')
}

function filesIn(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => !['node_modules', 'dist'].includes(entry.name) && !entry.name.includes('.test.'))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => (entry.isDirectory() ? filesIn(join(folder, entry.name)) : [join(folder, entry.name)]))
}

/** Runs one command, prints a line with its title and duration, and keeps its output for a failure. */
async function timed(title, command, args, cwd, env = {}) {
  const start = performance.now()
  process.stderr.write(`Deskbell: ${title} … `)
  let said = ''
  const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => (said += bytes))
  const code = await new Promise((resolve) => {
    child.on('error', (error) => resolve(error.code))
    child.on('close', (status, signal) => resolve(status ?? signal))
  })
  process.stderr.write(`${((performance.now() - start) / 1000).toFixed(1)} s${code === 0 ? '' : ', failed'}\n`)
  return { code, said: stripVTControlCharacters(said.trim()) }
}

function readJson(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined
}

function major(version) {
  return Number(version.replace(/^v/, '').split('.')[0])
}

function stop(message) {
  throw new Stop(message)
}
