import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import sharp from 'sharp'
import { openBrowser } from '../browser.ts'
import { WIDGET, WIDGET_ID } from '../channels/widget/page.ts'
import { startTestServer } from '../test-server.ts'
import { looksRight } from './looks.ts'
import { openWindow } from './window.ts'

const server = await startTestServer({ channels: [{ ...WIDGET, widget: {} }] })
const browser = await openBrowser()
after(async () => {
  await browser.close()
  await server.close()
})

test('an owner sets name, logo and time zone of the company, and a visitor sees name and logo', async () => {
  const window = await openWindow(browser, server)
  const { page } = window
  await window.go('/settings', 'text=Choose a logo')
  await page.getByLabel('Name').fill('Garden & Co')
  await page.getByLabel('Time zone').selectOption('Asia/Tokyo')
  await page.getByRole('button', { name: 'Save' }).first().click()
  await page.getByText('Saved').first().waitFor()
  const background = { r: 190, g: 60, b: 40, alpha: 1 }
  const buffer = await sharp({ create: { width: 300, height: 200, channels: 4, background } })
    .png()
    .toBuffer()
  await page.locator('input[type=file]').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer })
  await page.getByRole('img', { name: 'Logo of the company' }).waitFor()
  await looksRight(page, 'company')
  assert.match(await page.title(), /^Garden & Co · Deskbell$/)
  assert.deepEqual(window.faults, [])

  const visitor = await browser.newPage()
  const shown = visitor.waitForResponse((response) => new URL(response.url()).pathname.startsWith('/logo/'))
  await visitor.goto(`${server.publicUrl}/talk/${WIDGET_ID}`)
  assert.equal(await visitor.title(), 'Garden & Co')
  assert.equal((await shown).status(), 200)

  await page.getByRole('button', { name: 'Remove', exact: true }).first().click()
  await page.getByText('No logo').waitFor()
  await page.getByLabel('Name').fill('')
  await page.getByRole('button', { name: 'Save' }).first().click()
  await page.getByText('Saved').first().waitFor()
  await visitor.reload()
  assert.equal(await visitor.title(), 'Chat')
})
