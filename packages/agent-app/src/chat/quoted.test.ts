import assert from 'node:assert/strict'
import { test } from 'node:test'
import { quoted } from './quoted.ts'

test('each line of a quotation is marked, and the draft comes after it', () => {
  assert.equal(quoted('one\n\ntwo\n', 'my answer'), '> one\n>\n> two\n\nmy answer')
  assert.equal(quoted('one', ''), '> one\n\n')
})
