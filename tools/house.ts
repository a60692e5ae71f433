// Which way things lean, read off the imports, and two bans the linter cannot say.
//
//   node tools/house.ts   one sentence for each thing that is wrong
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

/** The server's doors to the outside. What two of them need stands behind both. */
const EDGES = ['channel', 'bot', 'webhooks', 'visitor', 'agent', 'call']

/** What puts the rooms together, from the inside out: each may import those before it and every room. */
const FRAME = ['desk.ts', 'app.ts', 'main.ts']

interface Import {
  /** As written. */
  name: string
  line: number
  isType: boolean
}

/** A file of ours: its package, and in the server its room (a folder, or a file that stands outside any). */
interface Place {
  package: string
  room: string
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

/** Comments turned into blanks, lines kept. */
function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, (comment) => comment.replaceAll(/./g, ' '))
}

function lineOf(text: string, index: number): number {
  return text.slice(0, index).split('\n').length
}

export function placeOf(path: string): Place | undefined {
  const match = /^packages\/([^/]+)\/src\/(.+)$/.exec(path)
  if (!match) return undefined
  return { package: match[1]!, room: match[2]!.split('/')[0]!, file: path }
}

/** Where an import leads, when it leads to something of ours. */
function targetOf(from: string, name: string): Place | undefined {
  if (name.startsWith('.')) return placeOf(join(dirname(from), name))
  const match = /^@deskbell\/([^/]+)(?:\/(.+))?$/.exec(name)
  return match ? placeOf(`packages/${match[1]}/src/${match[2] ?? 'index'}.ts`) : undefined
}

/** Why `from` may not import `to`; undefined when it may. */
export function leansWrong(from: Place, to: Place, isType: boolean): string | undefined {
  if (from.package !== to.package) {
    if (PACKAGES[from.package]?.includes(to.package)) return undefined
    return `${from.package} may import ${PACKAGES[from.package]?.join(' and ') || 'nothing of ours'}, not ${to.package}`
  }
  if (from.package !== 'server' || from.room === to.room) return undefined
  if (FRAME.includes(to.room) && !(FRAME.indexOf(from.room) > FRAME.indexOf(to.room))) {
    return `${to.room} puts the rooms together: they do not know it`
  }
  if (FRAME.includes(from.room)) return undefined
  if (EDGES.includes(to.room)) {
    if (EDGES.includes(from.room)) return `${from.room} and ${to.room} are edges, and edges never import each other`
    return `${to.room} is an edge: the rooms behind it do not know it`
  }
  if (from.room === 'db' && to.room !== 'world.ts' && to.room !== 'round-robin.ts')
    return 'db imports nothing of ours but world.ts and round-robin.ts'
  if (from.room === 'delivery' && to.room === 'chat') {
    return 'delivery carries what it is given: what comes of it reaches the chat as a command, through the app'
  }
  if (from.room === 'chat' && to.room === 'delivery' && !isType && !/\/(policy|rows|new-delivery)\.ts$/.test(to.file)) {
    return 'chat writes deliveries and does not carry them: of delivery it imports what makes rows, and types'
  }
  if (from.room === 'chat' && to.room === 'office')
    return 'chat is handed facts about the office and does not ask for them'
  return undefined
}

/** Everything wrong in one file, a sentence each. `forTypes`: what its package lists for development, types alone. */
export function findFaults(file: string, text: string, dependencies: string[], forTypes: string[] = []): string[] {
  const faults: string[] = []
  const isTest = file.endsWith('.test.ts')
  const from = placeOf(file)
  for (const { name, line, isType } of importsOf(text)) {
    const at = `${file}:${line} imports ${name}:`
    if (isTest && name.endsWith('/browser.ts') && !/[./]browser\.test\.ts$/.test(file)) {
      faults.push(`${at} a test that drives a browser is named *.browser.test.ts, so that it runs alone and last.`)
    }
    if (!from || isTest) continue
    const to = targetOf(file, name)
    const why = to && leansWrong(from, to, isType)
    if (why) faults.push(`${at} ${why}.`)
    const listed = isType ? [...dependencies, ...forTypes] : dependencies
    if (!isOurs(name, from) && !listed.includes(packageOf(name))) {
      faults.push(`${at} the package.json of ${from.package} does not list ${packageOf(name)} as a dependency.`)
    }
  }
  if (!from || isTest) return faults
  const code = withoutComments(text)
  // In a browser there is no door to hand it in at.
  if (!['agent-app', 'widget'].includes(from.package) && from.room !== 'world.ts') {
    for (const { index } of code.matchAll(/\bnew Date(?:\(\s*\)|(?!\s*\(|\w))/g)) {
      faults.push(
        `${file}:${lineOf(code, index)} asks the wall clock: time is handed in at the door, take a Clock (world.ts).`,
      )
    }
  }
  // A statement at the outermost level is text before anything from outside exists: it may share a list of columns.
  // The store itself names tables in commands that take no parameters.
  const builtSql = /^[ \t]+.*\bstatement\(\s*(['"])[^'"]*\1\s*,\s*`[^`]*\$\{|\bquery\(\s*`[^`]*\$\{|\bsql\.raw\(/gm
  for (const { index } of from.room === 'db' ? [] : code.matchAll(builtSql)) {
    faults.push(`${file}:${lineOf(code, index)} builds SQL from pieces: values are parameters, always ($1) (T29).`)
  }
  return faults
}

function isOurs(name: string, from: Place): boolean {
  return (
    name.startsWith('.') ||
    name.startsWith(`@deskbell/${from.package}`) ||
    name.startsWith('node:') ||
    builtinModules.includes(name)
  )
}

function packageOf(name: string): string {
  return name.split('/', name.startsWith('@') ? 2 : 1).join('/')
}

export function checkHouse(): Outcome {
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
  const { ok, said } = checkHouse()
  print(said || 'Everything leans the right way.')
  process.exitCode = ok ? 0 : 1
}
