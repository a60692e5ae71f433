import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AGENT_ERRORS, OTHER_ERRORS } from '@deskbell/protocol/agent/errors'
import { toError } from '../api/client.ts'
import { en } from './en.ts'

const CODES = [...Object.keys(AGENT_ERRORS), ...OTHER_ERRORS]
const refusal = (code: string, message: string) => JSON.stringify({ error: { code, message } })

test('every code that the agent API answers with has a sentence of the application', () => {
  assert.deepEqual(Object.keys(en.refusals).toSorted(), CODES.toSorted())
  for (const code of CODES) {
    const { message } = toError(409, refusal(code, 'What the desk says.'), null)
    assert.match(message, /^[A-Z].+\.$/, code)
    if (code !== 'invalid_field') assert.notEqual(message, 'What the desk says.', code)
  }
})

test('a refused field is told in the words of the desk, which say what would be right', () => {
  assert.equal(toError(400, refusal('invalid_field', 'This must be https.'), null).message, 'This must be https.')
})

test('a code that the application does not know is told in the words of the desk', () => {
  for (const code of ['not_now', 'toString', '__proto__'])
    assert.equal(toError(409, refusal(code, 'Not in this tone.'), null).message, 'Not in this tone.')
})

test('what may be tried again later says when', () => {
  const sentence = (retryAfter: string | null) => toError(429, refusal('rate_limited', 'x'), retryAfter).message
  assert.equal(sentence('1'), 'That is too much at once. Try again in 1 second.')
  assert.equal(sentence('90'), 'That is too much at once. Try again in 90 seconds.')
  assert.equal(sentence('600'), 'That is too much at once. Try again in 10 minutes.')
  assert.equal(sentence(null), 'That is too much at once. Try again in a moment.')
})
