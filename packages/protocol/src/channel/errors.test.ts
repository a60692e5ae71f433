import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { Value } from 'typebox/value'
import { ErrorBody } from '../shapes.ts'
import { CHANNEL_ERRORS, channelError, channelErrorTable, invalidJsonStatus, type ChannelErrorCode } from './errors.ts'

test('A6 each code has its status, and a body of the one shape', () => {
  const statuses = Object.entries(CHANNEL_ERRORS).map(([code, { status }]) => `${code} ${status}`)
  assert.deepEqual(statuses, [
    'sender_id_required 400',
    'message_required 400',
    'type_required 400',
    'text_required 400',
    'file_required 400',
    'invalid_json 400',
    'invalid_field 400',
    'too_large 413',
    'channel_not_found 404',
    'method_not_allowed 405',
    'rate_limited 429',
    'idempotency_mismatch 422',
    'unavailable 503',
  ])
  for (const code of Object.keys(CHANNEL_ERRORS) as ChannelErrorCode[]) {
    assert.ok(Value.Check(ErrorBody, channelError(code)))
    assert.ok(Value.Check(ErrorBody, channelError(code, 'more exactly', '/sender/id')))
  }
})

test('A6 a body that is not JSON gets 415 only if its Content-Type names another format', () => {
  for (const type of [
    undefined,
    '',
    'application/json',
    'application/json; charset=utf-8',
    'text/json',
    'application/problem+json',
  ]) {
    assert.equal(invalidJsonStatus(type), 400, type)
  }
  for (const type of [
    'text/xml',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/plain',
  ]) {
    assert.equal(invalidJsonStatus(type), 415, type)
  }
})

test('A6 docs/errors.md has the table of the codes', () => {
  const page = readFileSync(new URL('../../../../docs/errors.md', import.meta.url), 'utf8')
  // The formatter pads the cells.
  const narrow = (text: string) =>
    text
      .replace(/ +/gu, ' ')
      .replace(/\| -+ (?=\|)/gu, '|---')
      .replace(/---\|/gu, '---|')
  assert.ok(narrow(page).includes(narrow(channelErrorTable())), 'print it anew: channelErrorTable()')
})
