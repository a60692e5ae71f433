import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { NAMES } from '../../test/files/names.ts'
import { cleanName, contentDisposition, linkName, withEnding } from './name.ts'

/** The name that a browser reads from the header: `filename*` by RFC 8187. */
export function nameIn(header: string): string {
  return decodeURIComponent(/; filename\*=UTF-8''([A-Za-z0-9!#$&+.^_`|~%-]*)$/.exec(header)?.[1] ?? 'no name')
}

for (const [given, kept] of NAMES) {
  const title = JSON.stringify(given.length > 60 ? `${given.slice(0, 20)}… (${given.length})` : given)
  test(`T11 ${title} is stored as a plain name`, () => {
    assert.equal(cleanName(given), kept)
    assert.equal(cleanName(kept), kept, 'a clean name is unchanged')
  })
}

test('T11 at least sixty names are tested', () => assert.ok(NAMES.length >= 60))

test('T11 any name is stored short, well-formed and in one line', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 600 }), (given) => {
      const kept = cleanName(given)
      assert.ok(kept.length > 0 && Buffer.byteLength(kept) <= 255)
      assert.ok(kept.isWellFormed())
      assert.doesNotMatch(kept, /[/\\<>:"|?*\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]|^\.|[. ]$/u)
      assert.equal(cleanName(kept), kept)
    }),
  )
})

test('T11 the header is plain ASCII, has the name once in each form, and decodes to it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (given) => {
      for (const name of [given.toWellFormed(), cleanName(given)]) {
        const header = contentDisposition('attachment', name)
        assert.match(header, /^attachment; filename="[^"\\%\r\n]*"; filename\*=UTF-8''[^\s"';,]*$/)
        assert.match(header, /^[ -~]*$/)
        assert.equal(nameIn(header), name)
      }
    }),
  )
})

test('T11 a link shows a name of letters, digits, dots and dashes', () => {
  assert.equal(linkName('Rechnung für Jürgen.pdf'), 'Rechnung_f_r_J_rgen.pdf')
  assert.equal(linkName('счёт.pdf'), 'pdf')
  assert.equal(linkName('請求書'), 'file')
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (name) =>
      assert.match(linkName(name), /^[A-Za-z0-9-][A-Za-z0-9._-]{0,79}$/),
    ),
  )
})

test('T9 the right ending is added after an ending of another type', () => {
  assert.equal(withEnding('x.html', ['png']), 'x.html.png')
  assert.equal(withEnding('x.PNG', ['png']), 'x.PNG')
  assert.equal(withEnding('x', ['jpg', 'jpeg']), 'x.jpg')
  assert.equal(withEnding('x.jpeg', ['jpg', 'jpeg']), 'x.jpeg')
  assert.equal(withEnding('x.exe', []), 'x.exe')
  assert.equal(withEnding(`${'я'.repeat(127)}`, ['png']), `${'я'.repeat(125)}.png`)
})

test('T30 a name of 100 kB is cleaned in little time', () => {
  for (const attack of [
    '. '.repeat(50_000) + 'x',
    `x${'. '.repeat(50_000)}x`,
    'con'.repeat(33_000),
    '\r\n'.repeat(50_000),
    '\ud800'.repeat(100_000),
  ]) {
    const begun = performance.now()
    contentDisposition('attachment', cleanName(attack))
    assert.ok(performance.now() - begun < 50)
  }
})
