import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { AGENT_ERRORS, OTHER_ERRORS } from '@deskbell/protocol/agent/errors'

const PAGE = readFileSync(new URL('../../../../docs/errors.md', import.meta.url), 'utf8')

test('docs/errors.md has every error code of the agent API with its status', () => {
  const [, section = ''] = PAGE.split('## Agent API')
  const rows = new Map(
    [...section.matchAll(/^\| `(\w+)`\s*\| ([^|]+?)\s*\|/gm)].map(([, code, status]) => [code, status]),
  )
  for (const [code, status] of Object.entries(AGENT_ERRORS)) assert.equal(rows.get(code), String(status), code)
  for (const code of OTHER_ERRORS) assert.ok(PAGE.includes(`| \`${code}\` `), code)
  const known = new Set<string | undefined>([...Object.keys(AGENT_ERRORS), ...OTHER_ERRORS])
  assert.deepEqual(
    [...rows.keys()].filter((code) => !known.has(code)),
    [],
  )
})
