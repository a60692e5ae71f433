import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { axeViolations, openBrowser, screenshot } from '../browser.ts'
import { ANN, BOB, startTestServer } from '../test-server.ts'
import { openWindow } from './window.ts'

const testServer = await startTestServer()
const browser = await openBrowser()
after(async () => {
  await browser.close()
  await testServer.close()
})
const ann = testServer.agent(ANN)

test('the details of a chat say who may be the same person, and merge both after a look at the result', async () => {
  const lines = [{ line: 2, name: 'Vera Stone', email: 'vera@tea.test', phone: '+49 170 5550199' }]
  await ann.call('POST', '/contacts/import', { file: { key: 'people.csv', lines: 1 }, lines })
  await testServer.visitor('s-1', { name: 'V', email: 'VERA@tea.test' }).writes('Where is my order?')
  const chat = (await ann.chats()).find(({ visitor }) => visitor.id === 's-1')?.id ?? 0

  const bobs = await openWindow(browser, testServer, BOB)
  await bobs.go(`/inbox/all/${chat}`, 'text=Where is my order?')
  assert.equal(await bobs.page.getByText('May be the same person as').count(), 0, 'an agent does not see the other')
  await bobs.close()

  const window = await openWindow(browser, testServer)
  const { page } = window
  await window.go(`/inbox/all/${chat}`, 'text=Where is my order?')
  const aside = page.getByRole('complementary', { name: 'Details' })
  await aside.getByText('May be the same person as').waitFor()
  await aside.getByRole('link', { name: 'Vera Stone' }).waitFor()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await screenshot(page, `same person ${colorScheme}`)
    assert.deepEqual(await axeViolations(page), [], colorScheme)
  }
  await aside.getByRole('button', { name: 'Merge with Vera Stone' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('region', { name: 'After the merge' }).getByText('+49 170 5550199').waitFor()
  await dialog.getByRole('radio', { name: 'Vera Stone' }).check()
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  await aside.getByText('May be the same person as').waitFor({ state: 'detached' })
  await aside.getByText('+49 170 5550199').waitFor()
  assert.equal((await ann.chat(chat)).visitor.name, 'Vera Stone')
  assert.deepEqual(window.faults, [])
  await window.close()
})
