import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { repeats } from '../../../../tools/extent.ts'
import { toPage, toPieces, toTarget } from './links.ts'

const links = (text: string) => toPieces(text).flatMap((piece) => (piece.href ? [piece.href] : []))
/** Strings like those of attackers and visitors, mixed with random text. */
const texts = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        'http://',
        'https://',
        'www.',
        'mailto:',
        'tel:',
        'javascript:',
        'data:text/html,',
        'a.test',
        '"',
        "'",
        '<',
        '>',
        ')',
        '(',
        '"onmouseover="alert(1)',
        '\u202e',
        '\u200b',
        '\u0000',
        'java\tscript:',
        '&#106;avascript:',
        '@',
        '/',
        '.',
        ' ',
        '\n',
      ),
    ),
  )
  .map((parts) => parts.join(''))

test('T3 the joined pieces of any string are the string', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const pieces = toPieces(text)
      assert.equal(pieces.map((piece) => piece.text).join(''), text)
      assert.ok(pieces.every((piece) => piece.text !== ''))
    }),
    repeats('links and texts', 2000, 20_000),
  )
})

test('T2 every link, parsed again, has one of four schemes', () => {
  fc.assert(
    fc.property(texts, (text) => {
      for (const href of links(text)) assert.match(new URL(href).protocol, /^(?:https?|mailto|tel):$/)
    }),
    repeats('links and texts', 2000, 20_000),
  )
})

test('T2 schemes that execute or read something are never links', () => {
  const spellings = (scheme: string) => [
    scheme,
    scheme.toUpperCase(),
    ` ${scheme}`,
    `\u0001${scheme}`,
    scheme.replace('s', 's\t'),
    scheme.replace('a', 'a\n'),
    `http:${scheme}`,
    `www.${scheme}`,
    `https://a.test ${scheme}`,
    `mailto:x ${scheme}`,
    `&#x6a;${scheme}`,
    `%6a${scheme}`,
  ]
  for (const scheme of [
    'javascript:',
    'data:',
    'vbscript:',
    'file:',
    'blob:',
    'about:',
    'intent:',
    'ms-msdt:',
    'view-source:',
  ]) {
    for (const spelling of spellings(scheme)) {
      const text = `${spelling}alert(1)`
      for (const href of links(text)) assert.match(new URL(href).protocol, /^(?:https?|mailto|tel):$/, text)
      if (!/https?:|www\.|mailto:/i.test(spelling)) assert.deepEqual(links(text), [], text)
    }
  }
})

test('T2 the scheme is checked after parsing', () => {
  for (const address of [
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'java\tscript:alert(1)',
    ' javascript:alert(1)',
    'data:,x',
    'blob:x',
    'ftp://a.test',
  ]) {
    assert.equal(toTarget(address), null, address)
  }
  for (const address of ['https://a.test', 'http://a.test', 'mailto:a@a.test', 'tel:+49', 'www.a.test'])
    assert.ok(toTarget(address), address)
})

test('links are found at the usual places in a text', () => {
  const rows: [string, string[]][] = [
    ['see https://shop.test/a?b=c#d.', ['https://shop.test/a?b=c#d']],
    ['(https://shop.test/wiki/A_(b))', ['https://shop.test/wiki/A_(b)']],
    ['www.shop.test, thanks', ['https://www.shop.test/']],
    ['mailto:ann@shop.test or tel:+49301234', ['mailto:ann@shop.test', 'tel:+49301234']],
    ['"https://shop.test"', ['https://shop.test/']],
    ['https:// is no link, http:// neither, tel: not, mailto: not', []],
    ['xhttps://shop.test', []],
    ['HTTPS://SHOP.TEST/A', ['https://shop.test/A']],
    ['a https://one.test b https://two.test c', ['https://one.test/', 'https://two.test/']],
  ]
  for (const [text, expected] of rows) assert.deepEqual(links(text), expected, text)
})

test('T7 where the text does not show the host, the host is given in ASCII', () => {
  assert.equal(toTarget('https://shop.test/x')?.host, undefined)
  assert.equal(toTarget('https://SHOP.test:443/x')?.host, undefined)
  assert.equal(toTarget('https://xn--e1afmkfd.test/')?.host, undefined)
  assert.equal(toTarget('https://аррӏе.com/')?.host, 'xn--80ak6aa92e.com')
  assert.equal(toTarget('https://bank.test@evil.test/')?.host, 'evil.test')
  assert.equal(toTarget('http://2130706433/')?.host, '127.0.0.1')
})

test('T7 characters that reorder or hide text end a link', () => {
  assert.deepEqual(links('https://a.test/\u202egnp.exe'), ['https://a.test/'])
  assert.deepEqual(links('https://a.test/\u200bb'), ['https://a.test/'])
})

test('T30 hostile texts of 100 000 characters are divided in well under a second', () => {
  for (const unit of ['http://', 'http://[', 'www.', ')', 'https://a.test/)', 'mailto:', 'tel:', '((((', 'http://a']) {
    const text = `http://a${unit.repeat(100_000 / unit.length)}`
    const start = performance.now()
    toPieces(text)
    assert.ok(performance.now() - start < 1000, unit)
  }
})

test('T28 a visitor’s link leads to a web page or nowhere, and shows its host where its text does not', () => {
  assert.deepEqual(toPage('https://shop.test/a'), { href: 'https://shop.test/a' })
  assert.deepEqual(toPage('https://shop.test/a', 'Order 42'), { href: 'https://shop.test/a', host: 'shop.test' })
  assert.deepEqual(toPage('https://evil.test/', 'https://shop.test/'), {
    href: 'https://evil.test/',
    host: 'evil.test',
  })
  assert.deepEqual(toPage('https://shop.test@evil.test/'), { href: 'https://shop.test@evil.test/', host: 'evil.test' })
  for (const address of [
    'mailto:a@shop.test',
    'tel:112',
    'javascript:alert(1)',
    'data:text/html,x',
    '/path',
    'words',
    '',
  ])
    assert.equal(toPage(address), null, address)
})
