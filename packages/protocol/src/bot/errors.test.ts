import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { Value } from 'typebox/value'
import { ErrorBody } from '../shapes.ts'
import { BOT_REFUSALS, botError, botErrorTable, type BotRefusal } from './errors.ts'

test('B14 each refusal has a status and a code of the interface document, and a body of the one shape', () => {
  const statuses = [400, 401, 403, 404, 405, 429, 500, 502, 503, 504]
  assert.deepEqual([...new Set(Object.values(BOT_REFUSALS).map(({ status }) => status))], statuses)
  for (const why of Object.keys(BOT_REFUSALS) as BotRefusal[]) {
    assert.match(BOT_REFUSALS[why].code, /^(invalid_client|unauthorized_client|invalid_request)$/)
    assert.ok(Value.Check(ErrorBody, botError(why)))
    assert.ok(Value.Check(ErrorBody, botError(why, 'more exactly', '/message/text')))
  }
})

test('docs/errors.md has the current table of refusals', () => {
  const page = readFileSync(new URL('../../../../docs/errors.md', import.meta.url), 'utf8')
  // The formatter pads the cells.
  const narrow = (text: string) =>
    text
      .replace(/ +/gu, ' ')
      .replace(/\| -+ (?=\|)/gu, '|---')
      .replace(/---\|/gu, '---|')
  assert.ok(narrow(page).includes(narrow(botErrorTable())), 'print it anew: botErrorTable()')
})
