import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { openBrowser } from '../browser.ts'
import { keyboardFaults } from './keyboard-reach.ts'
import { ANN, BOB, startTestServer } from '../test-server.ts'
import { looksRight } from './looks.ts'
import { openWindow } from './window.ts'

const testServer = await startTestServer()
const browser = await openBrowser()
after(async () => {
  await browser.close()
  await testServer.close()
})
const [ann, bob] = [testServer.agent(ANN), testServer.agent(BOB)]
const HOUR = 60 * 60_000

await testServer.visitor('vera', { name: 'Vera' }).writes('Where is my order?')
const [found] = await ann.chats()
assert.ok(found)
const { id: chat } = found
const contact = found.visitor.contact ?? 0
const idOf = (email: string) => testServer.services.directory.agents(1).find((one) => one.email === email)?.id ?? 0
const add = async (body: object) => {
  const answer = await ann.call('POST', `/contacts/${contact}/tasks`, body)
  assert.equal(answer.status, 201, answer.text)
  return answer.body['id'] as unknown as number
}
const rowOf = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text }).first()

test('a task is added beside a chat with an agent and a date, edited and ticked, and the tick is undone', async () => {
  const window = await openWindow(browser, testServer)
  const { page } = window
  await window.go(`/inbox/all/${chat}/details`, 'h2:text("Tasks")')
  const field = page.getByRole('textbox', { name: 'Add a task' })
  await field.fill('Send the offer')
  await page.getByRole('combobox', { name: 'Who does it' }).selectOption('Nobody yet')
  await page.getByRole('button', { name: 'Due: No date' }).click()
  await page.getByRole('menuitem', { name: /In 3 days/ }).click()
  await page.getByRole('button', { name: /^Due: (?!No date)/ }).waitFor()
  await field.press('Enter')
  const row = rowOf(page, 'Send the offer')
  await row.getByText('Nobody yet').waitFor()
  assert.equal(await field.inputValue(), '')
  await looksRight(page, 'tasks beside a chat')

  await row.getByRole('button', { name: 'Actions for the task: Send the offer' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const text = page.getByRole('textbox', { name: 'Task', exact: true })
  assert.ok(await text.evaluate((element) => element.matches(':focus')))
  const { body } = await bob.call('GET', `/contacts/${contact}/tasks`)
  const [task] = body['open'] as unknown as { id: number; due: number }[]
  // A colleague changes another field meanwhile.
  assert.equal((await bob.call('PATCH', `/tasks/${task?.id}`, { assignee: idOf(BOB) })).status, 200)
  await page.getByText('A colleague changed this task meanwhile.').waitFor()
  await text.fill('Send the new offer')
  await page.getByRole('button', { name: 'Save' }).click()
  await rowOf(page, 'Send the new offer').getByText('Bob').waitFor()

  const tick = page.getByRole('checkbox', { name: 'Done: Send the new offer' })
  await tick.check()
  await page.getByRole('status').getByText('Task done: Send the new offer').waitFor({ state: 'attached' })
  const undone = page.waitForResponse((response) => response.request().postData() === '{"done":false}')
  await page.getByRole('button', { name: 'Undo: Send the new offer' }).click()
  await page.getByRole('button', { name: 'Undo: Send the new offer' }).waitFor({ state: 'detached' })
  assert.equal(await tick.isChecked(), false)
  assert.equal((await undone).status(), 200)
  const after = (await bob.call('GET', `/tasks/${task?.id}`)).body as unknown as { done: unknown; chat: number }
  assert.deepEqual([after.done, after.chat], [null, chat])
  assert.deepEqual(window.faults, [])
  await window.close()
})

test('the screen of tasks has sections, follows a colleague, and is reached by its shortcut; its number counts what is due', async () => {
  const now = Date.now()
  const late = await add({ text: 'Call back', assignee: idOf(ANN), due: now - HOUR })
  await add({ text: 'Some day', assignee: idOf(ANN) })
  await add({ text: 'Next week', assignee: idOf(ANN), due: now + 8 * 24 * HOUR })
  const window = await openWindow(browser, testServer)
  const { page } = window
  await window.go('/inbox/all', '[role=option]')
  const rail = page.getByRole('navigation', { name: 'Main' })
  await rail
    .getByRole('link', { name: /^Tasks/ })
    .getByText('1 task is due')
    .waitFor({ state: 'attached' })
  await page.locator('body').press('g')
  await page.locator('body').press('x')
  await page.getByRole('heading', { name: 'Tasks', level: 1 }).waitFor()
  await page.getByRole('heading', { name: /^Overdue/ }).waitFor()
  await page.getByRole('list', { name: 'Overdue' }).getByText('Overdue ·').waitFor()
  await page.getByRole('list', { name: 'Later' }).getByText('Next week').waitFor()
  await page.getByRole('list', { name: 'Without a date' }).getByText('Some day').waitFor()
  assert.equal(await page.getByText('Send the new offer').count(), 0, 'it is Bob’s')
  await looksRight(page, 'tasks')
  assert.deepEqual(await keyboardFaults(page), [])

  assert.equal((await bob.call('PATCH', `/tasks/${late}`, { done: true })).status, 200)
  await page.getByText('Call back').waitFor({ state: 'detached' })
  await rail.getByText('1 task is due').waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Done' }).click()
  await rowOf(page, 'Call back')
    .getByText(/Done by Bob/)
    .waitFor()
  await page.getByRole('combobox', { name: 'Whose tasks' }).selectOption('Bob')
  await page.getByText('No done tasks yet').waitFor()
  await page.getByRole('link', { name: 'Open', exact: true }).click()
  await rowOf(page, 'Send the new offer').getByRole('link', { name: 'Vera' }).click()
  await page.getByRole('heading', { name: 'Vera', level: 1 }).waitFor()
  await rowOf(page, 'Send the new offer').waitFor()
  assert.deepEqual(window.faults, [])
  await window.close()
})

test('a task that an agent edits keeps its place and its text while a colleague moves it and gives it away', async () => {
  const task = await add({ text: 'Order the lamp', assignee: idOf(ANN) })
  const window = await openWindow(browser, testServer)
  const { page } = window
  await window.go('/tasks', 'h1')
  const row = page.getByRole('list', { name: 'Without a date' }).getByRole('listitem')
  await row.getByRole('button', { name: 'Actions for the task: Order the lamp' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const text = row.getByRole('textbox', { name: 'Task', exact: true })
  await text.fill('Order the green lamp')
  assert.equal((await bob.call('PATCH', `/tasks/${task}`, { due: Date.now() - HOUR })).status, 200)
  await row.getByText('A colleague changed this task meanwhile.').waitFor()
  assert.equal(await text.inputValue(), 'Order the green lamp')
  const read = page.waitForResponse((response) => response.url().includes('/api/tasks?'))
  assert.equal((await bob.call('PATCH', `/tasks/${task}`, { assignee: idOf(BOB) })).status, 200)
  await (await read).finished()
  assert.equal(await text.inputValue(), 'Order the green lamp')
  await row.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Order the green lamp').waitFor({ state: 'detached' })
  const stored = (await bob.call('GET', `/tasks/${task}`)).body as unknown as { text: string; assignee: { id: number } }
  assert.deepEqual([stored.text, stored.assignee.id], ['Order the green lamp', idOf(BOB)])
  assert.deepEqual(window.faults, [])
  await window.close()
})

test('on a phone the screen of tasks is behind More', async () => {
  const window = await openWindow(browser, testServer)
  const { page } = window
  await page.setViewportSize({ width: 390, height: 844 })
  await window.go('/inbox/all', '[role=option]')
  await page.getByRole('button', { name: 'More' }).click()
  await page
    .getByRole('dialog')
    .getByRole('link', { name: /^Tasks/ })
    .click()
  await page.getByRole('heading', { name: 'Tasks', level: 1 }).waitFor()
  assert.deepEqual(window.faults, [])
  await window.close()
})

test('on the page of a contact a task is removed, a refusal is shown, and the entered text stays', async () => {
  const window = await openWindow(browser, testServer)
  const { page } = window
  await add({ text: 'Not needed any more' })
  await window.go(`/contacts/${contact}`, 'h2:text("Tasks")')
  const row = rowOf(page, 'Not needed any more')
  await row.getByRole('button', { name: /^Actions for the task/ }).click()
  await page.getByRole('menuitem', { name: 'Remove task' }).click()
  await page.getByRole('dialog').or(page.getByRole('alertdialog')).getByRole('button', { name: 'Remove task' }).click()
  await row.waitFor({ state: 'detached' })
  await looksRight(page, 'contact with tasks')
  const field = page.getByRole('textbox', { name: 'Add a task' })
  await page.route('**/api/contacts/*/tasks', (route) =>
    route.request().method() === 'POST' ? route.abort('internetdisconnected') : route.continue(),
  )
  await field.fill('Write while the line is gone')
  await page.getByRole('button', { name: 'Add task' }).click()
  await page.locator('form', { has: field }).getByRole('alert').waitFor()
  assert.equal(await field.inputValue(), 'Write while the line is gone')
  assert.deepEqual(window.faults, [])
  await window.close()
})

test('N14 a task that a colleague gives is announced in the open window, and opens the contact at the task', async () => {
  const window = await openWindow(browser, testServer)
  const { page } = window
  await window.go('/inbox/waiting', 'main')
  await page.locator('[data-connection=live]').waitFor({ state: 'attached' })
  const made = await bob.call('POST', `/contacts/${contact}/tasks`, { text: 'Ring the courier', assignee: idOf(ANN) })
  assert.equal(made.status, 201, made.text)
  const notices = page.getByRole('region', { name: 'Notices' })
  await notices.getByText('A task for you: Vera').waitFor()
  await notices.getByText('Ring the courier').waitFor()
  await looksRight(page, 'an alert about a task')
  await notices.getByRole('button', { name: 'Open' }).click()
  await page.getByRole('heading', { name: 'Vera', level: 1 }).waitFor()
  const row = rowOf(page, 'Ring the courier')
  await row.waitFor()
  await page.waitForURL((url) => url.hash === '')
  assert.ok(await row.evaluate((element) => element.matches(':focus')))
  await page.getByRole('heading', { name: 'Last alerts' }).waitFor({ state: 'detached' })
  await window.go('/me/alerts', 'h2:text("Last alerts")')
  await page.getByText('You were given a task').first().waitFor()
  await page.getByRole('link', { name: 'Contact page' }).first().waitFor()
  assert.deepEqual(window.faults, [])
  await window.close()
})
