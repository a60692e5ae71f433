import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { copierOf } from './copy.ts'
import { Nullable, Strict } from './shapes.ts'

const Person = Strict({ id: Type.Integer(), name: Type.String() })
const copy = copierOf(
  Strict({
    type: Type.Enum(['a', 'b']),
    agent: Type.Optional(Person),
    bots: Type.Array(Person),
    photo: Nullable(Person),
    from: Type.Union([Type.Literal('x'), Type.Literal('y')]),
  }),
)
const ann = { id: 1, name: 'Ann' }
const internal = { ...ann, password: 'secret' }

test('T23 a copy has the fields that the schema names, at every depth, and no other', () => {
  const given = { type: 'a', agent: internal, bots: [internal], photo: internal, from: 'x', token: 'secret' }
  assert.deepEqual(copy(given), { type: 'a', agent: ann, bots: [ann], photo: ann, from: 'x' })
})

test('an absent field stays absent, and null stays null', () => {
  assert.deepEqual(copy({ type: 'b', bots: [], photo: null, from: 'y' }), {
    type: 'b',
    bots: [],
    photo: null,
    from: 'y',
  })
})

test('a copy shares no object with its source', () => {
  const given = { type: 'a', agent: ann, bots: [], photo: null, from: 'x' }
  assert.notEqual((copy(given) as typeof given).agent, ann)
})

test('a union with several objects is refused when the copier is made', () => {
  assert.throws(() => copierOf(Type.Union([Person, Strict({ of: Type.Integer() })])), /union with several objects/)
})
