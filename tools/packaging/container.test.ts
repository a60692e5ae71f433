import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { validate, ValidationSeverity } from 'dockerfile-utils'

const text = readFileSync(new URL('../../packaging/container/Dockerfile', import.meta.url), 'utf8')
const stages = text.split(/^FROM /m).slice(1)

test('the linter of Dockerfiles finds nothing', () => {
  const found = validate(text, { deprecatedMaintainer: ValidationSeverity.ERROR })
  assert.deepEqual(
    found.map(({ range, message }) => `${range.start.line + 1}: ${JSON.stringify(message)}`),
    [],
  )
})

test('what runs is a user without rights, in the last stage and in each that can be chosen', () => {
  for (const stage of stages.slice(2)) assert.match(stage, /\nUSER 10001:10001\n*$/)
  assert.match(stages.at(-1) ?? '', /^base AS server\n/)
})

test('the image has its health check, ends at SIGTERM, and starts without a shell', () => {
  for (const line of [/^HEALTHCHECK .*CMD \["/m, /^STOPSIGNAL SIGTERM$/m, /^ENTRYPOINT \["/m, /^CMD \["start"\]$/m])
    assert.match(stages[1] ?? '', line)
})
