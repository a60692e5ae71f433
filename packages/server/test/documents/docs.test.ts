import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { after, before, suite, test } from 'node:test'
import { DOCS_PLACES } from '@deskbell/protocol/agent/docs-places'
import { renderMarkdown } from '../../src/documents/docs/markdown.ts'
import { startTestServer, type TestServer } from '../test-server.ts'

const FOLDER = new URL('../../../../docs/', import.meta.url)
const NAMES = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.md'))
  .map((name) => name.slice(0, -3))
const hrefs = (html: string): string[] =>
  [...html.matchAll(/(?:href|src|srcset)="([^"]+)"/g)].map(([, href = '']) => href.replaceAll('&amp;', '&'))
const idsOf = (html: string): Set<string> => new Set([...html.matchAll(/\sid="([^"]+)"/g)].map(([, id = '']) => id))

suite('the documentation', () => {
  let server: TestServer
  const read = new Map<string, { status: number; text: string }>()
  before(async () => void (server = await startTestServer()))
  after(() => server.close())
  async function page(path: string) {
    const known = read.get(path)
    if (known) return known
    const { status, text } = await server.ask(path)
    read.set(path, { status, text })
    return { status, text }
  }
  /** Follows a link: its page is there, and has the part that it names. */
  async function follow(from: string, href: string): Promise<void> {
    const { pathname, hash } = new URL(href, `http://desk.test${from}`)
    const { status, text } = await page(pathname)
    assert.equal(status, 200, `${from} links to ${href}`)
    if (hash !== '') assert.ok(idsOf(text).has(decodeURIComponent(hash.slice(1))), `${from} links to ${href}`)
  }

  test('every page is served, and every link between pages leads to its part', async () => {
    for (const path of ['/docs', ...NAMES.map((name) => `/docs/${name}`)]) {
      const { status, text } = await page(path)
      assert.equal(status, 200, path)
      assert.doesNotMatch(text, /<p>&lt;/, `${path} shows markup as text`)
      for (const href of hrefs(text)) if (!/^https?:/.test(href)) await follow(path, href)
    }
    const { text } = await page('/docs')
    for (const name of NAMES) assert.ok(text.includes(`href="/docs/${name}"`), name)
  })

  test('every link between pages of the repository is a link on the page', async () => {
    for (const name of NAMES) {
      const source = readFileSync(new URL(`${name}.md`, FOLDER), 'utf8').replaceAll(/```[^]*?```|`[^`\n]*`/g, '')
      const { text } = await page(`/docs/${name}`)
      for (const [, to = ''] of source.matchAll(/\]\(((?:[\w-]+\.md)?(?:#[\w-]+)?)\)/g))
        assert.ok(text.includes(`href="${to.replace(/^([\w-]+)\.md/, '/docs/$1')}"`), `${name}: ${to}`)
    }
  })

  test('every link of the settings screens leads to its page and part', async () => {
    for (const place of Object.values(DOCS_PLACES)) await follow('/settings', place)
  })

  test('pages have no script, a strict policy, and are answered 304 while they are the same', async () => {
    const answer = await server.ask('/docs/widget')
    assert.doesNotMatch(answer.text, /<script|\son\w+=|\sstyle=/)
    assert.match(answer.headers.get('content-security-policy') ?? '', /^default-src 'none'; style-src 'self'/)
    const etag = answer.headers.get('etag') ?? ''
    assert.equal((await server.ask('/docs/widget', { headers: { 'if-none-match': etag } })).status, 304)
    for (const path of ['/docs/nothing', '/docs/..%2fpackage.json', '/docs/pictures/x.png', '/docs/__proto__'])
      assert.equal((await server.ask(path)).status, 404, path)
  })
})

test('Markdown becomes HTML, and everything else stays text', () => {
  const html = (text: string) => renderMarkdown(text, (address) => address).html.trim()
  assert.equal(html('# A `b`'), '<h1 id="a-b">A <code>b</code></h1>')
  assert.match(html('# A [b](c.md)\n# A b'), /id="a-b".*\n.*id="a-b-1"/)
  assert.equal(html('a **b** *c* [d](e.md)'), '<p>a <strong>b</strong> <em>c</em> <a href="e.md">d</a></p>')
  assert.match(
    html('| a | b |\n|---|---|\n| `x\\|y` | z |'),
    /<th scope="col">a<\/th>.*<td><code>x\|y<\/code><\/td><td>z<\/td>/,
  )
  assert.equal(html('```sh\n<b>\n```'), '<pre tabindex="0"><code>&lt;b&gt;</code></pre>')
  for (const markup of [
    '<script>alert(1)</script>',
    'a <b onclick="x()">b</b>',
    '<style>p{}</style>',
    '<svg onload="x()">',
  ])
    assert.doesNotMatch(html(markup), /<(?!\/?p>)/, markup)
  assert.equal(
    html('<img src="a.png" onerror="x()" alt="b">'),
    '<picture><img src="a.png" alt="b" loading="lazy"></picture>',
  )
  assert.equal(html('see http://a.test'), '<p>see http://a.test</p>')
  assert.equal(renderMarkdown('[x](javascript:alert(1))', () => null).html.includes('href'), false)
})
