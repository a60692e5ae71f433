import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { axeViolations, openBrowser } from './browser.ts'

let browser: Browser
before(async () => {
  browser = await openBrowser()
})
after(() => browser.close())

test('the browser opens and renders a page', async () => {
  const page = await browser.newPage()
  await page.goto('data:text/html;charset=utf-8,<title>Hi</title><p style=display:inline>Здравствуйте</p>')
  assert.equal(await page.title(), 'Hi')
  assert.equal(await page.locator('p').textContent(), 'Здравствуйте')
  const box = await page.locator('p').boundingBox()
  assert.ok(box && box.width > 50, `with fonts, the word is wider than ${box?.width}`)
  await page.close()
})

test('axe runs on a page whose policy forbids every script', async () => {
  const server = createServer((_, response) => {
    response.setHeader('content-security-policy', "default-src 'none'; require-trusted-types-for 'script'")
    response.end('<!doctype html><html lang="en"><title>A</title><main><h1>A</h1><img src="x.png"></main></html>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const page = await browser.newPage()
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  const violations = await axeViolations(page)
  await page.close()
  server.close()
  assert.deepEqual(violations, ['image-alt: Images must have alternative text at img'])
})

test('no request leaves this machine', async () => {
  const page = await browser.newPage()
  await assert.rejects(page.goto('http://canary.test/'), /ERR_NAME_NOT_RESOLVED/)
  await page.close()
})
