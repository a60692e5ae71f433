import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fillVariables, findMissing, findUnknownVariable } from './variables.ts'

test('variables get their values, and words instead of missing ones', () => {
  const text = 'Hello {visitor.name|there}, {agent.name} of {company} here.'
  assert.equal(fillVariables(text, { 'agent.name': 'Ann', company: 'Shop' }), 'Hello there, Ann of Shop here.')
  assert.equal(
    fillVariables(text, { 'visitor.name': 'Vera', 'agent.name': 'Ann', company: 'Shop' }),
    'Hello Vera, Ann of Shop here.',
  )
})

test('a missing value without words instead is left out, and named', () => {
  assert.equal(fillVariables('Hi {visitor.name}!', {}), 'Hi !')
  assert.deepEqual(findMissing('{visitor.name} {visitor.name} {visitor.email|} {company}', { company: 'x' }), [
    'visitor.name',
  ])
})

test('an unknown name in braces is found, other braces are text', () => {
  assert.equal(findUnknownVariable('{visitor.nmae}'), 'visitor.nmae')
  assert.equal(findUnknownVariable('{Visitor.name}'), 'Visitor.name')
  for (const text of ['{ "a": 1 }', '{}', '{{1}}', 'a { b', '{visitor.name|a b}'])
    assert.equal(findUnknownVariable(text), undefined, text)
})

test('T8 braces around other names stay text', () => {
  const texts = ['{constructor}', '{toString}', "{{constructor.constructor('x')()}}", '${7*7}', '#{7*7}', '<%= 7*7 %>']
  for (const text of texts) assert.equal(fillVariables(text, {}), text)
})

test('T8 a value with braces is not filled again', () => {
  assert.equal(fillVariables('{visitor.name}', { 'visitor.name': '{company} $&', company: 'Shop' }), '{company} $&')
})
