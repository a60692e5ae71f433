import assert from 'node:assert/strict'
import { test } from 'node:test'
import { whoOf } from './who.ts'

test('a person is shown by name, else e-mail, else phone, else number', () => {
  const nothing = { name: null, email: null, phone: null, number: '27' }
  assert.equal(whoOf({ visitor: { ...nothing, name: 'Vera', email: 'v@shop.test' } }), 'Vera')
  assert.equal(whoOf({ visitor: { ...nothing, email: 'v@shop.test', phone: '+49' } }), 'v@shop.test')
  assert.equal(whoOf({ visitor: { ...nothing, phone: '+49' } }), '+49')
  assert.equal(whoOf({ visitor: { ...nothing, name: '' } }), 'Visitor 27')
  assert.equal(whoOf({ visitor: nothing, erased: true }), 'Erased visitor')
})
