import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { openBrowser } from '../browser.ts'
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

/** The number of the waiting chat of a new visitor. */
async function waits(name: string): Promise<number> {
  await testServer.visitor(name, { name }).writes(`hello from ${name}`)
  const chat = (await ann.chats('?view=waiting')).find((one) => one.visitor.name === name)
  assert.ok(chat)
  return chat.id
}

/** Holds the requests of one kind back. Resolves when the first has come; `release` lets them through. */
async function hold(page: Page, url: string, method: string) {
  const [come, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route(url, async (route) => {
    if (route.request().method() !== method) return route.fallback()
    come.resolve()
    await over.promise
    await route.continue()
  })
  return { come: come.promise, release: over.resolve }
}

test('an agent who types in another field while a chat is being accepted goes on typing there', async () => {
  const chat = await waits('Ada')
  const window = await openWindow(browser, testServer)
  const { page } = window
  await window.go(`/inbox/waiting/${chat}`, 'button:focus:has-text("Reply")')
  const { come, release } = await hold(page, '**/accept', 'POST')
  await page.keyboard.press('r')
  await come
  const field = page.getByRole('searchbox')
  await field.focus()
  await page.keyboard.type('or')
  release()
  await page.getByRole('textbox', { name: /^Write a reply/ }).waitFor()
  // The conversation sets its focus with the next frame, or with a key.
  await page.keyboard.type('der')
  assert.equal(await field.inputValue(), 'order')
  assert.equal((await ann.chat(chat)).agent?.id, 1)
  await window.close()
})

test('an agent who opens another chat while one is being accepted stays there, and the other one is not accepted', async () => {
  const [first, second] = [await waits('Bea'), await waits('Cid')]
  const window = await openWindow(browser, testServer)
  const { page } = window
  await window.go(`/inbox/waiting/${first}`, 'button:focus:has-text("Reply")')
  const { come, release } = await hold(page, '**/accept', 'POST')
  await page.keyboard.press('r')
  await come
  await page.getByRole('option', { name: 'Cid' }).click()
  await page.waitForURL(`**/inbox/waiting/${second}`)
  release()
  await page.getByRole('option', { name: 'Bea' }).waitFor({ state: 'detached' })
  assert.equal(new URL(page.url()).pathname, `/inbox/waiting/${second}`)
  assert.equal((await ann.chat(second)).owner, 'queue')
  await window.close()
})

test('what an agent writes while a task is being saved is the next task, and a task that is refused comes back', async () => {
  const chat = await waits('Dov')
  const window = await openWindow(browser, testServer)
  const { page } = window
  await window.go(`/inbox/all/${chat}/details`, 'h2:text("Tasks")')
  const field = page.getByRole('textbox', { name: 'Add a task' })
  const { come, release } = await hold(page, '**/tasks', 'POST')
  await field.fill('Send the offer')
  await field.press('Enter')
  await come
  await field.pressSequentially('Call back')
  release()
  await page.getByRole('listitem').filter({ hasText: 'Send the offer' }).first().waitFor()
  assert.equal(await field.inputValue(), 'Call back')
  await page.unroute('**/tasks')
  await page.route('**/tasks', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 500, body: '{}' }) : route.fallback(),
  )
  await field.press('Enter')
  await page.getByRole('alert').waitFor()
  assert.equal(await field.inputValue(), 'Call back')
  await window.close()
})

test('Enter in the search opens a result of what is typed, and none of what was typed before', async () => {
  await waits('Anna')
  await waits('Robert')
  // New chats can be found after a moment.
  for (const name of ['Anna', 'Robert'])
    await soon(async () => (await ann.call('GET', `/search?q=${name}`)).text.includes(`hello from ${name}`), 30_000)
  const window = await openWindow(browser, testServer)
  const { page } = window
  await window.go('/search?q=Anna', '[role=option]:has-text("Anna")')
  const { come, release } = await hold(page, '**/api/search?*', 'GET')
  const field = page.getByRole('combobox')
  await field.fill('Robert')
  await field.press('Enter')
  await come
  await field.press('Enter')
  release()
  await page.locator('[role=log]').getByText('hello from Robert').waitFor()
  await window.close()
})

test('a list that is opened while the inbox is read again keeps its chats', async () => {
  const chat = await waits('Gus')
  await ann.accepts(chat)
  await ann.closes(chat)
  const window = await openWindow(browser, testServer)
  const { page } = window
  await window.go('/inbox/waiting', '[role=listbox]')
  await page.locator('[data-connection=live]').waitFor({ state: 'attached' })
  const { come, release } = await hold(page, '**/api/chats?view=mine*', 'GET')
  // After a lost connection the inbox is read again.
  await page.context().setOffline(true)
  await page.getByText('You’re offline').waitFor()
  await page.context().setOffline(false)
  await come
  await page.getByRole('link', { name: 'Closed' }).click()
  await page.getByRole('option', { name: 'Gus' }).waitFor()
  release()
  await page.locator('[data-connection=live]').waitFor({ state: 'attached' })
  await page.getByRole('option', { name: 'Gus' }).waitFor()
  assert.equal(await page.getByRole('option', { name: 'Gus' }).count(), 1)
  await window.close()
})

test('a message of a window that is closed before it could send it is sent by another window of the agent', async () => {
  const chat = await waits('Hal')
  await ann.accepts(chat)
  const window = await openWindow(browser, testServer)
  const { page, context } = window
  await window.go(`/inbox/mine/${chat}`, 'textarea')
  await page.route('**/messages', (route) => route.abort())
  const other = await context.newPage()
  await other.goto('/inbox/mine')
  await other.locator('[data-connection=live]').waitFor({ state: 'attached' })
  await page.locator('textarea').fill('from a closed window')
  await page.keyboard.press('Enter')
  const stored = () =>
    other.evaluate<number>(`new Promise((resolve) => {
      const opening = indexedDB.open('deskbell')
      opening.onsuccess = () => {
        const counting = opening.result.transaction('outbox').objectStore('outbox').count()
        counting.onsuccess = () => (opening.result.close(), resolve(counting.result))
      }
    })`)
  await soon(async () => (await stored()) === 1, 30_000)
  await page.close()
  const texts = async () => (await ann.entries(chat)).flatMap((entry) => (entry.type === 'message' ? [entry.text] : []))
  await soon(async () => (await texts()).includes('from a closed window'), 30_000)
  assert.equal((await texts()).filter((text) => text === 'from a closed window').length, 1)
  await window.close()
})
