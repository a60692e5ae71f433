import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openBrowser } from '../browser.ts'
import { startTestServer } from '../test-server.ts'
import { looksRight } from './looks.ts'
import { openWindow } from './window.ts'

const testServer = await startTestServer()
const browser = await openBrowser()
after(async () => {
  await browser.close()
  await testServer.close()
})

test('a channel of a kind that this build does not know shows its name, and agents can change it', async () => {
  const window = await openWindow(browser, testServer)
  const { page } = window
  // As a newer server answers.
  await page.route('**/api/channels', async (route) => {
    const answer = await route.fetch()
    const { channels } = (await answer.json()) as { channels: object[] }
    await route.fulfill({ json: { channels: channels.map((one) => ({ ...one, kind: 'constructor' })) } })
  })
  await page.route('**/api/channels/1', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ json: { ...((await answer.json()) as object), kind: 'constructor' } })
  })
  await window.go('/channels/1', 'h1')
  const main = page.locator('main')
  await main.getByText('Unknown kind').first().waitFor()
  await looksRight(page, 'unknown kind')
  await main.getByLabel('Name', { exact: true }).fill('Pigeons')
  await main.getByRole('button', { name: 'Save' }).click()
  await main.getByText('Saved', { exact: true }).waitFor()
  assert.equal(testServer.services.directory.channel(1, 1)?.name, 'Pigeons')
  await page.unrouteAll({ behavior: 'wait' })
  assert.deepEqual(window.faults, [])
})
