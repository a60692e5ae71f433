import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openBrowser } from '../browser.ts'
import { ANN, BOB, startTestServer } from '../test-server.ts'
import { looksRight } from './looks.ts'
import { openWindow } from './window.ts'

const testServer = await startTestServer()
const browser = await openBrowser()
after(async () => {
  await browser.close()
  await testServer.close()
})
const ann = testServer.agent(ANN)

test('a tag is made and put on a chat from the keyboard, and every window shows it', async () => {
  await testServer.visitor('vera', { name: 'Vera' }).writes('I want my money back')
  const chat = (await ann.chats())[0]?.id ?? 0
  const window = await openWindow(browser, testServer)
  const { page } = window
  await window.go(`/inbox/all/${chat}`, 'text=I want my money back')
  const bobs = await openWindow(browser, testServer, BOB)
  await bobs.go('/inbox/all', 'text=I want my money back')

  await page.locator('body').press('t')
  const field = page.getByRole('combobox', { name: 'Find a tag' })
  await field.waitFor()
  await page.getByText('There are no tags yet').waitFor()
  await page.keyboard.type('Refund')
  await page.getByRole('option', { name: /Create/ }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('option', { name: 'Refund', selected: true }).waitFor()
  await page.keyboard.type('Very important customers')
  await page.keyboard.press('Enter')
  await page.getByRole('option', { name: 'Very important customers', selected: true }).waitFor()
  await looksRight(page, 'tag picker')
  await field.press('Escape')
  await field.waitFor({ state: 'detached' })
  await page.locator('header').getByText('Refund', { exact: true }).waitFor()
  await page.locator('[role=log]').getByText('You added the tag').first().waitFor()

  const row = bobs.page.getByRole('option', { name: /Vera/ })
  await row.getByText('Refund', { exact: true }).waitFor()
  // An agent picks tags and makes none.
  await row.click()
  await bobs.page.getByRole('button', { name: 'Tags' }).click()
  const bobsField = bobs.page.getByRole('combobox', { name: 'Find a tag' })
  await bobsField.fill('new one')
  await bobs.page.getByText('No tag has this name.').waitFor()
  await bobsField.fill('refu')
  await bobsField.press('Enter')
  await row.getByText('Refund', { exact: true }).waitFor({ state: 'detached' })
  await page.locator('header').getByText('Refund', { exact: true }).waitFor({ state: 'detached' })
  assert.deepEqual(bobs.faults, [])
  assert.deepEqual(window.faults, [])
  await bobs.close()
  await window.close()
})

test('the list of tags is changed in the settings, and chats follow', async () => {
  const window = await openWindow(browser, testServer)
  const { page } = window
  await window.go('/settings/tags', 'text=Very important customers')
  await page.getByRole('button', { name: 'Add tag' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('refund')
  await page.getByRole('dialog').getByRole('button', { name: 'Add tag' }).click()
  await page.getByRole('dialog').getByText('This name is already in use.').waitFor()
  await page.getByRole('textbox', { name: 'Name' }).fill('Shipping')
  await page.getByRole('radio', { name: 'Green' }).check({ force: true })
  await looksRight(page, 'tag dialog')
  await page.getByRole('dialog').getByRole('button', { name: 'Add tag' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.locator('main, [tabindex="-1"]').getByText('Shipping', { exact: true }).first().waitFor()

  await page.getByRole('button', { name: /Actions for .*Very important/ }).click()
  await page.getByRole('menuitem', { name: 'Change' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('VIP')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('VIP', { exact: true }).waitFor()
  await looksRight(page, 'tags')
  await page.getByRole('button', { name: /Actions for .*Shipping/ }).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await page.getByText('Shipping', { exact: true }).waitFor({ state: 'detached' })
  const chat = (await ann.chats())[0]?.id ?? 0
  await window.go(`/inbox/all/${chat}`, 'text=I want my money back')
  await page.locator('header').getByText('VIP', { exact: true }).waitFor()
  const problems = window.faults.filter((fault) => !fault.includes('409'))
  assert.deepEqual(problems, [])
})
