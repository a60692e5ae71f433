import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openBrowser } from '../browser.ts'
import { PUBLIC_ID, startTestServer } from '../test-server.ts'
import { startIntegratorServer } from '../integrator-server.ts'
import { looksRight } from './looks.ts'
import { openWindow } from './window.ts'

const front = await startIntegratorServer()
const testServer = await startTestServer({ channel: { serverUrl: `${front.url}/chat` } })
const browser = await openBrowser()
after(async () => {
  await browser.close()
  await testServer.close()
  await front.close()
})
const { page, go, faults } = await openWindow(browser, testServer)
const shown = (label: string) => page.locator('dl > div', { has: page.getByText(label, { exact: true }) })

test('A20 A21 the check shows the request, the answer, the likely cause and the setting that solves it', async () => {
  await testServer.visitor('vera').writes('Hello')
  await go('/channels/1', 'text=Channel address')
  const check = page.getByRole('button', { name: 'Check', exact: true })

  front.next((_request, response) => void response.writeHead(404).end('no'))
  await check.click()
  await page.getByText('Does not work yet').waitFor()
  await shown('Sent').getByText(`for the visitor vera was posted to ${front.url}/chat/${PUBLIC_ID}`).waitFor()
  await shown('Response').getByText('Status 404.').waitFor()
  await shown('Likely cause').getByText(`The public id ${PUBLIC_ID} was added to the server URL`).waitFor()
  await shown('Setting').getByText('Server URL', { exact: true }).waitFor()
  await looksRight(page, 'channel check 404')

  const refusal = JSON.stringify({ error: { code: 'recipient_blocked', message: '<b>She left</b>' } })
  front.next((_request, response) => void response.writeHead(200).end(refusal))
  await check.click()
  await shown('Response').getByText('Status 200 with the error recipient_blocked: “<b>She left</b>”.').waitFor()
  await page.getByText('Does not work yet').waitFor()
  assert.equal(await shown('Setting').count(), 0)

  front.next((_request, response) => void response.writeHead(200).end('{}'))
  await check.click()
  await shown('Setting').getByText('Accept any 2xx response').waitFor()

  const unsupported = JSON.stringify({ error: { code: 'typing_unsupported', message: '' } })
  front.next((_request, response) => void response.writeHead(200).end(unsupported))
  await check.click()
  await page.getByText('Reached, but not confirmed').waitFor()
  await looksRight(page, 'channel check unclear')

  await check.click()
  await page.getByText('Works', { exact: true }).waitFor()
  assert.deepEqual(faults, [])
})
