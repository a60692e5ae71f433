import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { axeViolations, openBrowser, screenshot } from '../browser.ts'
import { soon } from '../channels/widget/soon.ts'
import { ANN, startTestServer } from '../test-server.ts'
import { openWindow } from './window.ts'

const testServer = await startTestServer()
const browser = await openBrowser()
after(async () => {
  await browser.close()
  await testServer.close()
})
const ann = testServer.agent(ANN)

test('the search shows contacts without a chat, and opens their pages by the keyboard', async () => {
  const lines = [{ line: 2, name: 'Isolde Kvist', email: 'isolde@ships.test' }]
  assert.equal(
    (await ann.call('POST', '/contacts/import', { file: { key: 'people.csv', lines: 1 }, lines })).status,
    200,
  )
  await testServer.visitor('kvist', { name: 'Otto Kvist' }).writes('hello')
  // A job indexes chats; the search shows what it found when it was asked.
  await soon(async () => (await ann.call('GET', '/search?q=otto')).text.includes('Otto Kvist'), 20_000)
  const window = await openWindow(browser, testServer)
  const { page } = window
  await window.go('/search?q=kvist', '[role=listbox]')
  const group = page.getByRole('group', { name: 'Without a chat' })
  await group.getByRole('option', { name: /Isolde Kvist.*isolde@ships.test.*has not written yet/ }).waitFor()
  await page.getByRole('group', { name: 'People' }).getByText('Otto Kvist').waitFor()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await screenshot(page, `search contacts ${colorScheme}`)
    assert.deepEqual(await axeViolations(page), [], colorScheme)
  }
  await page.getByRole('combobox').fill('isolde')
  // Before the answer has come: then its first result is opened.
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Isolde Kvist', level: 1 }).waitFor()
  assert.deepEqual(window.faults, [])
  await window.close()
})
