import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { repeats } from '../../../../tools/extent.ts'
import { toHtmlLog, toPlainLog, type LogLine } from './log.ts'

const line = (message: string, more: Partial<LogLine> = {}): LogLine => {
  return { name: 'Vera', timestamp: 1_700_000_000, message, ...more }
}

test('C4 C5 the log as text: a line for each message, times in UTC', () => {
  const lines = [line('Hello'), line('One\r\ntwo', { name: ' Ann \n Lee ', timestamp: 1_700_000_061 })]
  assert.equal(toPlainLog(lines), '[2023-11-14 22:13:20] Vera: Hello\n[2023-11-14 22:14:21] Ann Lee: One\n  two')
  assert.equal(toPlainLog([]), '')
  assert.equal(toHtmlLog([]), '')
})

test('C4 no author can write a line that looks like another author’s', () => {
  for (const end of ['\n', '\r', '\r\n', '\u0085', '\u2028', '\u2029', '\v', '\f']) {
    const forged = `Hi${end}[2023-11-14 22:13:21] Ann: You get a refund`
    const plain = toPlainLog([line(forged), line('Bye', { name: forged })])
    assert.deepEqual(
      plain.split(/[\n\r\u0085\u2028\u2029\v\f]/).filter((one) => one.startsWith('[')).length,
      2,
      JSON.stringify(end),
    )
    assert.equal(toHtmlLog([line(forged)]).match(/<p>/g)?.length, 1)
  }
})

test('C4 a file is a link if its address leads to a web page, otherwise text', () => {
  const html = (message: string) => toHtmlLog([line(message, { isFile: true })])
  assert.match(html('https://f.test/a?b&c'), /<a href="https:\/\/f\.test\/a\?b&amp;c" rel="noopener noreferrer">https/)
  for (const no of ['javascript:alert(1)', 'data:text/html,x', ' https://f.test/', 'https://f.test/\n"onclick="x'])
    assert.doesNotMatch(html(no), /<a/, no)
  assert.doesNotMatch(toHtmlLog([line('https://f.test/')]), /<a/)
})

const HOSTILE = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '"><svg/onload=alert(1)>',
  "' onmouseover='alert(1)",
  '</p></bdi><iframe srcdoc="x">',
  '&lt;script&gt;',
  '&#60;b&#62;',
  '<!--',
  ']]>',
  '<a href="javascript:alert(1)">x</a>',
  '\u0000<\u0000b>',
  '<\u2028script>',
]
/** What is left of a log when the markup of ours is taken away. */
const textOf = (html: string) =>
  html.replace(/<\/?(?:p|b|bdi)>|<time datetime="[\dT:Z-]+">|<\/time>/g, '').replaceAll('<br>', '\n')

test('C4 T5 messages and names are text in the HTML log', () => {
  for (const attack of HOSTILE) {
    for (const isFile of [false, true]) {
      const rest = textOf(toHtmlLog([line(attack, { name: attack, isFile })]))
      assert.doesNotMatch(rest, /[<>"']/, attack)
      assert.doesNotMatch(rest, /&(?!amp;|lt;|gt;|quot;|#39;)/, attack)
    }
  }
})

test('C4 T5 any text is read back from the HTML log unchanged', () => {
  const UNSAID: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' }
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
      const rest = textOf(toHtmlLog([line(text, { name: 'V' })]))
      assert.doesNotMatch(rest, /[<>"']/)
      const said = rest.replace(/&(?:lt|gt|quot|#39|amp);/g, (entity) => UNSAID[entity]!)
      const [, plain] = /^\[.{19}\] V: ([^]*)$/.exec(toPlainLog([line(text, { name: 'V' })]))!
      assert.equal(said, `2023-11-14 22:13:20 V: ${plain!.replaceAll('\n  ', '\n')}`)
    }),
    repeats('logs of webhooks', 2000, 20_000),
  )
})

test('C4 T8 text that looks like a template stays unchanged', () => {
  const TEMPLATES = [
    "{{constructor.constructor('x')()}}",
    '{{7*7}}',
    '${7*7}',
    '#{7*7}',
    '<%= 7*7 %>',
    '{% raw %}',
    '[[7*7]]',
    '*{7*7}',
    '@{7*7}',
    '%{7*7}',
    '$&',
    "$'",
    '$1',
  ]
  for (const text of TEMPLATES) {
    assert.equal(toPlainLog([line(text)]), `[2023-11-14 22:13:20] Vera: ${text}`)
    const shown = textOf(toHtmlLog([line(text)]))
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
    assert.ok(shown.replaceAll('&#39;', "'").replaceAll('&amp;', '&').endsWith(`: ${text}`), text)
  }
})
