import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { axeViolations, openBrowser, screenshot } from '../browser.ts'
import { startIntegratorServer } from '../integrator-server.ts'
import { ANN, startTestServer } from '../test-server.ts'
import { openWindow } from './window.ts'

const integrator = await startIntegratorServer()
const testServer = await startTestServer({ channel: { serverUrl: `${integrator.url}/chat` } })
const browser = await openBrowser()
after(async () => {
  await browser.close()
  await testServer.close()
  await integrator.close()
})
const ann = testServer.agent(ANN)

let serial = 0
/** Ann's chat with a visitor of this name. */
async function begun(name: string) {
  const visitor = testServer.visitor(`w${++serial}`, { name })
  await visitor.writes('hello')
  const chat = (await ann.chats('?view=waiting')).find((one) => one.visitor.name === name)
  assert.ok(chat)
  await ann.accepts(chat.id)
  return { visitor, chat: chat.id }
}

async function chooseHold(page: Page, name: string): Promise<void> {
  const saved = page.waitForResponse(
    (answer) => answer.url().endsWith('/api/me') && answer.request().method() === 'PATCH',
  )
  await page.getByText(name, { exact: true }).click()
  assert.equal((await saved).status(), 200)
}

test('a message is held, taken back into the field, and sent when its time is over', async () => {
  const { chat } = await begun('Vera')
  const window = await openWindow(browser, testServer)
  const { page } = window
  await window.go('/me', 'text=Taking messages back')
  await chooseHold(page, '30 seconds')
  await window.go(`/inbox/mine/${chat}`, 'textarea:focus')
  await page.keyboard.type('Oops')
  await page.keyboard.press('Enter')
  const list = page.getByRole('list', { name: 'Messages that wait' })
  await list.getByText('Oops').waitFor()
  await list.getByText(/Sending in \d+ s/).waitFor()
  await screenshot(page, 'held message')
  assert.deepEqual(await axeViolations(page), [])
  await page.keyboard.press('Escape')
  await page.locator('[role=option]:focus').waitFor()
  await page.keyboard.press('x')
  await page.locator('textarea:focus').waitFor()
  assert.equal(await page.locator('textarea').inputValue(), 'Oops')
  await list.waitFor({ state: 'detached' })
  assert.equal(integrator.requests.filter(({ body }) => body.includes('Oops')).length, 0)

  await window.go('/me', 'text=Taking messages back')
  await chooseHold(page, '5 seconds')
  // It is the agent's choice, not the browser's.
  const other = await openWindow(browser, testServer)
  await other.go('/me', 'text=Taking messages back')
  assert.equal(await other.page.getByRole('radio', { name: '5 seconds' }).isChecked(), true)
  await other.close()
  await window.go(`/inbox/mine/${chat}`, 'textarea:focus')
  await page.locator('textarea').fill('Better')
  await page.keyboard.press('Enter')
  await list.getByText('Better').waitFor()
  // It leaves the list when it is sent.
  await list.waitFor({ state: 'detached' })
  await page.locator('[role=log]').getByText('Better').waitFor()
  await integrator.receives(({ body }) => body.includes('Better'))
  await page.locator('textarea:focus').waitFor()
  await ann.call('PATCH', '/me', { hold: 0 })
  assert.deepEqual(window.faults, [])
  await window.close()
})

test('a message is sent later by the keyboard, edited, cancelled, and sent now; its files wait and come back with it', async () => {
  const { chat, visitor } = await begun('Otto')
  const window = await openWindow(browser, testServer)
  const { page } = window
  await window.go(`/inbox/mine/${chat}`, 'textarea:focus')
  const schedule = async (text: string) => {
    await page.locator('textarea').fill(text)
    await page.getByRole('button', { name: 'Send later' }).waitFor()
    await page.keyboard.press('Control+Shift+Enter')
    await page.locator('[role=menuitem]:focus', { hasText: 'In 1 hour' }).waitFor()
  }
  await schedule('Good morning')
  await screenshot(page, 'send later')
  await page.keyboard.press('x')
  await page.keyboard.press('Enter')
  const list = page.getByRole('list', { name: 'Messages that wait' })
  await list.getByText('Good morning').waitFor()
  await list.getByText(/Will be sent/).waitFor()
  await visitor.writes('still there?')
  await list.getByText('The visitor has written since').waitFor()
  await screenshot(page, 'scheduled message')
  assert.deepEqual(await axeViolations(page), [])
  await list.getByRole('button', { name: 'Edit' }).click()
  await page.locator('textarea:focus').waitFor()
  assert.equal(await page.locator('textarea').inputValue(), 'Good morning')

  await schedule('By hand')
  await page.getByRole('menuitem', { name: 'Pick a time' }).click()
  await page.getByLabel('When?').fill('2020-01-01T10:00')
  await page.getByRole('dialog').getByRole('button', { name: 'Send later' }).click()
  await page.getByText('This time has passed').waitFor()
  await page.getByLabel('When?').fill(`${new Date().getFullYear() + 1}-01-01T10:00`)
  await page.getByRole('dialog').getByRole('button', { name: 'Send later' }).click()
  await list.getByText('By hand').waitFor()
  await list.getByRole('button', { name: 'Send now' }).click()
  await page.locator('[role=log]').getByText('By hand').waitFor()
  await page.locator('textarea:focus').waitFor()

  await schedule('Never')
  await page.keyboard.press('Enter')
  await list.getByRole('button', { name: 'Cancel' }).click()
  await list.waitFor({ state: 'detached' })
  await page.locator('textarea:focus').waitFor()
  assert.equal((await ann.chat(chat)).scheduled, undefined)

  await page.getByTestId('file').setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('x') })
  await schedule('with a file')
  await page.keyboard.press('Enter')
  await list.getByText('a.txt').waitFor()
  await screenshot(page, 'scheduled file')
  assert.deepEqual(await axeViolations(page), [])
  await list.getByRole('button', { name: 'Edit' }).click()
  await page.locator('textarea:focus').waitFor()
  await page.getByRole('button', { name: 'Remove: a.txt' }).waitFor()
  assert.equal(await page.locator('textarea').inputValue(), 'with a file')
  await schedule('with the file again')
  await page.keyboard.press('Enter')
  await list.getByText('with the file again').waitFor()
  await list.getByRole('button', { name: 'Send now' }).click()
  await page.locator('[role=log]').getByText('a.txt').waitFor()
  await integrator.receives(({ body }) => body.includes('with the file again'))

  await window.go('/me', 'text=Taking messages back')
  await chooseHold(page, '30 seconds')
  await window.go(`/inbox/mine/${chat}`, 'textarea:focus')
  await page.getByTestId('file').setInputFiles({ name: 'wrong.txt', mimeType: 'text/plain', buffer: Buffer.from('y') })
  await page.getByRole('button', { name: 'Remove: wrong.txt' }).waitFor()
  await page.locator('textarea').press('Enter')
  await list.getByText('wrong.txt').waitFor()
  await list.getByRole('button', { name: 'Take back' }).click()
  await page.getByRole('button', { name: 'Remove: wrong.txt' }).click()
  await list.waitFor({ state: 'detached' })
  assert.equal(integrator.requests.filter(({ body }) => body.includes('wrong.txt')).length, 0)
  await ann.call('PATCH', '/me', { hold: 0 })
  assert.deepEqual(window.faults, [])
  await window.close()
})

test('a chat is snoozed by the keyboard, has a list of its own, and wakes by a message', async () => {
  const { chat, visitor } = await begun('Mia')
  const window = await openWindow(browser, testServer)
  const { page } = window
  await window.go(`/inbox/mine/${chat}`, 'textarea:focus')
  await page.getByRole('button', { name: 'Snooze' }).waitFor()
  await page.keyboard.press('Escape')
  await page.locator('[role=option]:focus', { hasText: 'Mia' }).waitFor()
  await page.keyboard.press('s')
  await page.locator('[role=menuitem]:focus', { hasText: 'The visitor writes' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('Snoozed until the visitor writes').waitFor()
  await page.getByRole('option', { name: 'Mia' }).waitFor({ state: 'detached' })
  assert.equal(await page.locator('body:focus').count(), 0, 'the focus is lost')
  await screenshot(page, 'snoozed chat')
  assert.deepEqual(await axeViolations(page), [])
  await page.getByRole('link', { name: 'Snoozed' }).click()
  await page.getByRole('option', { name: 'Mia' }).waitFor()
  await visitor.writes('here I am')
  await page.getByText('No snoozed chats').waitFor()
  await page.getByRole('link', { name: /^Mine/ }).click()
  await page.getByRole('option', { name: /Mia.*unread/s }).waitFor()
  assert.equal((await ann.chat(chat)).snoozed, undefined)
  assert.deepEqual(window.faults, [])
  await window.close()
})

test('a chat is handed to a colleague with two keys, and the focus stays in the conversation', async () => {
  const { chat } = await begun('Zoë')
  const window = await openWindow(browser, testServer)
  const { page } = window
  await window.go(`/inbox/mine/${chat}`, 'textarea:focus')
  await page.getByRole('button', { name: 'Hand over' }).waitFor()
  await page.keyboard.press('Escape')
  await page.locator('[role=option]:focus', { hasText: 'Zoë' }).waitFor()
  await page.keyboard.press('h')
  await page.locator('[role=menuitem]:focus', { hasText: 'Bob' }).waitFor()
  await screenshot(page, 'hand over')
  await page.keyboard.press('b')
  await page.locator('[role=menuitem]:focus', { hasText: 'Bob' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByText(/You handed the chat to .*Bob/).waitFor()
  assert.equal((await ann.chat(chat)).agent?.name, 'Bob')
  await page.getByText(/Bob.* is handling this chat/).waitFor()
  assert.equal(await page.locator('body:focus').count(), 0, 'the focus is lost')
  assert.deepEqual(window.faults, [])
  await window.close()
})
