import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startSite } from './site.ts'

let site: Awaited<ReturnType<typeof startSite>>
before(async () => {
  site = await startSite()
})
after(() => site.close())

test('on a page whose policy trusts only a nonce, the script tag has it and the scripts that it loads need none', async () => {
  const policy = `script-src 'nonce-n0nce' 'strict-dynamic'; object-src 'none'; base-uri 'none'`
  // Another prefix, since the page's own script has no nonce and does not run.
  const page = await site.visit({
    headers: { 'content-security-policy': policy },
    attributes: 'nonce="n0nce" data-prefix="shop_"',
  })
  await page.locator('deskbell-widget').waitFor({ state: 'attached' })
  const core = page.waitForResponse((response) => /\/assets\/core-/.test(response.url()) && response.ok())
  await page.waitForFunction(() => 'shop_api' in globalThis)
  const ready = page.waitForFunction(() => (globalThis as { shop_api?: object }).shop_api !== undefined)
  await Promise.all([core, ready])
  const mode = await page.evaluate(() => (globalThis as { shop_api?: { chatMode(): string } }).shop_api?.chatMode())
  assert.equal(mode, 'offline')
})
