import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { STATUS } from '../../src/agent-api/refusals.ts'

const ROOT = new URL('../../../../', import.meta.url)
const read = (path: string): string => readFileSync(new URL(path, ROOT), 'utf8')

test('docs/errors.md has every code that the agent API refuses with, and its status', () => {
  const [, page = ''] = read('docs/errors.md').split('## Agent API')
  const rows = new Map([...page.matchAll(/^\| `(\w+)`\s*\| ([^|]+?)\s*\|/gm)].map(([, code, status]) => [code, status]))
  for (const [code, status] of Object.entries(STATUS)) assert.equal(rows.get(code), String(status), code)
  assert.deepEqual(
    [...rows.keys()].filter((code) => code !== 'invalid_frame' && !((code ?? '') in STATUS)),
    [],
  )
})

test('every code that the office and the agent API refuse with has a status', () => {
  const folder = new URL('packages/server/src/', ROOT).pathname
  for (const file of globSync(['agent/*.ts', 'office/*.ts'], { cwd: folder })) {
    const text = readFileSync(folder + file, 'utf8')
    const codes = [...text.matchAll(/new Refused\(\s*'(\w+)'/g), ...text.matchAll(/new Invalid\([^\n]*, '(\w+)'\)/g)]
    for (const [, code = ''] of codes) assert.ok(code in STATUS, `${file}: ${code}`)
  }
})
