import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openBrowser, screenshot } from '../browser.ts'
import { startIntegratorServer } from '../integrator-server.ts'
import { ANN, BOB, startTestServer } from '../test-server.ts'
import { looksRight } from './looks.ts'
import { openWindow } from './window.ts'

const integrator = await startIntegratorServer()
const testServer = await startTestServer({ channel: { serverUrl: `${integrator.url}/chat` } })
const browser = await openBrowser()
after(async () => {
  await browser.close()
  await testServer.close()
  await integrator.close()
})

async function hold(name: string): Promise<number> {
  await testServer.visitor(name, { name }).writes('hello')
  const ann = testServer.agent(ANN)
  const chat = (await ann.chats()).find((one) => one.visitor.name === name)
  assert.ok(chat)
  await ann.accepts(chat.id)
  return chat.id
}

test('a canned answer is written in the settings with a preview, and an unknown variable is refused', async () => {
  const window = await openWindow(browser, testServer)
  const { page } = window
  await window.go('/settings/canned', 'text=No canned answers yet')
  await looksRight(page, 'canned empty')
  await page.getByRole('button', { name: 'New canned answer' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Title').fill('Greeting')
  await dialog.getByLabel('Shortcut').fill('hi')
  await dialog.getByRole('textbox', { name: 'Text' }).fill('Hello {visitor.nmae|there}')
  await dialog.getByText('There is no variable {visitor.nmae}.').waitFor()
  assert.equal(await dialog.getByRole('button', { name: 'New canned answer' }).isDisabled(), true)
  await dialog.getByRole('textbox', { name: 'Text' }).fill('Hello {visitor.name|there}, this is ')
  await dialog.getByRole('button', { name: 'Your name' }).click()
  await dialog.getByText('Hello Vera, this is Ann').waitFor()
  await dialog.getByText('Hello there, this is Ann').waitFor()
  await looksRight(page, 'canned editor')
  await dialog.getByRole('button', { name: 'New canned answer' }).click()
  await page.getByRole('listitem').getByText('Greeting').waitFor()
  await dialog.waitFor({ state: 'detached' })

  await page.getByRole('button', { name: 'New canned answer' }).click()
  await dialog.getByLabel('Title').fill('Again')
  await dialog.getByLabel('Shortcut').fill('HI')
  await dialog.getByRole('textbox', { name: 'Text' }).fill('Again')
  await dialog.getByRole('button', { name: 'New canned answer' }).click()
  await dialog.getByText('already has this shortcut').waitFor()
  await dialog.getByLabel('Shortcut').fill('again')
  await dialog.getByRole('button', { name: 'New canned answer' }).click()
  await page.getByRole('listitem').getByText('/again').waitFor()
  await looksRight(page, 'canned list')
  assert.deepEqual(
    window.faults.filter((fault) => !fault.includes('400')),
    [],
  )
  await window.close()
})

test('the shared answers are for all agents, and agents add their own', async () => {
  const window = await openWindow(browser, testServer, BOB)
  const { page } = window
  await window.go('/settings/canned', 'text=Greeting')
  assert.equal(await page.getByRole('button', { name: /^Edit/ }).count(), 0)
  await page.getByRole('button', { name: 'New canned answer' }).click()
  assert.equal(await page.getByRole('dialog').getByRole('switch').count(), 0)
  await page.keyboard.press('Escape')
  await window.close()
})

test('/ finds a canned answer, Enter inserts it with the visitor’s name, Ctrl Enter sends it', async () => {
  const chat = await hold('Vera')
  const window = await openWindow(browser, testServer)
  const { page } = window
  const list = page.getByRole('listbox', { name: 'Canned answers' })
  await window.go(`/inbox/mine/${chat}`, 'textarea:focus')
  // Enter right after the shortcut, before the list is loaded, sends nothing.
  await page.keyboard.type('/hi')
  await list.getByRole('option', { name: 'Greeting' }).waitFor()
  await page.getByText('Hello Vera, this is Ann').waitFor()
  await screenshot(page, 'canned picker')
  assert.equal(await page.locator('textarea').getAttribute('aria-activedescendant'), 'canned-list-1')
  await page.keyboard.press('Enter')
  await list.waitFor({ state: 'detached' })
  assert.equal(await page.locator('textarea').inputValue(), 'Hello Vera, this is Ann')
  await page.keyboard.type('!')
  await page.keyboard.press('Enter')
  await integrator.receives((request) => request.body.includes('Hello Vera, this is Ann!'))

  await page.keyboard.type('/')
  // The one that was used is first.
  await list.getByRole('option').first().getByText('Greeting').waitFor()
  await page.keyboard.press('ArrowDown')
  await list.locator('[aria-selected=true]', { hasText: 'Again' }).waitFor()
  await page.keyboard.press('Control+Enter')
  await integrator.receives((request) => request.body.includes('"Again"'))
  assert.equal(await page.locator('textarea').inputValue(), '')

  // Esc keeps what was typed, and the next Enter sends it.
  await page.keyboard.type('/hi')
  await list.waitFor()
  await page.keyboard.press('Escape')
  await list.waitFor({ state: 'detached' })
  await page.keyboard.press('Enter')
  await integrator.receives((request) => request.body.includes('"/hi"'))
  assert.deepEqual(window.faults, [])
  await window.close()
})
