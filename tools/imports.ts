// Checks which folder may import which, and three bans that the linter cannot express.
//
//   node tools/imports.ts   prints one sentence for each fault
import { globSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { dirname, join } from 'node:path'
import { print, type Outcome } from './step.ts'

/** What each package may import of ours, besides itself. */
const PACKAGES: Record<string, string[]> = {
  protocol: [],
  rules: [],
  sdk: ['protocol'],
  widget: ['protocol'],
  'agent-app': ['protocol', 'rules'],
  server: ['protocol', 'rules'],
}

/** Folders of the server that features share, each with those that it may import. */
const SHARED: Record<string, string[]> = {
  platform: [],
  db: ['platform'],
  deliveries: ['platform', 'db', 'maintenance'],
  maintenance: ['platform', 'db'],
  settings: ['platform', 'db', 'deliveries'],
  identity: ['platform', 'db', 'settings', 'maintenance'],
  files: ['platform', 'db', 'deliveries', 'conversation'],
  conversation: ['platform', 'db', 'deliveries', 'files', 'realtime', 'maintenance'],
  realtime: ['platform', 'db', 'conversation', 'settings', 'maintenance'],
  channels: ['platform', 'db', 'deliveries', 'settings', 'conversation', 'files', 'identity', 'agent-api'],
  geoip: ['platform', 'conversation'],
  'agent-api': ['platform', 'db', 'deliveries', 'settings', 'identity', 'files', 'conversation', 'realtime'],
}

/** What joins the folders, from the inside out: each may import those before it and every folder. */
const FRAME = [
  'module.ts',
  'registry.ts',
  'store.ts',
  'services.ts',
  'compose.ts',
  'http.ts',
  'main.ts',
  'doctor.ts',
  'backup.ts',
]

/** Of these, folders may import types: what a module contributes, and what it is given. */
const FOR_MODULES = ['module.ts', 'services.ts']

interface Import {
  /** As written. */
  name: string
  line: number
  isType: boolean
}

/** A file of ours: its package, and in the server its folder (`channels/api`, `bots`) or, at the top, its name. */
interface SourceFile {
  package: string
  folder: string
  file: string
}

const IMPORT =
  /^[ \t]*(?:import|export)\s+(type\s)?(?:[^'"`;]*?\sfrom\s+)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/gm

export function importsOf(text: string): Import[] {
  return [...withoutComments(text).matchAll(IMPORT)].map((match) => ({
    name: (match[2] ?? match[3])!,
    line: lineOf(text, match.index + match[0].search(/\S/)),
    isType: match[1] !== undefined,
  }))
}

/** Comments replaced by blanks, lines kept. */
function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, (comment) => comment.replaceAll(/./g, ' '))
}

function lineOf(text: string, index: number): number {
  return text.slice(0, index).split('\n').length
}

export function sourceFileOf(path: string): SourceFile | undefined {
  const match = /^packages\/([^/]+)\/src\/(.+)$/.exec(path)
  if (!match) return undefined
  const folder = /^channels\/[^/]+(?=\/)|^[^/]+/.exec(match[2]!)![0]
  return { package: match[1]!, folder, file: path }
}

/** The file that an import leads to, when it is one of ours. */
function targetOf(from: string, name: string): SourceFile | undefined {
  if (name.startsWith('.')) return sourceFileOf(join(dirname(from), name))
  const match = /^@deskbell\/([^/]+)(?:\/(.+))?$/.exec(name)
  return match ? sourceFileOf(`packages/${match[1]}/src/${match[2] ?? 'index'}.ts`) : undefined
}

/** Why `from` may not import `to`; undefined when it may. */
export function whyForbidden(from: SourceFile, to: SourceFile, isType: boolean): string | undefined {
  if (from.package !== to.package) {
    if (PACKAGES[from.package]?.includes(to.package)) return undefined
    return `${from.package} may import ${PACKAGES[from.package]?.join(' and ') || 'nothing of ours'}, not ${to.package}`
  }
  if (from.package !== 'server' || from.folder === to.folder) return undefined
  if (isType && FOR_MODULES.includes(to.folder)) return undefined
  if (FRAME.includes(to.folder) && !(FRAME.indexOf(from.folder) > FRAME.indexOf(to.folder)))
    return `${to.folder} joins the folders, and no folder imports it`
  if (FRAME.includes(from.folder)) return undefined
  const allowed = SHARED[from.folder]
  if (allowed !== undefined && !allowed.includes(to.folder))
    return `${from.folder} may import ${allowed.join(', ') || 'nothing of ours'}`
  if (allowed === undefined && SHARED[to.folder] === undefined)
    return `${from.folder} and ${to.folder} are features, and features never import each other`
  if (from.folder === 'conversation' && to.folder === 'deliveries' && !isType && !WRITES_ROWS.test(to.file))
    return 'conversation writes deliveries and does not send them: of deliveries it imports what makes or removes rows, and types'
  return undefined
}

/** Files of `deliveries` that make or remove rows. */
const WRITES_ROWS = /\/(policy|rows|statements|new-delivery|removal)\.ts$/

/** Everything wrong in one file, a sentence each. `forTypes`: what its package lists for development, types alone. */
export function findFaults(file: string, text: string, dependencies: string[], forTypes: string[] = []): string[] {
  const faults: string[] = []
  const isTest = file.endsWith('.test.ts')
  const from = sourceFileOf(file)
  for (const { name, line, isType } of importsOf(text)) {
    const at = `${file}:${line} imports ${name}:`
    if (isTest && name.endsWith('/browser.ts') && !/[./]browser\.test\.ts$/.test(file)) {
      faults.push(`${at} a test that drives a browser is named *.browser.test.ts, so that it runs alone and last.`)
    }
    if (!from || isTest) continue
    const to = targetOf(file, name)
    const why = to && whyForbidden(from, to, isType)
    if (why) faults.push(`${at} ${why}.`)
    const listed = isType ? [...dependencies, ...forTypes] : dependencies
    if (!isOurs(name, from) && !listed.includes(packageOf(name))) {
      faults.push(`${at} the package.json of ${from.package} does not list ${packageOf(name)} as a dependency.`)
    }
  }
  if (!from || isTest) return faults
  const code = withoutComments(text)
  // Code of a browser reads the browser's clock.
  if (!['agent-app', 'widget'].includes(from.package) && !from.file.endsWith('/platform/clock.ts')) {
    for (const { index } of code.matchAll(/\bnew Date(?:\(\s*\)|(?!\s*\(|\w))/g)) {
      faults.push(
        `${file}:${lineOf(code, index)} reads the wall clock: time is a parameter, take a Clock (platform/clock.ts).`,
      )
    }
  }
  // The widget shares its page with windows of others. Its sockets have `onmessage`, which is no event of the window.
  const windowMessages =
    /\bpostMessage\b|\baddEventListener\(\s*['"`]message['"`]|(?:(?<![.\w])|\b(?:window|globalThis|self)\.)onmessage\b/g
  for (const { index } of from.package === 'widget' ? code.matchAll(windowMessages) : []) {
    faults.push(
      `${file}:${lineOf(code, index)} posts to other windows, or listens to them: the widget does neither (T33).`,
    )
  }
  // A statement at the outermost level is text before anything from outside exists: it may share a list of columns.
  // The store itself names tables in commands that take no parameters.
  const builtSql = /^[ \t]+.*\bstatement\(\s*(['"])[^'"]*\1\s*,\s*`[^`]*\$\{|\bquery\(\s*`[^`]*\$\{|\bsql\.raw\(/gm
  for (const { index } of from.folder === 'db' ? [] : code.matchAll(builtSql)) {
    faults.push(`${file}:${lineOf(code, index)} builds SQL from pieces: values are parameters, always ($1) (T29).`)
  }
  return faults
}

function isOurs(name: string, from: SourceFile): boolean {
  return (
    name.startsWith('.') ||
    name.startsWith(`@deskbell/${from.package}`) ||
    name.startsWith('node:') ||
    // Made by the build of a package.
    name.startsWith('virtual:') ||
    builtinModules.includes(name)
  )
}

function packageOf(name: string): string {
  return name.split('/', name.startsWith('@') ? 2 : 1).join('/')
}

export function checkImports(): Outcome {
  const listed = new Map<string, [string[], string[]]>()
  const dependenciesOf = (folder: string): [string[], string[]] => {
    const known = listed.get(folder)
    if (known) return known
    const { dependencies = {}, devDependencies = {} } = JSON.parse(
      readFileSync(join(folder, 'package.json'), 'utf8'),
    ) as { dependencies?: object; devDependencies?: object }
    const found: [string[], string[]] = [Object.keys(dependencies), Object.keys(devDependencies)]
    listed.set(folder, found)
    return found
  }
  const files = globSync(['packages/*/{src,test}/**/*.{ts,tsx}', 'examples/**/*.ts'], {
    exclude: (path) => path === 'node_modules' || path === 'dist',
  })
  const faults = files.toSorted().flatMap((file) => {
    return findFaults(file, readFileSync(file, 'utf8'), ...dependenciesOf(file.split('/', 2).join('/')))
  })
  return { ok: faults.length === 0, said: faults.join('\n') }
}

if (import.meta.main) {
  const { ok, said } = checkImports()
  print(said || 'Every import is allowed.')
  process.exitCode = ok ? 0 : 1
}
