import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Department } from '@deskbell/protocol/agent/department'
import { openBrowser, screenshot } from '../browser.ts'
import { ANN, BOB, startTestServer } from '../test-server.ts'
import { soon } from '../channels/widget/soon.ts'
import { nextId, openPage, WIDGET } from '../channels/widget/page.ts'
import { looksRight } from './looks.ts'
import { openWindow, SCREENS, type Window } from './window.ts'

const testServer = await startTestServer({ channels: [{ ...WIDGET, widget: { departments: true } }] })
const browser = await openBrowser()
after(async () => {
  await browser.close()
  await testServer.close()
})
const ann = testServer.agent(ANN)
let window: Window
before(async () => {
  window = await openWindow(browser, testServer)
})
const listed = async () => (await ann.call('GET', '/departments')).body['departments'] as unknown as Department[]
const idOf = (email: string) => testServer.services.directory.agents(1).find((one) => one.email === email)?.id ?? 0

test('departments are made, changed and removed with the keyboard alone', async () => {
  const { page } = window
  await window.go('/team', 'text=No departments yet')
  await looksRight(page, 'departments none')
  await page.getByRole('button', { name: 'Add department' }).focus()
  await page.keyboard.press('Enter')
  await page.locator('[role=dialog] input:focus').waitFor()
  await page.keyboard.type('Sales')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await looksRight(page, 'departments dialog')
  await page.getByLabel('Name').focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByText('Sales', { exact: true }).waitFor()
  assert.deepEqual(
    (await listed()).map(({ name, agents }) => [name, agents]),
    [['Sales', [idOf(BOB)]]],
  )

  await page.getByRole('button', { name: 'Add department' }).click()
  await page.getByLabel('Name').fill('Sales')
  await page.keyboard.press('Enter')
  await page.getByText('This name is already in use.').waitFor()
  assert.match(window.faults.splice(0).join(), /409 \(Conflict\) \/api\/departments$/)
  await page.getByLabel('Name').fill('Returns and everything else that came by mistake')
  await page.keyboard.press('Enter')
  await page.getByText('No members yet').waitFor()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await looksRight(page, 'departments')

  await page.getByRole('button', { name: 'Actions for Sales' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Edit' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByLabel('Name').fill('Advice')
  await page.getByRole('checkbox', { name: 'Ann' }).check()
  await page.keyboard.press('Enter')
  await page.getByText('Advice', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Actions for Returns' }).click()
  await page.getByRole('menuitem', { name: 'Remove department' }).click()
  await page.getByText('Visitors can no longer choose it.').waitFor()
  await screenshot(page, 'departments remove')
  await page.getByRole('button', { name: 'Remove department' }).click()
  await page.getByText('No members yet').waitFor({ state: 'detached' })
  assert.deepEqual(
    (await listed()).map(({ name, agents }) => [name, agents]),
    [['Advice', [idOf(ANN), idOf(BOB)]]],
  )
  for (const { id } of await listed()) await ann.call('DELETE', `/departments/${id}`)
  await page.getByText('No departments yet').waitFor()
  assert.deepEqual(window.faults, [])
})

test('an agent sees the departments and cannot change them', async () => {
  await ann.call('POST', '/departments', { name: 'Sales', agents: [idOf(BOB)] })
  const theirs = await openWindow(browser, testServer, BOB)
  await theirs.go('/team', 'text=Sales')
  for (const name of ['Add department', 'Actions for Sales'])
    assert.equal(await theirs.page.getByRole('button', { name }).count(), 0, name)
  await theirs.close()
})

test('W21 a chat shows its department, and alerts its agents while one of them is online', async () => {
  const { page } = window
  const sales = (await listed()).find(({ name }) => name === 'Sales')
  assert.ok(sales)
  const theirs = await openWindow(browser, testServer, BOB)
  await theirs.go('/inbox/waiting', 'text=No waiting chats')
  await theirs.page.locator('[data-connection=live]').waitFor({ state: 'attached' })
  // Ann's window has received the members of Sales and their presence, and the notice about agents on no channel its list.
  const lists: string[] = []
  page.on('response', (response) => lists.push(new URL(response.url()).pathname))
  await window.go('/inbox/waiting', 'text=No waiting chats')
  await soon(() => lists.filter((path) => path === '/api/agents').length === 2)
  const visitor = await openPage(testServer, { visitor: 'chooses' })
  await visitor.ask({ t: 'contact', id: nextId(), contact: { name: 'Vera' } })
  await visitor.ask({ t: 'message', id: nextId(), text: 'hello', department: sales.id })

  // Both see the chat. It counts as unread only for Bob, who is an online member of the department.
  for (const one of [theirs.page, page]) await one.getByRole('option', { name: /Department: Sales/ }).waitFor()
  await soon(async () => (await theirs.page.title()).startsWith('(1)'))
  await theirs.page.getByRole('status').getByText('Vera').waitFor({ state: 'attached' })
  assert.doesNotMatch(await page.title(), /^\(/)
  assert.equal(await page.getByRole('status').getByText('Vera').count(), 0)
  await page.getByRole('option', { name: /Department: Sales/ }).click()
  await page.locator('section header').getByText('Sales', { exact: true }).waitFor()
  await looksRight(page, 'departments chat')
  await page.setViewportSize(SCREENS.phone)
  await page.goto('/inbox/waiting')
  await page.getByRole('option', { name: /Department: Sales/ }).waitFor()
  await screenshot(page, 'departments list phone')
  await page.setViewportSize(SCREENS.desktop)

  // No agent of the department is online: all agents are alerted.
  await theirs.close()
  await visitor.writes('anybody?')
  await soon(async () => /^\(\d\)/.test(await page.title()))
  await visitor.close()
  assert.deepEqual(window.faults, [])
})
