import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Disconnected, InDoubt, isDataError, isSerialization, isUnavailable, isUniqueViolation } from './errors.ts'

const coded = (code: string, more: object = {}) => Object.assign(new Error(code), { code }, more)

describe('the meaning of database errors', () => {
  const questions = { isUnavailable, isUniqueViolation, isSerialization, isDataError }
  const rows: [string, unknown, (keyof typeof questions)[]][] = [
    ['refused', coded('ECONNREFUSED'), ['isUnavailable']],
    [
      'refused on both addresses of a name',
      new AggregateError([coded('ECONNREFUSED'), coded('ECONNREFUSED')]),
      ['isUnavailable'],
    ],
    ['the name is not known', coded('ENOTFOUND'), ['isUnavailable']],
    ['shutting down', coded('57P01'), ['isUnavailable']],
    ['starting', coded('57P03'), ['isUnavailable']],
    ['too many clients', coded('53300'), ['isUnavailable']],
    ['disk full', coded('53100'), ['isUnavailable']],
    ['took too long', coded('57014'), ['isUnavailable']],
    ['connection lost', coded('08006'), ['isUnavailable']],
    ['a standby', coded('25006'), ['isUnavailable']],
    ['no connection free', new Error('timeout exceeded when trying to connect'), ['isUnavailable']],
    ['not answered', new Disconnected('x'), ['isUnavailable']],
    ['in doubt', new InDoubt('x'), ['isUnavailable']],
    ['the same key', coded('23505'), ['isUniqueViolation', 'isDataError']],
    ['a wrong reference', coded('23503'), ['isDataError']],
    ['bad text', coded('22021'), ['isDataError']],
    ['a deadlock', coded('40P01'), ['isSerialization']],
    ['a conflict', coded('40001'), ['isSerialization']],
    ['a wrong value', coded('23514', { constraint: 'delivery_state_check' }), ['isDataError']],
    ['a part that was just made', coded('23514', { constraint: undefined }), ['isSerialization']],
    ['a wrong column', coded('42703'), []],
    ['an error of Deskbell', new TypeError('x is not a function'), []],
    ['no error', 'timeout expired', []],
    ['nothing', undefined, []],
  ]
  for (const [title, error, expected] of rows) {
    test(title, () => {
      const said = Object.entries(questions).flatMap(([name, ask]) => (ask(error) ? [name] : []))
      assert.deepEqual(said, expected)
    })
  }

  test('isUniqueViolation for one constraint', () => {
    const error = coded('23505', { constraint: 'agent_email' })
    assert.equal(isUniqueViolation(error, 'agent_email'), true)
    assert.equal(isUniqueViolation(error, 'agent_pkey'), false)
  })
})
