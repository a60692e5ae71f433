import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { axeViolations, openBrowser, screenshot } from '../browser.ts'
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
const ann = testServer.agent(ANN)
before(async () => {
  for (const [name, colour] of [
    ['Solved', 'green'],
    ['VIP', 'blue'],
  ] as const)
    await ann.call('POST', '/tags', { name, colour })
  await ann.call('POST', '/departments', { name: 'Sales', agents: [1] })
})

async function begun(name: string, accepted = true): Promise<number> {
  await testServer.visitor(name, { name }).writes('hello')
  const chat = (await ann.chats()).find((one) => one.visitor.name === name)
  assert.ok(chat)
  if (accepted) await ann.accepts(chat.id)
  return chat.id
}

test('a macro is written in the settings, its steps are put in order, and a refused step says why', async () => {
  const window = await openWindow(browser, testServer)
  const { page } = window
  await window.go('/settings/macros', 'text=No macros yet')
  await looksRight(page, 'macros empty')
  await page.getByRole('button', { name: 'New macro' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Title').fill('Solved')
  await dialog.getByLabel('Shortcut').fill('done')
  const add = dialog.getByRole('combobox', { name: 'Add a step' })
  await add.selectOption('Close the chat')
  await add.selectOption('Change tags')
  await dialog.getByRole('group', { name: 'Add' }).getByText('Solved').click()
  await add.selectOption('Send a message')
  await dialog.locator('textarea:focus').waitFor()
  await page.keyboard.type('Thank you, {visitor.nmae}!')
  await dialog.getByText('There is no variable {visitor.nmae}.').waitFor()
  assert.equal(await dialog.getByRole('button', { name: 'New macro' }).isDisabled(), true)
  await dialog.getByLabel('Text').fill('Thank you, ')
  await dialog.getByRole('combobox', { name: 'Insert a variable' }).selectOption('Visitor’s name')
  await dialog.getByText('Thank you, Vera').waitFor()
  // The closing stays last; the message moves before the tags.
  await dialog.getByRole('button', { name: 'Move step 2 up' }).click()
  await dialog.getByRole('listitem').first().getByText('Send a message', { exact: true }).waitFor()
  await looksRight(page, 'macros editor')
  await dialog.getByRole('button', { name: 'New macro' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('Send a message · Change tags · Close the chat').waitFor()

  // What the server alone knows is said at its step.
  await page.getByRole('button', { name: 'Edit' }).click()
  await dialog.getByRole('button', { name: 'Move step 3 up' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('No step of this kind can come after').waitFor()
  await dialog.getByRole('button', { name: 'Move step 2 down' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  await looksRight(page, 'macros list')
  assert.deepEqual(
    window.faults.filter((fault) => !fault.includes('400')),
    [],
  )
  await window.close()
})

test('agents do not change shared macros and write their own', async () => {
  const window = await openWindow(browser, testServer, BOB)
  const { page } = window
  await window.go('/settings/macros', 'text=Shared with all agents')
  assert.equal(await page.getByRole('button', { name: /^Edit/ }).count(), 0)
  await page.getByRole('button', { name: 'New macro' }).click()
  assert.equal(await page.getByRole('dialog').getByRole('switch').count(), 0)
  await window.close()
})

test('M runs a macro that answers, tags and closes; the next chat opens, and Z takes the closing back', async () => {
  const vera = await begun('Vera')
  const otto = await begun('Otto', false)
  const window = await openWindow(browser, testServer)
  const { page } = window
  await window.go(`/inbox/mine/${vera}`, 'textarea:focus')
  await page.keyboard.press('Escape')
  await page.locator('[role=option]:focus', { hasText: 'Vera' }).waitFor()
  await page.keyboard.press('m')
  const menu = page.getByRole('dialog', { name: 'Run a macro' })
  await menu.getByRole('option', { name: 'Solved' }).waitFor()
  await screenshot(page, 'macros menu')
  assert.deepEqual(await axeViolations(page), [])
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/inbox/waiting/${otto}`)
  await integrator.receives(({ body }) => body.includes('Thank you, Vera'))
  await page.keyboard.press('z')
  await page.waitForURL(`**/inbox/mine/${vera}`)
  await page.getByText('You kept the chat open').waitFor()
  await page.getByRole('list', { name: 'Tags of this chat' }).first().getByText('Solved').waitFor()
  assert.equal((await ann.chat(vera)).closing, undefined)
  assert.deepEqual(window.faults, [])
  await window.close()
})

test('a refused step is named, the row comes back, and nothing has changed', async () => {
  const kim = await begun('Kim', false)
  const window = await openWindow(browser, testServer)
  const { page } = window
  await window.go(`/inbox/waiting/${kim}`, 'text=hello')
  await page.keyboard.press('m')
  await page.getByRole('dialog').getByRole('option', { name: 'Solved' }).waitFor()
  await page.keyboard.press('Enter')
  const notices = page.getByRole('region', { name: 'Notices' })
  await notices.getByText('Step 1 (Send a message): No agent has accepted this chat yet.').waitFor()
  await screenshot(page, 'macros refused closing')
  const chat = await ann.chat(kim)
  assert.deepEqual([chat.owner, chat.tags], ['queue', undefined])
  await window.close()
})

test('/ lists macros beside canned answers, with their steps; one that does not close says that it is done', async () => {
  await ann.call('POST', '/canned-answers', { shared: true, title: 'Welcome', shortcut: 'welcome', text: 'Welcome!' })
  const steps = [
    { type: 'note', text: 'wants a quote for {channel}' },
    { type: 'tag', add: [2], remove: [] },
    { type: 'hand-over', department: 1 },
  ]
  await ann.call('POST', '/macros', { shared: true, title: 'Wants a quote', shortcut: 'quote', steps })
  const mia = await begun('Mia')
  const window = await openWindow(browser, testServer)
  const { page } = window
  await window.go(`/inbox/mine/${mia}`, 'textarea:focus')
  await page.keyboard.type('/')
  const list = page.getByRole('listbox', { name: 'Canned answers' })
  await list.getByRole('option', { name: 'Welcome' }).waitFor()
  await page.keyboard.type('quo')
  await list.getByRole('option', { name: 'Wants a quote' }).waitFor()
  await page.getByText('Hands the chat to').waitFor()
  await page.getByText('wants a quote for App').waitFor()
  await screenshot(page, 'macros picker')
  await page.keyboard.press('Enter')
  await page.getByText('“Wants a quote” is done').waitFor()
  await page.getByText('You handed the chat to').waitFor()
  await screenshot(page, 'macros done')
  assert.deepEqual(await axeViolations(page), [])
  const { owner, department, tags } = await ann.chat(mia)
  assert.deepEqual([owner, department?.name, tags], ['queue', 'Sales', [2]])
  assert.deepEqual(window.faults, [])
  await window.close()
})
