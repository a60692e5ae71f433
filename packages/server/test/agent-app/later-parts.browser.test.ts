import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openBrowser } from '../browser.ts'
import { ANN, startTestServer } from '../test-server.ts'
import { openWindow } from './window.ts'

const testServer = await startTestServer({ channel: { serverUrl: null } })
const browser = await openBrowser()
after(async () => {
  await browser.close()
  await testServer.close()
})

test('R15 a screen stays when a part of it cannot be loaded, and the part comes when it can', async () => {
  await testServer.visitor('olga', { name: 'Olga' }).writes('hello')
  const ann = testServer.agent(ANN)
  const [chat] = await ann.chats('?view=waiting')
  assert.ok(chat)
  await ann.accepts(chat.id)
  const window = await openWindow(browser, testServer)
  const { page } = window
  const PART = /\/assets\/details-/
  await page.route(PART, (route) => route.abort())
  await window.go(`/inbox/mine/${chat.id}`, 'textarea')
  await page.locator('[data-connection=live]').waitFor({ state: 'attached' })
  await page.locator('textarea').fill('written meanwhile')
  await page.keyboard.press('Enter')
  await page.locator('[role=log] [data-n]').getByText('written meanwhile').waitFor()

  // It is tried again, and not without a pause.
  const fails = () =>
    page.waitForEvent('requestfailed', (request) => PART.test(request.url()) && request.resourceType() === 'script')
  await fails()
  const failed = Date.now()
  await fails()
  assert.ok(Date.now() - failed > 1000, `two attempts in ${Date.now() - failed} ms`)
  assert.equal(await page.locator('[role=log]').getByText('written meanwhile').count(), 1)
  assert.equal(await page.getByText('You’re offline').count(), 0)

  await page.unroute(PART)
  await page.getByRole('complementary').getByText('Chat number').waitFor()
  await window.close()
})
