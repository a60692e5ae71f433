import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { repeats } from '../../../../tools/extent.ts'
import { parseUtmText, toUtmText, UTM_NAMES } from './utm.ts'

test('C9 the text form of utm_json: pairs divided by bars, with the dividing characters escaped', () => {
  const rows: [utm: Parameters<typeof toUtmText>[0], text: string][] = [
    [{}, ''],
    [{ source: 'google' }, 'source=google'],
    [{ term: 'lamp', source: 'google', medium: 'cpc' }, 'source=google|medium=cpc|term=lamp'],
    [{ campaign: 'a|b=c%7Cd' }, 'campaign=a%7Cb%3Dc%257Cd'],
    [{ content: 'blau & grün+x' }, 'content=blau & grün+x'],
  ]
  for (const [utm, text] of rows) {
    assert.equal(toUtmText(utm), text)
    assert.deepEqual(parseUtmText(text), utm)
  }
})

test('C9 F4 for any values, parsing the text gives them again', () => {
  const value = fc.oneof(
    fc.string({ unit: 'binary', minLength: 1 }),
    fc.string({ unit: fc.constantFrom('%', '|', '=', '2', '5', '7', 'C', 'c', '3', 'D', 'a'), minLength: 1 }),
  )
  const utm = fc.record(Object.fromEntries(UTM_NAMES.map((name) => [name, value])), { requiredKeys: [] })
  fc.assert(
    fc.property(utm, (given) => {
      const text = toUtmText(given)
      assert.deepEqual(parseUtmText(text), { ...given })
      assert.equal(text.split('|').filter(Boolean).length, Object.keys(given).length)
    }),
    repeats('UTM texts', 2000, 20_000),
  )
})

test('C9 a text in another form is ignored', () => {
  assert.deepEqual(parseUtmText('source|=x|__proto__=y|constructor=z|gclid=1|medium=|term=a=b'), { term: 'a=b' })
  assert.deepEqual(parseUtmText('term=%zz%2'), { term: '%zz%2' })
})
