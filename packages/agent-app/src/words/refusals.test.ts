import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AGENT_ERRORS, OTHER_ERRORS } from '@deskbell/protocol/agent/errors'
import { FieldReason } from '@deskbell/protocol/agent/field-reason'
import { toError } from '../api/client.ts'
import { en } from './en.ts'

const CODES = [...Object.keys(AGENT_ERRORS), ...OTHER_ERRORS]
const refusal = (code: string, message: string) => JSON.stringify({ error: { code, message } })

test('every code that the agent API answers with has a sentence of the application', () => {
  assert.deepEqual(Object.keys(en.refusals).toSorted(), CODES.toSorted())
  for (const code of CODES) {
    const { message } = toError(409, refusal(code, 'What the server says.'), null)
    assert.match(message, /^[A-Z].+\.$/, code)
    if (code !== 'invalid_field') assert.notEqual(message, 'What the server says.', code)
  }
})

test('a refused field is explained by its reason; without a known reason, by the server’s message', () => {
  const said = (why?: object) => {
    const error = { code: 'invalid_field', message: 'What the server says.', field: '/url', ...(why && { why }) }
    return toError(400, JSON.stringify({ error }), null).message
  }
  assert.equal(said({ reason: 'too_long', most: 100 }), 'This must be at most 100 characters long.')
  assert.equal(said({ reason: 'own_server', host: 'chat.test' }), 'Chat.test is this server itself.')
  assert.equal(said(), 'What the server says.')
  for (const reason of ['new', 'toString', 7]) assert.equal(said({ reason }), 'What the server says.')
})

test('every reason for which a field is refused has a sentence of the application', () => {
  const reasons = FieldReason.anyOf.map(({ properties }) => properties.reason.const)
  assert.deepEqual(Object.keys(en.fields).toSorted(), reasons.toSorted())
})

test('an error code that the application does not know is shown with the server’s message', () => {
  for (const code of ['not_now', 'toString', '__proto__'])
    assert.equal(toError(409, refusal(code, 'Not in this tone.'), null).message, 'Not in this tone.')
})

test('a refusal that may be retried later names the time', () => {
  const sentence = (retryAfter: string | null) => toError(429, refusal('rate_limited', 'x'), retryAfter).message
  assert.equal(sentence('1'), 'Too many requests at once. Try again in 1 second.')
  assert.equal(sentence('90'), 'Too many requests at once. Try again in 90 seconds.')
  assert.equal(sentence('600'), 'Too many requests at once. Try again in 10 minutes.')
  assert.equal(sentence(null), 'Too many requests at once. Try again in a moment.')
})
