import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { CHANNEL_KINDS } from '@deskbell/protocol/agent/channel-kinds'
import { capabilitiesOf } from './capabilities.ts'

const SRC = fileURLToPath(new URL('..', import.meta.url))
const NAMES = Object.keys(CHANNEL_KINDS)
const QUOTED = `['"\`](?:${NAMES.join('|')})['"\`]`
/** A comparison with a kind, in any order, or a branch of a switch. */
const COMPARED = new RegExp(`[=!]==?\\s*${QUOTED}|${QUOTED}\\s*[=!]==?|\\bcase\\s+${QUOTED}`)

const sources = globSync('**/*.{ts,tsx}', { cwd: SRC }).filter((path) => !/\.test\.tsx?$/.test(path))
const textOf = (path: string): string => readFileSync(`${SRC}/${path}`, 'utf8')

test('no code compares a kind of channel: it uses a capability, or the view of the kind', () => {
  assert.ok(sources.includes('channels/channel-screen.tsx'))
  for (const line of [`kind === 'widget'`, `'api' !== channel.kind`, `case 'telegram':`]) assert.match(line, COMPARED)
  const comparing = sources.flatMap((path) =>
    textOf(path)
      .split('\n')
      .filter((line) => COMPARED.test(line))
      .map((line) => `${path}: ${line.trim()}`),
  )
  assert.deepEqual(comparing, [])
})

test('every kind has a view in its own folder', () => {
  const registry = textOf('channels/kinds.ts')
  const folders = [...registry.matchAll(/from '\.\.\/([\w-]+)\/kind\.tsx'/g)].map((match) => match[1])
  assert.deepEqual(new Set(folders), new Set(sources.flatMap((path) => /^([\w-]+)\/kind\.tsx$/.exec(path)?.[1] ?? [])))
  assert.equal(folders.length, NAMES.length)
  for (const name of NAMES) assert.match(registry, new RegExp(`^  ${name}: \\w+Kind,$`, 'm'))
})

test('a kind that this build does not know has no capabilities', () => {
  assert.equal(capabilitiesOf('widget').showsVisitors, true)
  for (const kind of ['pigeon', 'constructor', '__proto__'])
    assert.ok(Object.values(capabilitiesOf(kind)).every((can) => can === false))
})
