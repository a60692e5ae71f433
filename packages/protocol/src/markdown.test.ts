import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { repeats } from '../../../tools/extent.ts'
import { markdownToPlain, type MarkdownNode, parseMarkdown, saysWhere, textOf, toHref } from './markdown.ts'

/** A tree on one line: `<b>`, `<i>` and `<a href>` stand for themselves, text as it is. */
const drawn = (nodes: MarkdownNode[]): string =>
  nodes
    .map((node) => {
      if (typeof node === 'string') return node
      if (node.type === 'link') return `<a ${node.href}>${drawn(node.children)}</a>`
      const name = node.type === 'strong' ? 'b' : 'i'
      return `<${name}>${drawn(node.children)}</${name}>`
    })
    .join('')

const all = (nodes: MarkdownNode[]): MarkdownNode[] =>
  nodes.flatMap((node) => (typeof node === 'string' ? [node] : [node, ...all(node.children)]))
const hrefs = (nodes: MarkdownNode[]) =>
  all(nodes).flatMap((node) => (typeof node !== 'string' && node.type === 'link' ? [node.href] : []))
const depth = (nodes: MarkdownNode[]): number =>
  Math.max(0, ...nodes.map((node) => (typeof node === 'string' ? 0 : 1 + depth(node.children))))

const constructs: [content: string, tree: string][] = [
  ['plain', 'plain'],
  ['', ''],
  ['**bold** and __bold__', '<b>bold</b> and <b>bold</b>'],
  ['*italic* and _italic_', '<i>italic</i> and <i>italic</i>'],
  ['see [the page](https://shop.test/a_b)', 'see <a https://shop.test/a_b>the page</a>'],
  ['[a](http://a.test) [b](mailto:b@b.test)', '<a http://a.test/>a</a> <a mailto:b@b.test>b</a>'],
  ['[call](tel:+49301234)', '<a tel:+49301234>call</a>'],
  ['[a](HTTPS://SHOP.test/X)', '<a https://shop.test/X>a</a>'],
  ['[a](https://a.test/wiki/A_(b)_c)', '<a https://a.test/wiki/A_(b)_c>a</a>'],
  ['([a](https://a.test/b))', '(<a https://a.test/b>a</a>)'],
  ['[a](https://a.test/x\\_y\\*)', '<a https://a.test/x_y*>a</a>'],
  ['[a](http://[::1]/)', '<a http://[::1]/>a</a>'],

  ['[**bold** label](https://a.test)', '<a https://a.test/><b>bold</b> label</a>'],
  ['**[label](https://a.test)**', '<b><a https://a.test/>label</a></b>'],
  ['**a *b* c**', '<b>a <i>b</i> c</b>'],
  ['*a **b** c*', '<i>a <b>b</b> c</i>'],
  ['_a **b** c_', '<i>a <b>b</b> c</i>'],
  ['***a***', '<i><b>a</b></i>'],
  ['***a** b*', '<i><b>a</b> b</i>'],
  ['***a* b**', '<b><i>a</i> b</b>'],
  ['**a *b***', '<b>a <i>b</i></b>'],
  ['*a **b***', '<i>a <b>b</b></i>'],
  ['**one**two**three**', '<b>one</b>two<b>three</b>'],
  ['这是*重点*，**「粗体」**字', '这是<i>重点</i>，<b>「粗体」</b>字'],
  ['**over\ntwo lines**', '<b>over\ntwo lines</b>'],

  ['snake_case_name and __init__py', 'snake_case_name and __init__py'],
  ['größe_in_cm, имя_файла_тут', 'größe_in_cm, имя_файла_тут'],
  ['2*3*4 = 24, 2**3**4', '2*3*4 = 24, 2**3**4'],
  ['2 * 3 * 4', '2 * 3 * 4'],
  ['* one\n* two', '* one\n* two'],
  ['**unclosed, *unclosed, _unclosed', '**unclosed, *unclosed, _unclosed'],
  ['unopened** unopened* unopened_', 'unopened** unopened* unopened_'],
  ['** a ** and * b * and _ c _', '** a ** and * b * and _ c _'],
  ['*a**', '*a**'],
  ['*a _b* c_', '<i>a _b</i> c_'],
  ['*foo**bar*', '<i>foo**bar</i>'],
  ['****a****', '****a****'],
  ['** ****', '** ****'],
  ['*one\n\ntwo*', '*one\n\ntwo*'],
  ['[one\r\n\r\ntwo](https://a.test)', '[one\r\n\r\ntwo](https://a.test)'],
  ['*a [b* c](https://a.test)', '*a <a https://a.test/>b* c</a>'],

  ['\\*a\\* \\_b\\_ \\[c\\](https://a.test) \\\\', '*a* _b_ [c](https://a.test) \\'],
  ['\\\\*a*', '\\<i>a</i>'],
  ['*a\\*b*', '<i>a*b</i>'],
  ['[a\\]b](https://a.test)', '<a https://a.test/>a]b</a>'],
  ['\\n \\# \\', '\\n \\# \\'],

  ['# heading\n> quote\n- item\n1. item', '# heading\n> quote\n- item\n1. item'],
  ['`code` ``` ~~gone~~ | a | b |', '`code` ``` ~~gone~~ | a | b |'],
  ['![alt](https://a.test/x.png)', '!<a https://a.test/x.png>alt</a>'],
  ['<https://a.test> <b>tags</b> &amp; &#42;a&#42;', '<https://a.test> <b>tags</b> &amp; &#42;a&#42;'],
  ['<a href="https://a.test">x</a>', '<a href="https://a.test">x</a>'],
  ['[a][1]\n[1]: https://a.test', '[a][1]\n[1]: https://a.test'],

  ['[outer [inner](https://a.test) end](https://b.test)', '[outer <a https://a.test/>inner</a> end](https://b.test)'],
  ['[[a]](https://a.test)', '<a https://a.test/>[a]</a>'],
  ['[a] [b](https://a.test)', '[a] <a https://a.test/>b</a>'],
  ['[a [b](https://a.test)', '[a <a https://a.test/>b</a>'],
  ['[a] (https://a.test)', '[a] (https://a.test)'],
  ['[a](https://a.test', '[a](https://a.test'],
  ['a](https://a.test)', 'a](https://a.test)'],
  ['[](https://a.test)', '[](https://a.test)'],
  ['[ \u200b](https://a.test)', '[ \u200b](https://a.test)'],
  ['[a]()', '[a]()'],
  ['[a](https://a.test "title")', '[a](https://a.test "title")'],
  ['[a](ftp://a.test/*b*)', '[a](ftp://a.test/*b*)'],
  ['[**a**](ftp://a.test)', '[<b>a</b>](ftp://a.test)'],
  ['[a](/path) [b](www.a.test) [c](//a.test)', '[a](/path) [b](www.a.test) [c](//a.test)'],
]
for (const [content, tree] of constructs)
  test(`B18 markdown <${content}>`, () => assert.equal(drawn(parseMarkdown(content)), tree))

test('B18 neighbouring text is one node', () => {
  assert.deepEqual(parseMarkdown('a \\* b] *c _d_ (e)'), ['a * b] *c ', { type: 'em', children: ['d'] }, ' (e)'])
  assert.deepEqual(parseMarkdown('a\n\nb'), ['a\n\nb'])
})

test('B18 an address has at most 2048 characters', () => {
  const address = `https://a.test/${'a'.repeat(2048 - 15)}`
  assert.deepEqual(hrefs(parseMarkdown(`[a](${address})`)), [address])
  assert.deepEqual(parseMarkdown(`[a](${address}a)`), [`[a](${address}a)`])
})

const plain: [content: string, text: string][] = [
  ['**bold** and *italic* and _italic_ and __bold__', 'bold and italic and italic and bold'],
  ['see [the **page**](https://shop.test/a_b).', 'see the page (https://shop.test/a_b).'],
  ['[shop](https://shop.test)', 'shop (https://shop.test)'],
  ['[https://x.test](https://x.test)', 'https://x.test'],
  ['[x.test/größe](https://x.test/größe)', 'x.test/größe'],
  ['[write](mailto:ann@x.test?subject=Hi)', 'write (ann@x.test)'],
  ['[ann@x.test](mailto:ann@x.test)', 'ann@x.test'],
  ['[mailto:ann@x.test](mailto:ann@x.test)', 'ann@x.test'],
  ['[call](tel:+49301234)', 'call (+49301234)'],
  ['[+49 (30) 12-34](tel:+49301234)', '+49 (30) 12-34'],
  ['**[a](https://a.test/1) *b***', 'a (https://a.test/1) b'],
  ['[a](javascript:alert)', '[a](javascript:alert)'],
  ['2 * 3 * 4, snake_case_name, **unclosed', '2 * 3 * 4, snake_case_name, **unclosed'],
  ['<b>tags</b> stay, \\*escaped\\*', '<b>tags</b> stay, *escaped*'],
]
for (const [content, text] of plain)
  test(`A31 markdown <${content}> as plain text`, () => {
    assert.equal(markdownToPlain(content), text)
    assert.equal(markdownToPlain(parseMarkdown(content)), text)
  })

/** Strings of what means something here, mixed with anything at all. */
const contents = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('*', '**', '***', '_', '__', '[', ']', '(', ')', '\\', ' ', '\n', '!', '<', 'a', '1'),
      fc.constantFrom('[a', '](', '](https://a.test)', '](tel:1)', '](x:1)', '**b**', '*i*'),
    ),
  )
  .map((parts) => parts.join(''))

test('T4 for any string the tree is bold, italic and links in three shapes, and its text comes from the string', () => {
  let links = 0
  fc.assert(
    fc.property(contents, (content) => {
      const nodes = parseMarkdown(content)
      for (const node of all(nodes)) {
        if (typeof node === 'string') {
          assert.notEqual(node, '')
          continue
        }
        const isLink = node.type === 'link'
        assert.ok(isLink || node.type === 'strong' || node.type === 'em')
        assert.deepEqual(Object.keys(node).toSorted(), isLink ? ['children', 'href', 'type'] : ['children', 'type'])
        assert.notEqual(textOf(node.children), '')
        if (!isLink) continue
        links++
        assert.match(new URL(node.href).protocol, /^(?:https?|mailto|tel):$/)
        assert.deepEqual(hrefs(node.children), [], 'no link in a link')
      }
      let from = 0
      for (const unit of textOf(nodes).split('')) {
        from = content.indexOf(unit, from) + 1
        assert.notEqual(from, 0, 'the text is a subsequence of the content')
      }
      assert.ok(depth(nodes) <= 33)
    }),
    repeats('Markdown texts', 3000, 30_000),
  )
  assert.ok(links > 50, `${links} links were seen`)
})

test('T4 without markdown characters the text is the string', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const content = text.replaceAll(/[*_[\]\\]/g, '')
      assert.deepEqual(parseMarkdown(content), content === '' ? [] : [content])
    }),
  )
})

const nested = (open: string, close: string, times: number) => open.repeat(times) + 'x' + close.repeat(times)

test('T4 a tree is never deep', () => {
  for (const [open, close] of [
    ['*a ', ' a*'],
    ['**a ', ' a**'],
    ['***a ', ' a***'],
    ['*a _', '_ a*'],
    ['[', '](https://a.test)'],
    ['[***', '***](https://a.test)'],
    ['***a [**_', '_**](https://a.test)***'],
  ] as const) {
    const found = depth(parseMarkdown(nested(open, close, 1000)))
    assert.ok(found >= 1 && found <= 33, `${open} ${found}`)
  }
  assert.equal(drawn(parseMarkdown(nested('*a ', ' a*', 2))), '<i>a <i>a x a</i> a</i>')
})

/** Milliseconds the thread works on it. The system counts them in steps of four. */
function worked(run: () => unknown): number {
  const before = process.threadCpuUsage()
  run()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

/** Seven texts of about this length that say the unit again and again. */
const repeated = (unit: string, length: number): readonly string[] => {
  const half = unit.repeat(length / 2 / unit.length)
  return [
    half + half,
    half + ']'.repeat(length / 2),
    half + ')'.repeat(length / 2),
    half + ' a*'.repeat(length / 6),
    `[${half}${half}](https://a.test)`,
    `[a](https://a.test/${half}${half}`,
    `\n${half}${half}\n`,
  ]
}

/**
 * Whether a text takes no more than four times what ten texts of a tenth of its length take; where time grows with the square
 * of the length, that is ten times. A ratio, so that it holds on a slow machine; asked again when it does not, for others may
 * have had the machine.
 */
function growsWithLength(short: string, long: string): boolean {
  return [1, 2, 3, 4].some(() => {
    const tenth = worked(() => {
      for (let run = 0; run < 10; run += 1) markdownToPlain(short)
    })
    return worked(() => markdownToPlain(long)) <= 4 * tenth + 20
  })
}

test('T4 T30 hostile content is parsed in linear time', () => {
  const units =
    '[ * ** *** _ __ ]( ( ) \\ [] []() [a]( [a](( [a](http: [a](http:( [a](http://a.test/( [a](javascript:x) *_ _* _a a_ a*'.split(
      ' ',
    )
  units.push(
    '*a **b *c **d ',
    '*a ',
    ' a*',
    '***a ',
    '_a _',
    '**_a ',
    '*a* ',
    '[*a](http://a.test) ',
    '\n ',
    '\n\n',
    ' ',
  )
  for (const unit of units) {
    const short = repeated(unit, 10_000)
    for (const [index, long] of repeated(unit, 100_000).entries()) {
      assert.ok(growsWithLength(short[index] ?? '', long), `${long.slice(0, 20)}… ${long.slice(-10)} of ${long.length}`)
    }
  }
})

/** Addresses that run, read or open something, or that hide what they are. None of them is a link. */
const refused = [
  ...['javascript:', 'data:', 'vbscript:', 'file:', 'blob:', 'about:', 'intent:', 'ms-msdt:', 'view-source:'].flatMap(
    (scheme) => [
      `${scheme}alert`,
      `${scheme.toUpperCase()}alert`,
      `${scheme}//https://shop.test`,
      `${scheme}%0aalert`,
      `\u0001${scheme}alert`,
      `\u200b${scheme}alert`,
      `${scheme.slice(0, 2)}\t${scheme.slice(2)}alert`,
      `${scheme.slice(0, 2)}\n${scheme.slice(2)}alert`,
      `${scheme.slice(0, 2)}\u00ad${scheme.slice(2)}alert`,
      `&#${scheme.charCodeAt(0)};${scheme.slice(1)}alert`,
      `&#x${scheme.charCodeAt(0).toString(16)};${scheme.slice(1)}alert`,
      `%${scheme.charCodeAt(0).toString(16)}${scheme.slice(1)}alert`,
      `\\u00${scheme.charCodeAt(0).toString(16)}${scheme.slice(1)}alert`,
      `<${scheme}alert>`,
      ` ${scheme}alert`,
      `${scheme.replace(':', '&colon;')}alert`,
      `${scheme.replace(':', '：')}alert`,
      `http:${scheme}alert`,
    ],
  ),
  'javascript:alert(1)',
  'javascript:alert(document.cookie)//',
  'data:text/html,<script>alert(1)</script>',
  'data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==',
  'blob:https://shop.test/1',
  'filesystem:https://shop.test/1',
  'feed:https://shop.test',
  'ftp://shop.test',
  'ws://shop.test',
  'smb://shop.test/share',
  'chrome://settings',
  'sms:+49301234',
  'mailto:',
  'tel:',
  'http:',
  'https://',
  'https://?x',
  'https:// shop.test',
  'https://shop.test/a b',
  'https://shop.test/\u202egnp.exe',
  'https://shop.test/\u2066x',
  'https://shop\u200b.test',
  'https://shop.test\u0000.evil.test',
  'https://shop.test\u3000.evil.test',
  'https://shop.test/\u{e0041}',
  'https://shop.test/\ud800',
  'https://shop.test:99999',
  'https://[shop.test]',
  'https://shop.test%00.evil.test',
  'shop.test',
  'www.shop.test',
  '//evil.test',
  '\\\\\\\\evil.test',
  '/\\\\evil.test',
  '?javascript:alert',
  '#x',
  'https:\\\\evil.test',
  'https://evil.test\\\\@shop.test',
]

/** Addresses that look like another one. They lead where the parser says, and nowhere else. */
const led: [address: string, href: string][] = [
  ['https:evil.test', 'https://evil.test/'],
  ['https:/evil.test', 'https://evil.test/'],
  ['https:////evil.test', 'https://evil.test/'],
  ['hTTpS://EVIL.test', 'https://evil.test/'],
  ['https://shop.test@evil.test', 'https://shop.test@evil.test/'],
  ['https://shop.test:pass@evil.test', 'https://shop.test:pass@evil.test/'],
  ['https://evil.test/@shop.test', 'https://evil.test/@shop.test'],
  ['https://evil.test#@shop.test', 'https://evil.test/#@shop.test'],
  ['https://shop.test.evil.test', 'https://shop.test.evil.test/'],
  ['https://evil。test', 'https://evil.test/'],
  ['https://ｅｖｉｌ.test', 'https://evil.test/'],
  ['https://%65vil.test', 'https://evil.test/'],
  ['https://аррӏе.com', 'https://xn--80ak6aa92e.com/'],
  ['http://2130706433', 'http://127.0.0.1/'],
  ['http://0x7f.1', 'http://127.0.0.1/'],
  ['http://017700000001', 'http://127.0.0.1/'],
  ['https://evil.test/javascript:alert', 'https://evil.test/javascript:alert'],
  ['https://evil.test/"onmouseover="alert', 'https://evil.test/%22onmouseover=%22alert'],
  ["https://evil.test/'><script>", "https://evil.test/'%3E%3Cscript%3E"],
  ['mailto:a@b.test?body=%0d%0aBcc:c@d.test', 'mailto:a@b.test?body=%0d%0aBcc:c@d.test'],
  ['tel:*21*1#', 'tel:*21*1#'],
]

test('T2 an address that executes, reads or hides something is not a link, alone or in markdown', () => {
  for (const address of refused) {
    assert.equal(toHref(address), undefined, address)
    for (const content of [`[a](${address})`, `**[a](${address})**`, `[a](<${address}>)`, `![a](${address})`])
      assert.deepEqual(hrefs(parseMarkdown(content)), [], content)
  }
  assert.ok(refused.length >= 60)
})

test('T2 a misleading address leads to the host that the parser finds', () => {
  for (const [address, href] of led) assert.deepEqual(hrefs(parseMarkdown(`[a](${address})`)), [href], address)
})

test('T2 for any address, a link that is parsed again has one of four schemes and is the same', () => {
  const addresses = fc
    .array(
      fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('https:', '//', 'mailto:', 'tel:', 'data:', 'a.test')),
    )
    .map((parts) => parts.join(''))
  fc.assert(
    fc.property(addresses, (address) => {
      const href = toHref(address)
      if (href === undefined) return
      assert.match(new URL(href).protocol, /^(?:https?|mailto|tel):$/)
      assert.equal(new URL(href).href, href)
    }),
    repeats('Markdown texts', 3000, 30_000),
  )
})

test('T7 a label counts as showing its link’s host only when it is that address in ASCII', () => {
  const rows: [label: string, address: string, says: boolean][] = [
    ['https://shop.test', 'https://shop.test', true],
    ['https://shop.test/', 'https://shop.test', true],
    ['shop.test', 'https://shop.test', true],
    ['SHOP.test/a?b#c', 'https://shop.test/a?b#c', true],
    ['ann@shop.test', 'mailto:ann@shop.test?subject=x', true],
    ['+49 30 12.34', 'tel:+49-30-1234', true],
    ['the shop', 'https://shop.test', false],
    ['https://shop.test', 'https://evil.test', false],
    ['https://shop.test', 'http://shop.test', false],
    ['https://shop.test/a', 'https://shop.test/b', false],
    ['https://shop.test', 'https://shop.test.evil.test', false],
    ['https://shop.test@evil.test', 'https://shop.test@evil.test', false],
    ['https://аррӏе.com', 'https://аррӏе.com', false],
    ['https://shop.test\u200b', 'https://shop.test', false],
    ['\u202etset.pohs', 'https://shop.test', false],
    ['help@bank.test', 'mailto:eve@evil.test', false],
    ['+49 30 1234', 'tel:+4930123456', false],
  ]
  for (const [label, address, says] of rows) {
    const href = toHref(address)
    assert.ok(href)
    assert.equal(saysWhere(label, href), says, `${label} ${address}`)
  }
})
