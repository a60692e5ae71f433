import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { openBrowser, screenshot } from '../browser.ts'
import { ANN, BOB, PUBLIC_ID, startTestServer } from '../test-server.ts'
import { startIntegratorServer } from '../integrator-server.ts'
import { openWindow } from './window.ts'

const integrator = await startIntegratorServer()
const testServer = await startTestServer({ channel: { serverUrl: `${integrator.url}/chat` } })
const browser = await openBrowser()
after(async () => {
  await browser.close()
  await testServer.close()
  await integrator.close()
})

/** What has the focus, as a screen reader would name it. */
const focused = (page: Page) =>
  page
    .locator(':focus')
    .evaluate((element) => `${element.getAttribute('role') ?? element.tagName.toLowerCase()} ${element.textContent}`)

test('a conversation with the keyboard alone, from the list to the closed chat', async () => {
  const [vera, otto] = [testServer.visitor('v1', { name: 'Vera' }), testServer.visitor('v2', { name: 'Otto' })]
  await vera.writes('hello')
  await otto.writes('me too')
  const window = await openWindow(browser, testServer)
  const { page } = window
  await window.go('/inbox', '[role=option]')

  await page.keyboard.press('j')
  await page.locator('[role=option]:focus', { hasText: 'Vera' }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.locator('[role=option]:focus', { hasText: 'Otto' }).waitFor()
  await page.keyboard.press('k')
  await page.locator('[role=option]:focus', { hasText: 'Vera' }).waitFor()
  await page.keyboard.press('Enter')
  await page.locator('[role=log]').getByText('hello').waitFor()
  await page.locator('button:focus', { hasText: 'Reply' }).waitFor()

  await page.keyboard.press('r')
  await page.locator('textarea:focus').waitFor()
  await page.waitForURL(/\/inbox\/mine\/\d+$/)
  await page.keyboard.type('good day')
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.type('Vera')
  await page.keyboard.press('Enter')
  const sent = await integrator.receives((request) => request.body.includes('good day'))
  assert.equal(sent.path, `/chat/${PUBLIC_ID}`)
  assert.equal(JSON.parse(sent.body).message.text, 'good day\nVera')
  await page.getByText(/^Delivered/).waitFor({ state: 'attached' })

  await vera.writes('thank you')
  await page.locator('[role=log]').getByText('thank you').waitFor()

  await page.keyboard.press('Escape')
  await page.locator('[role=option]:focus', { hasText: 'Vera' }).waitFor()
  // The next stops of Tab are the conversation's own: the way to the end of the chat is not far.
  await page.keyboard.press('Tab')
  assert.equal(await focused(page), 'button Close chat')
  await page.keyboard.press('Enter')
  await page.locator('button:focus', { hasText: 'Reply' }).waitFor()
  assert.match(page.url(), /waiting/)
  await page.getByRole('button', { name: 'Undo' }).waitFor({ state: 'detached' })
  const socket = await testServer.agent(ANN).connects()
  if ((await testServer.agent(ANN).chats('?view=mine')).length > 0)
    await socket.seesChat(({ state }) => state === 'closed')
  socket.close()
  assert.deepEqual(await testServer.agent(ANN).chats('?view=mine'), [])
  assert.deepEqual(window.faults, [])
  await window.close()
})

test('the filter opens by key, finds by name, and returns the focus', async () => {
  const window = await openWindow(browser, testServer)
  const { page } = window
  await testServer.visitor('v3', { name: 'Zoë' }).writes('bonjour')
  await window.go('/inbox/all', '[role=option]')
  await page.getByRole('option', { name: 'Zoë' }).waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('zoe')
  await page.getByRole('option', { name: 'Otto' }).waitFor({ state: 'detached' })
  await page.keyboard.press('Enter')
  await page.locator('[role=option]:focus', { hasText: 'Zoë' }).waitFor()
  await page.keyboard.press('/')
  await page.keyboard.press('Escape')
  await page.getByRole('option', { name: 'Otto' }).waitFor()
  await window.close()
})

test('a chat that a colleague holds is taken over only after a question', async () => {
  const [bob, ann] = [testServer.agent(BOB), testServer.agent(ANN)]
  const [chat] = await ann.chats('?view=waiting')
  assert.ok(chat)
  await bob.accepts(chat.id)
  const window = await openWindow(browser, testServer)
  const { page } = window
  await window.go(`/inbox/all/${chat.id}`, '[role=log]')
  await page.getByText('Bob is handling this chat.').waitFor()
  await page.keyboard.press('r')
  await page.locator('[role=alertdialog] :focus').waitFor()
  assert.equal((await ann.chat(chat.id)).agent?.name, 'Bob')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.locator('textarea:focus').waitFor()
  assert.equal((await ann.chat(chat.id)).agent?.name, 'Ann')
  await window.close()
})

test('menus that are loaded when a key first opens them begin at their first item', async () => {
  await testServer.visitor('v9', { name: 'Menua' }).writes('hello')
  const [chat] = (await testServer.agent(ANN).chats('?view=waiting')).filter((one) => one.visitor.name === 'Menua')
  assert.ok(chat)
  await testServer.agent(ANN).accepts(chat.id)
  const window = await openWindow(browser, testServer)
  const { page } = window
  await window.go(`/inbox/mine/${chat.id}`, 'textarea')
  for (const [name, key, item] of [
    ['More actions', 'Enter', 'Put back in the queue'],
    ['Your menu', 'ArrowDown', 'Online'],
  ] as const) {
    const button = page.getByRole('button', { name })
    await button.focus()
    await page.keyboard.press(key)
    await page.locator('[role^=menuitem]:focus[data-highlighted]', { hasText: item }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('menu').waitFor({ state: 'detached' })
  }
  assert.deepEqual(window.faults, [])
  await window.close()
})

test('a failed message shows the reason and is sent again in place, also when that fails', async () => {
  const visitor = testServer.visitor('v4', { name: 'Mia' })
  await visitor.writes('hello')
  const [chat] = (await testServer.agent(ANN).chats('?view=waiting')).filter((one) => one.visitor.name === 'Mia')
  assert.ok(chat)
  await testServer.agent(ANN).accepts(chat.id)
  const window = await openWindow(browser, testServer)
  const { page } = window
  await window.go(`/inbox/mine/${chat.id}`, 'textarea')
  let refusals = 0
  integrator.behaves((request, response) => {
    const refuses = refusals < 2 && request.body.includes('are you there?')
    refusals += refuses ? 1 : 0
    const answer = refuses ? { error: { code: 'gone', message: 'Mia has left <b>us</b>' } } : { result: 'ok' }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  })
  await page.locator('textarea').fill('are you there?')
  await page.keyboard.press('Enter')
  await page.getByText('Mia has left <b>us</b>').waitFor()
  await page.getByRole('option', { name: /was not delivered/ }).waitFor()
  // The second failure is told, although its reason is the same.
  await page.getByRole('button', { name: 'Send again' }).click()
  await page.getByText(/Failed again at .* \(2 times\)/).waitFor()
  assert.equal(await page.getByText('Mia has left <b>us</b>').count(), 1)
  await screenshot(page, 'failed again')
  await page.getByRole('button', { name: 'Send again' }).click()
  await page.getByText('Mia has left').waitFor({ state: 'detached' })
  await page.getByText(/^Delivered/).waitFor({ state: 'attached' })
  await page.getByRole('option', { name: /was not delivered/ }).waitFor({ state: 'detached' })
  await window.close()
})

test('a key for a menu that is still loading opens it once it is there, and not in another chat', async () => {
  const ann = testServer.agent(ANN)
  for (const name of ['Early', 'Other']) {
    await testServer.visitor(name, { name }).writes('hello')
    const chat = (await ann.chats()).find(({ visitor }) => visitor.name === name)
    assert.ok(chat)
    await ann.accepts(chat.id)
  }
  const window = await openWindow(browser, testServer)
  const { page } = window
  let isThere = (): void => {}
  const there = new Promise<void>((resolve) => (isThere = resolve))
  await page.route(/chat-menus-.*\.js$/, async (route) => {
    await there
    await route.continue()
  })
  await window.go('/inbox/mine', '[role=option]')
  await page.locator('[role=option]', { hasText: 'Early' }).click()
  await page.locator('textarea:focus').waitFor()
  await page.keyboard.press('Escape')
  await page.locator('[role=option]:focus').waitFor()
  await page.keyboard.press('b')
  await page.locator('[role=option]', { hasText: 'Other' }).click()
  await page.getByRole('heading', { name: 'Other' }).waitFor()
  await page.locator('textarea:focus').waitFor()
  await page.keyboard.press('Escape')
  await page.locator('[role=option]:focus').waitFor()
  await page.keyboard.press('s')
  isThere()
  await page.getByRole('menu', { name: 'Snooze until' }).locator('[role=menuitem]:focus').waitFor()
  assert.equal(await page.getByRole('alertdialog').count(), 0)
  assert.deepEqual(window.faults, [])
  await window.close()
})
