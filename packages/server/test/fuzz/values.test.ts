import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { Compile } from 'typebox/compile'
import type { TSchema } from 'typebox'
import { ClientFrame } from '@deskbell/protocol/agent/socket'
import { ROUTES } from '@deskbell/protocol/agent/routes'
import type { Route } from '@deskbell/protocol/agent/routes/route'
import { CustomerMessage, CustomerTyping } from '@deskbell/protocol/channel/shapes'
import { FramesBody } from '@deskbell/protocol/widget/frames'
import { seedOfRun } from '../../../../tools/extent.ts'
import { valuesOf } from './values.ts'

const OF_EACH = 20

suite('values made of a schema', () => {
  const schemas = new Map<string, TSchema>([
    ['a message of a visitor', CustomerMessage],
    ['typing of a visitor', CustomerTyping],
    ['frames of a page', FramesBody],
    ['a frame of an agent', ClientFrame],
  ])
  for (const [name, { body, query, params }] of Object.entries(ROUTES) as [string, Route][])
    for (const [part, schema] of Object.entries({ body, query, params }))
      if (schema) schemas.set(`${name}, ${part}`, schema)

  test('T29 the schema accepts each of them', () => {
    const seed = seedOfRun()
    assert.ok(schemas.size > 150, `${schemas.size} schemas`)
    for (const [name, schema] of schemas) {
      const check = Compile(schema)
      for (const value of fc.sample(valuesOf(schema), { numRuns: OF_EACH, seed }))
        assert.ok(
          check.Check(value),
          `SEED=${seed} ${name}: ${JSON.stringify(value)} ${JSON.stringify(check.Errors(value))}`,
        )
    }
  })
})
