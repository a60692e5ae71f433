import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { toMarkdown } from '../server/markdown.ts'

describe('markdown of models becomes link, bold and italic', () => {
  const rows: [said: string, content: string, text: string][] = [
    ['plain', 'plain', 'plain'],
    ['**bold** and __bold__', '**bold** and **bold**', 'bold and bold'],
    ['*it* and _it_', '*it* and *it*', 'it and it'],
    ['***both***', '**both**', 'both'],
    ['**a *b* c**', '**a b c**', 'a b c'],
    ['**[Shop](https://a.test)**', '**[Shop](https://a.test)**', 'Shop (https://a.test)'],
    ['2 * 3 * 4, snake_case_name, a*b', '2 * 3 * 4, snake_case_name, a*b', '2 * 3 * 4, snake_case_name, a*b'],
    ['**half', '**half', '**half'],
    ['# Title', '**Title**', 'Title'],
    ['### A **bold** one', '**A bold one**', 'A bold one'],
    ['# See [here](https://a.test)', '**See [here](https://a.test)**', 'See here (https://a.test)'],
    ['#hashtag', '#hashtag', '#hashtag'],
    ['* one\n+ two\n  * three', '- one\n- two\n  - three', '- one\n- two\n  - three'],
    ['1. one', '1. one', '1. one'],
    ['> said', 'said', 'said'],
    ['a\n\n---\n\nb', 'a\n\n\n\nb', 'a\n\n\n\nb'],
    ['```js\nlet a = **b**\n```\nend', 'let a = **b**\nend', 'let a = **b**\nend'],
    ['use `npm *start*`', 'use npm *start*', 'use npm *start*'],
    ['~~old~~ new', 'old new', 'old new'],
    ['[a](http://a.test "title")', '[a](http://a.test)', 'a (http://a.test)'],
    ['[**a**](mailto:a@b.test)', '[a](mailto:a@b.test)', 'a (mailto:a@b.test)'],
    ['[](https://a.test)', '[https://a.test](https://a.test)', 'https://a.test'],
    ['<https://a.test/x_y_z>', '[https://a.test/x_y_z](https://a.test/x_y_z)', 'https://a.test/x_y_z'],
    ['https://a.test/_x_/y_z?a=*b*', 'https://a.test/%5Fx%5F/y_z?a=%2Ab%2A', 'https://a.test/%5Fx%5F/y_z?a=%2Ab%2A'],
    ['[w](https://a.test/b_(c))', '[w](https://a.test/b_%28c%29)', 'w (https://a.test/b_%28c%29)'],
    ['![photo](https://a.test/p.png)', '[photo](https://a.test/p.png)', 'photo (https://a.test/p.png)'],
    ['[x](javascript:alert(1)) [y](/path) [z](data:a)', 'x y z', 'x y z'],
    ['<b>html</b> & co', '<b>html</b> & co', '<b>html</b> & co'],
    ['a\r\nb\rc\u0000\u0007\ud83d', 'a\nb\nc\ufffd', 'a\nb\nc\ufffd'],
    ['```\n```', '', ''],
  ]
  for (const [said, content, text] of rows)
    test(JSON.stringify(said), () => assert.deepEqual(toMarkdown(said), { content, text }))

  test('long text is cut: no half characters, no half marks', () => {
    const samples = [
      '🙂'.repeat(6000),
      `a${'🙂'.repeat(6000)}`,
      `${'x'.repeat(9990)}**much too bold**`,
      '# a\n'.repeat(5000),
      '[a](https://a.test/(b)(c)(d))'.repeat(400),
      `${'y'.repeat(9998)}\n\n${'z'.repeat(50)}`,
    ]
    for (const said of samples) {
      const { content, text } = toMarkdown(said)
      assert.ok(content.length > 9900, `${content.length}`)
      for (const one of [content, text]) {
        assert.ok(one.length <= 10_000, `${one.length}`)
        assert.ok(one.isWellFormed())
      }
    }
  })

  test('hostile text is converted in linear time', () => {
    const seeds = [
      '*',
      '**a ',
      '_',
      '__a ',
      '[',
      '[a](',
      '![',
      '`',
      '~',
      '~~a',
      '<https://',
      ' ',
      '# ',
      '- ',
      '(',
      '[](((',
      '*a_',
      '\n',
      '\t>',
    ]
    for (const seed of seeds) {
      const start = performance.now()
      toMarkdown(seed.repeat(20_000))
      toMarkdown(`x${seed.repeat(20_000)}x`)
      const took = performance.now() - start
      assert.ok(took < 1000, `${JSON.stringify(seed)} took ${took} ms`)
    }
  })
})
