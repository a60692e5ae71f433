import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseMarkdown } from '@deskbell/protocol/markdown'
import { toBeside } from './beside.ts'

const besides = (content: string) =>
  parseMarkdown(content).flatMap((node) => (typeof node !== 'string' && node.type === 'link' ? [toBeside(node)] : []))

test('T7 beside a label the link’s real host is shown in ASCII, unless the label shows it', () => {
  const rows: [string, string | undefined][] = [
    ['[the shop](https://shop.test/a)', 'shop.test'],
    ['[https://bank.test](https://evil.test)', 'evil.test'],
    ['[https://**bank**.test](https://bank.test@evil.test)', 'evil.test'],
    ['[https://bank.test@evil.test](https://bank.test@evil.test)', 'evil.test'],
    ['[https://аррӏе.com](https://аррӏе.com)', 'xn--80ak6aa92e.com'],
    ['[shop](http://shop.test:8080/)', 'shop.test:8080'],
    ['[help@bank.test](mailto:eve@evil.test?subject=x)', 'eve@evil.test'],
    ['[call](tel:+49301234)', '+49301234'],
    ['[https://shop.test/a](https://shop.test/a)', undefined],
    ['[shop.**test**](https://shop.test)', undefined],
    ['[ann@shop.test](mailto:ann@shop.test)', undefined],
    ['[+49 30 1234](tel:+49301234)', undefined],
  ]
  for (const [content, expected] of rows) assert.deepEqual(besides(content), [expected], content)
})
