import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { repeats } from '../../../tools/extent.ts'
import { own, parseJson } from './json.ts'
import { BODY_MAX } from './limits.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const codeOf = (body: Uint8Array | string) => {
  const parsed = parseJson(typeof body === 'string' ? bytes(body) : body)
  return parsed.ok ? 'ok' : parsed.code
}

const BODIES: [name: string, body: Uint8Array | string, code: string][] = [
  ['an object', '{"a":1}', 'ok'],
  ['a BOM before it', '\ufeff{"a":1}', 'ok'],
  ['white space around it', ' \r\n\t{"a":1}\n ', 'ok'],
  ['nothing', '', 'invalid_json'],
  ['blanks', ' \n', 'invalid_json'],
  ['cut off', '{"a":1', 'invalid_json'],
  ['cut off in a string', '{"a":"\\', 'invalid_json'],
  ['more behind it', '{"a":1}}', 'invalid_json'],
  ['two objects', '{}{}', 'invalid_json'],
  ['an array', '[]', 'invalid_json'],
  ['a string', '"{}"', 'invalid_json'],
  ['null', 'null', 'invalid_json'],
  ['NaN', '{"a":NaN}', 'invalid_json'],
  ['a form', 'sender=1&message=2', 'invalid_json'],
  ['a bare NUL', '{"a":"\0"}', 'invalid_json'],
  ['Latin-1', Uint8Array.from([0x7b, 0x22, 0xe4, 0x22, 0x3a, 0x31, 0x7d]), 'invalid_json'],
  ['an overlong form', Uint8Array.from([0x7b, 0x22, 0xc0, 0x80, 0x22, 0x3a, 0x31, 0x7d]), 'invalid_json'],
  ['a surrogate in UTF-8', Uint8Array.from([0x7b, 0x22, 0xed, 0xa0, 0x80, 0x22, 0x3a, 0x31, 0x7d]), 'invalid_json'],
  ['UTF-16', new Uint8Array(Buffer.from('\ufeff{"a":1}', 'utf16le')), 'invalid_json'],
]

suite('A32 a body is a JSON object in UTF-8', () => {
  for (const [name, body, code] of BODIES) test(name, () => assert.equal(codeOf(body), code))

  test('of duplicate keys the last wins', () => {
    const parsed = parseJson(bytes('{"a":1,"a":2}'))
    assert.deepEqual(parsed.ok && parsed.value, { a: 2 })
  })
})

suite('T31 the size of a body is checked before it is parsed', () => {
  const nested = (depth: number) => '{"a":'.repeat(depth - 1) + '{}' + '}'.repeat(depth - 1)
  const keyed = (keys: number) => `{${Array.from({ length: keys }, (_, i) => `"${i}":0`).join()}}`

  test('64 KiB and no more', () => {
    const padded = (size: number) => `{"a":"${'x'.repeat(size - 8)}"}`
    assert.equal(padded(BODY_MAX).length, BODY_MAX)
    assert.equal(codeOf(padded(BODY_MAX)), 'ok')
    assert.equal(codeOf(padded(BODY_MAX + 1)), 'too_large')
  })
  test('32 deep and no deeper, in objects and arrays', () => {
    assert.equal(codeOf(nested(32)), 'ok')
    assert.equal(codeOf(nested(33)), 'invalid_json')
    assert.equal(codeOf(`{"a":${'['.repeat(31)}${']'.repeat(31)}}`), 'ok')
    assert.equal(codeOf(`{"a":${'['.repeat(32)}${']'.repeat(32)}}`), 'invalid_json')
    assert.equal(codeOf(`{"a":${'['.repeat(10_000)}`), 'invalid_json')
  })
  test('2000 keys and no more', () => {
    assert.equal(codeOf(keyed(2000)), 'ok')
    assert.equal(codeOf(keyed(2001)), 'invalid_json')
  })
  test('brackets and quotes inside strings are not counted', () => {
    const signs = JSON.stringify('{[:"\\'.repeat(3000))
    assert.equal(codeOf(`{"a":${signs},${signs}:1}`), 'ok')
    assert.equal(codeOf(`{"a":"\\\\","b":${nested(31)}}`), 'ok')
    assert.equal(codeOf(`{"a":"\\\\","b":${nested(32)}}`), 'invalid_json')
  })
  test('the count is that of the parsed value', () => {
    const depthOf = (value: unknown): number =>
      typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0
    const deep = fc.letrec<{ tree: unknown }>((tie) => ({
      tree: fc.oneof(
        { maxDepth: 40, withCrossShrink: true },
        fc.string(),
        fc.array(tie('tree'), { minLength: 1, maxLength: 1 }),
        fc.dictionary(fc.string(), tie('tree'), { minKeys: 1, maxKeys: 1 }),
      ),
    })).tree
    fc.assert(
      fc.property(deep, fc.integer({ min: 0, max: 34 }), (tree, wraps) => {
        let value: unknown = { a: tree }
        for (let i = 0; i < wraps; i++) value = i % 2 ? { '"{[': value } : { '\\': value }
        assert.equal(codeOf(JSON.stringify(value)), depthOf(value) <= 32 ? 'ok' : 'invalid_json')
      }),
    )
  })
  test('a key __proto__ sets no prototype, and an inherited property is not read', () => {
    const parsed = parseJson(
      bytes('{"__proto__":{"polluted":1,"sender":{"id":"x"}},"constructor":{"prototype":{"polluted":1}}}'),
    )
    assert.ok(parsed.ok)
    assert.equal(own(parsed.value, 'sender'), undefined)
    assert.equal(own(parsed.value, 'toString'), undefined)
    assert.deepEqual(own(parsed.value, '__proto__'), { polluted: 1, sender: { id: 'x' } })
    assert.equal(Reflect.get({}, 'polluted'), undefined)
  })
})

test('A32 any bytes get an answer, never an exception', () => {
  fc.assert(
    fc.property(fc.oneof(fc.uint8Array({ maxLength: 200 }), fc.json().map(bytes)), (body) => {
      const parsed = parseJson(body)
      if (parsed.ok) assert.deepEqual(parsed.value, JSON.parse(new TextDecoder().decode(body)))
      else assert.ok(parsed.reason.length > 0)
    }),
    repeats('JSON bodies', 1000, 10_000),
  )
})
