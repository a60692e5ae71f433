import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openBrowser } from '../browser.ts'
import { layoutFaults } from './layout-faults.ts'

const browser = await openBrowser()
after(() => browser.close())

/** What is found in a page with this content. */
async function found(html: string): Promise<string[]> {
  const page = await browser.newPage()
  await page.setContent(`<!doctype html><body style="margin:0;font:16px/20px sans-serif;white-space:nowrap">${html}`)
  const faults = await layoutFaults(page)
  await page.close()
  return faults
}

for (const [what, html, faults] of [
  [
    'cut off at its side',
    '<p style="width:60px;overflow:hidden">One two three four</p>',
    ['cut off: “One two three four”'],
  ],
  ['cut off below', '<div style="height:28px;overflow:hidden">One<br>Two</div>', ['cut off: “Two”']],
  [
    'higher than its button',
    '<button style="height:14px;display:flex;font-size:32px">One</button>',
    ['out of its button: “One”'],
  ],
  [
    'over another',
    '<div style="position:relative"><p>One two</p><b style="position:absolute;left:20px;top:6px">Three</b></div>',
    ['“One two” and “Three” lie on each other'],
  ],
  [
    'under what comes after it',
    '<div style="height:22px">One<br>Two</div><section style="position:relative;background:#fff">Three<br>four</section>',
    ['covered: “Two”'],
  ],
] as const)
  test(`a text that is ${what} is found`, async () => assert.deepEqual(await found(html), faults))

test('texts with dots, in a scrolled box, behind a card or a bar, or for screen readers alone are no faults', async () => {
  const dots = '<p style="width:60px;overflow:hidden;text-overflow:ellipsis">One two three four</p>'
  const scrolled = '<div style="width:60px;overflow:auto">One two three four</div>'
  const behind =
    '<div style="position:relative"><p>One two</p><b style="position:absolute;inset:0;background:#fff">Three</b></div>'
  const bar =
    '<p style="margin:0">One</p><div style="position:absolute;top:0;left:0;right:0;height:30px;background:#fff"></div>'
  const unseen = '<p aria-hidden="true" style="width:9px;overflow:hidden">One two</p>'
  assert.deepEqual(await found(bar + dots + scrolled + behind + unseen), [])
})
