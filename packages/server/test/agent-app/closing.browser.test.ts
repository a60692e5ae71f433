import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page, Route } from 'playwright-core'
import { axeViolations, openBrowser, screenshot } from '../browser.ts'
import { ANN, startTestServer } from '../test-server.ts'
import { openWindow } from './window.ts'

const testServer = await startTestServer()
const browser = await openBrowser()
after(async () => {
  await browser.close()
  await testServer.close()
})
const ann = testServer.agent(ANN)

let serial = 0
/** A visitor with this name who has written, and their chat. */
async function begun(name: string, accepted = false) {
  const visitor = testServer.visitor(`v${++serial}`, { name })
  await visitor.writes('hello')
  const chat = (await ann.chats('?view=waiting')).find((one) => one.visitor.name === name)
  assert.ok(chat)
  if (accepted) await ann.accepts(chat.id)
  return { visitor, chat: chat.id }
}
/** Holds the requests for closing until `over`, and then answers them. */
const holdClosing = (page: Page, over: Promise<void>, answer: (route: Route) => Promise<void>) =>
  page.route('**/close', async (route) => {
    await over
    await answer(route)
  })
/** The server takes the closing, and the connection breaks before its answer has come. */
async function loseAnswer(page: Page, over?: Promise<void>): Promise<{ taken: Promise<void> }> {
  const { promise: taken, resolve } = Promise.withResolvers<void>()
  await page.route('**/close', async (route) => {
    await route.fetch()
    resolve()
    await over
    await route.abort('internetdisconnected')
  })
  return { taken }
}

test('E closes with time to undo and opens the next waiting chat, and Z takes it back', async () => {
  const vera = await begun('Vera', true)
  const otto = await begun('Otto')
  const window = await openWindow(browser, testServer)
  const { page } = window
  await window.go(`/inbox/mine/${vera.chat}`, 'textarea:focus')
  await page.keyboard.press('Escape')
  await page.locator('[role=option]:focus', { hasText: 'Vera' }).waitFor()
  await page.keyboard.press('e')
  await page.waitForURL(`**/inbox/waiting/${otto.chat}`)
  await page.locator('button:focus', { hasText: 'Reply' }).waitFor()
  await page.getByRole('status').filter({ hasText: 'Chat with' }).filter({ hasText: 'Press Z to undo' }).waitFor()
  await screenshot(page, 'closing')
  assert.deepEqual(await axeViolations(page), [])
  assert.equal((await ann.chat(vera.chat)).state, 'open')
  assert.equal(await page.getByRole('option', { name: 'Vera' }).count(), 0, 'its row has left the list')

  await page.keyboard.press('z')
  await page.waitForURL(`**/inbox/mine/${vera.chat}`)
  await page.locator('textarea:focus').waitFor()
  await page.getByText('You kept the chat open').waitFor()
  await page.getByRole('option', { name: 'Vera' }).waitFor()
  assert.equal((await ann.chat(vera.chat)).closing, undefined)

  // In a field with text the keys undo typing.
  await page.keyboard.type('ez')
  assert.equal(await page.locator('textarea').inputValue(), 'ez')
  await page.locator('textarea').fill('')
  assert.deepEqual(window.faults, [])
  await window.close()
})

test('the button closes too, the visitor’s message keeps the chat open, and the agent is told why', async () => {
  const mia = await begun('Mia', true)
  const window = await openWindow(browser, testServer)
  const { page } = window
  await window.go(`/inbox/mine/${mia.chat}`, 'textarea:focus')
  await page.getByRole('button', { name: 'Close chat' }).click()
  await page.getByRole('button', { name: 'Undo' }).waitFor()
  await mia.visitor.writes('wait!')
  await page
    .getByRole('region', { name: 'Notices' })
    .getByText(/Mia.* wrote, so the chat stays open/)
    .waitFor()
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await page.getByText('The visitor wrote while the chat was being closed').waitFor()
  await page.locator('textarea:focus').waitFor()
  await window.close()
})

test('a message that comes before the server hears of the closing keeps the chat open', async () => {
  for (const chat of await ann.chats()) await ann.closes(chat.id)
  const ida = await begun('Ida', true)
  const window = await openWindow(browser, testServer)
  const { page } = window
  await window.go(`/inbox/mine/${ida.chat}`, 'textarea:focus')
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await holdClosing(page, held, (route) => route.continue())
  const notices = page.getByRole('region', { name: 'Notices' })
  await page.getByRole('button', { name: 'Close chat' }).click()
  await page.getByRole('button', { name: 'Undo' }).waitFor()
  // A change that is not a message leaves the closing as it is.
  assert.equal((await ann.call('POST', `/chats/${ida.chat}/notes`, { text: 'A note' })).status, 200)
  await page.getByRole('option', { name: 'Ida' }).waitFor()
  assert.equal(await notices.getByText('stays open').count(), 0)
  await ida.visitor.writes('wait!')
  await notices.getByText(/Ida.* wrote, so the chat stays open/).waitFor()
  release()
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await page.getByText('The visitor wrote while the chat was being closed').waitFor()
  const { state, closing } = await ann.chat(ida.chat)
  assert.deepEqual([state, closing], ['open', undefined])
  assert.deepEqual(window.faults, [])
  await window.close()
})

test('the chat closes when the time is over, and the focus stays in the list when no chat is left', async () => {
  for (const chat of await ann.chats()) await ann.closes(chat.id)
  const zoe = await begun('Zoë', true)
  const window = await openWindow(browser, testServer)
  const { page } = window
  await window.go(`/inbox/mine/${zoe.chat}`, 'textarea:focus')
  await page.keyboard.press('Escape')
  await page.locator('[role=option]:focus', { hasText: 'Zoë' }).waitFor()
  await page.keyboard.press('e')
  await page.waitForURL('**/inbox/mine')
  await page.getByText('You have no chats').waitFor()
  // The focus is not lost.
  await page.locator('body:focus').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).waitFor({ state: 'detached' })
  const socket = await ann.connects()
  if ((await ann.chat(zoe.chat)).state === 'open') await socket.seesChat(({ state }) => state === 'closed')
  socket.close()
  assert.deepEqual(window.faults, [])
  await window.close()
})

test('a refused closing brings the row back and says why', async () => {
  const kim = await begun('Kim', true)
  const window = await openWindow(browser, testServer)
  const { page } = window
  await window.go(`/inbox/mine/${kim.chat}`, 'textarea:focus')
  await page.route('**/close', (route) => route.fulfill({ status: 500, body: '{}' }))
  await page.getByRole('button', { name: 'Close chat' }).click()
  await page
    .getByRole('region', { name: 'Notices' })
    .getByText(/Couldn’t close the chat with .*Kim/)
    .waitFor()
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await page.waitForURL(`**/inbox/mine/${kim.chat}`)
  await page.locator('textarea:focus').waitFor()
  await window.close()
})

test('an agent takes a closing back although the answer to it is lost', async () => {
  const ada = await begun('Ada', true)
  const window = await openWindow(browser, testServer)
  const { page } = window
  await window.go(`/inbox/mine/${ada.chat}`, 'textarea:focus')
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const { taken } = await loseAnswer(page, held)
  await page.getByRole('button', { name: 'Close chat' }).click()
  await taken
  await page.getByRole('button', { name: 'Undo' }).click()
  release()
  await page.getByText('You kept the chat open').waitFor()
  const { state, closing } = await ann.chat(ada.chat)
  assert.deepEqual([state, closing], ['open', undefined])
  assert.deepEqual(window.faults, [])
  await window.close()
})

test('a closing whose answer is lost goes on, and the agent is not told that it failed', async () => {
  const lea = await begun('Lea', true)
  const window = await openWindow(browser, testServer)
  const { page } = window
  await window.go(`/inbox/mine/${lea.chat}`, 'textarea:focus')
  await loseAnswer(page)
  const read = page.waitForResponse((response) => response.url().endsWith(`/api/chats/${lea.chat}`))
  await page.getByRole('button', { name: 'Close chat' }).click()
  const undo = page.getByRole('button', { name: 'Undo' })
  await undo.waitFor()
  await (await read).finished()
  await undo.waitFor({ state: 'detached' })
  assert.equal(await page.getByText('Couldn’t close the chat').count(), 0)
  assert.equal(await page.getByRole('option', { name: 'Lea' }).count(), 0)
  assert.deepEqual(window.faults, [])
  await window.close()
})

test('an agent is told of a closing that is refused after the offer to undo it is gone', async () => {
  const noa = await begun('Noa', true)
  const window = await openWindow(browser, testServer)
  const { page } = window
  await window.go(`/inbox/mine/${noa.chat}`, 'textarea:focus')
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await holdClosing(page, held, (route) => route.fulfill({ status: 403, body: '{}' }))
  await page.getByRole('button', { name: 'Close chat' }).click()
  const undo = page.getByRole('button', { name: 'Undo' })
  await undo.waitFor()
  await undo.waitFor({ state: 'detached' })
  release()
  await page
    .getByRole('region', { name: 'Notices' })
    .getByText(/Couldn’t close the chat with .*Noa/)
    .waitFor()
  await page.getByRole('option', { name: 'Noa' }).waitFor()
  await window.close()
})
