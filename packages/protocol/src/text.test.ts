import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { repeats } from '../../../tools/extent.ts'
import { CUSTOMER_TEXT_MAX } from './limits.ts'
import { cleanText, countCodePoints, cutText } from './text.ts'

const FAMILY = '👨‍👩‍👧‍👦'
const ACCENT = 'e\u0301'

const ROWS: [name: string, text: string, kept: string, cutFrom: number | undefined][] = [
  ['1000 ASCII', 'a'.repeat(1000), 'a'.repeat(1000), undefined],
  ['1001 ASCII', 'a'.repeat(1001), 'a'.repeat(1000), 1001],
  ['1000 emoji, 2000 code units', '😀'.repeat(1000), '😀'.repeat(1000), undefined],
  ['1001 emoji', '😀'.repeat(1001), '😀'.repeat(1000), 1001],
  ['a family that ends at the border', 'a'.repeat(993) + FAMILY + 'b', 'a'.repeat(993) + FAMILY, 1001],
  ['a family across the border', 'a'.repeat(994) + FAMILY + 'b', 'a'.repeat(994), 1002],
  ['a family that begins at the border', 'a'.repeat(1000) + FAMILY, 'a'.repeat(1000), 1007],
  ['an accent past the border', 'a'.repeat(999) + ACCENT, 'a'.repeat(999), 1001],
  ['an accent at the border', 'a'.repeat(998) + ACCENT + 'b', 'a'.repeat(998) + ACCENT, 1001],
  ['a flag across the border', 'a'.repeat(999) + '🇩🇪', 'a'.repeat(999), 1001],
  ['flags in a row', '🇩🇪'.repeat(501), '🇩🇪'.repeat(500), 1002],
  ['CR LF across the border', 'a'.repeat(999) + '\r\n', 'a'.repeat(999), 1001],
  ['skin tone across the border', 'a'.repeat(999) + '👍🏽', 'a'.repeat(999), 1001],
  ['one letter with 2000 accents', 'e' + '\u0301'.repeat(2000), 'e' + '\u0301'.repeat(999), 2001],
]

suite('A14 a text is cut at 1000 code points, between graphemes', () => {
  for (const [name, text, kept, cutFrom] of ROWS) {
    test(name, () => {
      assert.deepEqual(
        cutText(text, CUSTOMER_TEXT_MAX),
        cutFrom === undefined ? { text: kept } : { text: kept, cutFrom },
      )
    })
  }
})

const pieces = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.constantFrom(FAMILY, ACCENT, '🇩🇪', '🇩', '\u200d', '\u0301', '\r', '\n', '👍🏽', 'क्षि', '각', '\ud800', '\udc00'),
)
const texts = fc.array(pieces, { maxLength: 30 }).map((list) => list.join(''))

// M10
test('A14 a cut text is a prefix of whole characters and graphemes, and cutting it again changes nothing', () => {
  const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' })
  fc.assert(
    fc.property(texts, fc.integer({ min: 1, max: 30 }), (dirty, max) => {
      const whole = cleanText(dirty)
      const cut = cutText(whole, max)
      const length = [...whole].length
      assert.ok([...cut.text].length <= max)
      assert.ok(whole.startsWith(cut.text))
      assert.ok(cut.text.isWellFormed())
      assert.equal(cut.cutFrom, length > max ? length : undefined)
      assert.deepEqual(cutText(cut.text, max), { text: cut.text })
      // The model: as many whole graphemes as fit; of a first one that does not fit, as many code points.
      let model = ''
      for (const { segment } of segmenter.segment(whole)) {
        if ([...model].length + [...segment].length > max) break
        model += segment
      }
      assert.equal(cut.text, model || [...whole].slice(0, max).join(''))
    }),
    repeats('cut texts', 1000, 10_000),
  )
})

test('A14 code points are counted as the iterator of a string counts them', () => {
  fc.assert(fc.property(texts, (text) => assert.equal(countCodePoints(text), [...text].length)))
})

test('A32 NUL is removed and lone surrogates are replaced, pairs stay', () => {
  assert.equal(cleanText('a\0b\0'), 'ab')
  assert.equal(cleanText('\ud83dx\ude00'), '\ufffdx\ufffd')
  assert.equal(cleanText('😀'), '😀')
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.array(pieces), (a, b) => {
      const clean = cleanText(a + b.join(''))
      assert.ok(clean.isWellFormed() && !clean.includes('\0'))
      assert.equal(cleanText(clean), clean)
    }),
  )
})

test('T30 a text of white space, accents or half flags is cut in linear time', () => {
  for (const unit of [' ', '\u0301', '🇩', '\u200d', 'a\u200d', '\r']) {
    const text = unit.repeat(100_000)
    // The best of a few: other programs may hold the processor now and then.
    let took = Infinity
    for (let i = 0; i < 5 && took >= 50; i++) {
      const started = performance.now()
      cutText(text, CUSTOMER_TEXT_MAX)
      took = performance.now() - started
    }
    assert.ok(took < 50, `${JSON.stringify(unit)}: ${took} ms`)
  }
})
