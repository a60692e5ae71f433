import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { BUS_MESSAGES } from './bus/messages.ts'
import { RPC_METHODS } from './bus/rpc.ts'
import { WIRE_VERSIONS, type Wire } from './versions.ts'

/**
 * Clients of a wire are older or newer than the server. A change of a shape says here what follows from it, so that no
 * client is broken by an edit that looked harmless.
 */
const PINS: Readonly<Record<string, string>> = JSON.parse(
  readFileSync(new URL('wire-pins.json', import.meta.url), 'utf8'),
) as Record<string, string>

/** The folder of each wire, or its only file. */
const FOLDERS: Readonly<Record<Wire, string>> = {
  channel: 'channel',
  bot: 'bot',
  events: 'webhook',
  widget: 'widget',
  agent: 'agent',
  bus: 'bus',
  setup: 'setup.ts',
}

const isSchema = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && ('type' in value || 'anyOf' in value || 'enum' in value)

/** What decides which texts are of the shape: descriptions and examples do not. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([key, one]) => !isText(key, one))
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([key, one]) => [key, shapeOf(one)]))
}

const isText = (key: string, value: unknown): boolean =>
  (key === 'description' && typeof value === 'string') || (key === 'examples' && Array.isArray(value))

const hashOf = (schema: object): string =>
  createHash('sha256')
    .update(JSON.stringify(shapeOf(schema)))
    .digest('hex')
    .slice(0, 16)

async function schemasOf(wire: Wire): Promise<[string, object][]> {
  if (wire === 'bus') {
    const methods = Object.entries(RPC_METHODS)
    const ofRpc = (part: 'request' | 'answer') =>
      methods.map(([name, shapes]): [string, object] => [`${name} ${part}`, shapes[part]])
    return [...Object.entries(BUS_MESSAGES), ...ofRpc('request'), ...ofRpc('answer')]
  }
  const place = FOLDERS[wire]
  const root = new URL('.', import.meta.url).pathname
  const pattern = place.endsWith('.ts') ? place : `${place}/**/*.ts`
  const files = globSync(pattern, { cwd: root, exclude: (path) => path.endsWith('.test.ts') }).toSorted()
  const modules = await Promise.all(files.map((file) => import(`./${file}`) as Promise<Record<string, unknown>>))
  return modules.flatMap((module) =>
    Object.entries(module).filter((entry): entry is [string, object] => isSchema(entry[1])),
  )
}

const seen = new Set<string>()
for (const wire of Object.keys(FOLDERS) as Wire[])
  for (const [name, schema] of await schemasOf(wire)) {
    const key = `${wire}.${name}`
    if (seen.has(key)) continue
    seen.add(key)
    const version = WIRE_VERSIONS[wire]
    test(`the shape of ${key} is that of version ${version}`, () => {
      const now = `${version} ${hashOf(schema)}`
      assert.equal(
        now,
        PINS[key],
        `${key} changed. What only adds needs a new minor version of "${wire}" in versions.ts; anything else breaks ` +
          `clients: keep the old shape beside the new one, raise the major version, and say in CHANGELOG.md how clients ` +
          `move. Then write "${key}": "${now}" in wire-pins.json.`,
      )
    })
  }

test('every pinned shape is there', () => {
  const gone = Object.keys(PINS).filter((key) => !seen.has(key))
  assert.deepEqual(gone, [], 'a shape that clients know was removed or renamed')
})
