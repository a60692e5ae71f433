import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ENGLISH_FIELD, sayField } from '@deskbell/protocol/agent/field-words'
import { ROUTES } from '@deskbell/protocol/agent/routes'
import { TEXT_FORMS } from '@deskbell/protocol/text-forms'
import { Type, type TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { toInvalid } from './validate.ts'

const Nullable = (schema: TSchema) => Type.Union([schema, Type.Null()])
const invalid = (schema: TSchema, value: unknown) => toInvalid(Compile(schema).Errors(value))

const Email = Type.String({ minLength: 3, maxLength: 9, pattern: TEXT_FORMS.email })
const Token = Type.Union([
  Type.String({ minLength: 1, pattern: TEXT_FORMS.bot_token }),
  Type.String({ pattern: '^•+$' }),
])

test('a refused value has one reason, also where several types or values are allowed', () => {
  const rows: readonly [schema: TSchema, value: unknown, why: object][] = [
    [Type.String(), 5, { reason: 'wrong_type', type: 'string' }],
    [Nullable(Type.String()), 5, { reason: 'wrong_types', types: ['string', 'null'] }],
    [Nullable(Type.String({ maxLength: 2 })), 'abc', { reason: 'too_long', most: 2 }],
    [Nullable(Type.Integer({ minimum: 1 })), 0, { reason: 'too_small', least: 1 }],
    [Type.Enum(['a', 'b']), 'c', { reason: 'not_allowed', allowed: ['"a"', '"b"'] }],
    [Nullable(Type.Literal('a')), 'c', { reason: 'not_allowed', allowed: ['"a"', 'null'] }],
    [Email, 'ann', { reason: 'wrong_form', form: 'email' }],
    [Email, 'a', { reason: 'wrong_form', form: 'email' }],
    [Email, '@a', { reason: 'wrong_form', form: 'email' }],
    [Email, 'much too long', { reason: 'too_long', most: 9 }],
    [Token, 'a b', { reason: 'wrong_form', form: 'bot_token' }],
    [Token, '', { reason: 'empty' }],
  ]
  for (const [schema, value, why] of rows) assert.deepEqual(invalid(schema, value).why, why, JSON.stringify(value))
})

test('without a single reason, only the sentence says what is allowed', () => {
  const { why, message } = invalid(Type.Union([Type.Literal('a'), Type.Boolean()]), 'c')
  assert.deepEqual([why, message], [undefined, 'this must be "a" or true or false'])
  const { why: none } = invalid(Type.Union([Type.String({ maxLength: 1 }), Type.String({ maxLength: 2 })]), 'abc')
  assert.equal(none, undefined)
})

test('a pattern of a request has a form with words, so that no refusal shows a pattern', () => {
  const forms = new Set<unknown>(Object.values(TEXT_FORMS))
  const unnamed: unknown[] = []
  const look = (schema: unknown): void => {
    if (typeof schema !== 'object' || schema === null) return
    if ('pattern' in schema && typeof schema.pattern === 'string' && !forms.has(schema.pattern))
      unnamed.push(schema.pattern)
    for (const value of Object.values(schema)) look(value)
  }
  for (const route of Object.values(ROUTES))
    for (const part of ['body', 'query'] as const) if (part in route) look((route as Record<string, unknown>)[part])
  // How a stored token is read back: it is told by the form of the token.
  assert.deepEqual([...new Set(unnamed)], ['^•{8}.{0,4}$'])
  for (const form of Object.keys(TEXT_FORMS) as (keyof typeof TEXT_FORMS)[])
    assert.match(sayField(ENGLISH_FIELD, { reason: 'wrong_form', form }), /^this must be \w/)
})
