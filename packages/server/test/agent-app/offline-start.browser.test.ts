import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { openBrowser, screenshot } from '../browser.ts'
import { startIntegratorServer } from '../integrator-server.ts'
import { ANN, BOB, startTestServer } from '../test-server.ts'
import { soon } from '../channels/widget/soon.ts'
import { openWindow } from './window.ts'

const integrator = await startIntegratorServer()
const testServer = await startTestServer({ channel: { serverUrl: `${integrator.url}/chat` } })
const browser = await openBrowser()
after(async () => {
  await browser.close()
  await testServer.close()
  await integrator.close()
})

/** A chat that Ann holds. */
async function chatOf(name: string): Promise<number> {
  await testServer.visitor(name.toLowerCase(), { name }).writes(`hello from ${name}`)
  const ann = testServer.agent(ANN)
  const chat = (await ann.chats('?view=waiting')).find((one) => one.visitor.name === name)
  assert.ok(chat)
  await ann.accepts(chat.id)
  return chat.id
}

/** Waits until the worker has all files and answers for the pages. */
const workerReady = (page: Page) =>
  soon(
    () =>
      page.evaluate<boolean>(
        `navigator.serviceWorker.ready.then(({ active }) => active?.state === 'activated' && navigator.serviceWorker.controller !== null)`,
      ),
    30_000,
  )
const keepInbox = (page: Page) => page.evaluate(`dispatchEvent(new Event('pagehide'))`)
const stored = (page: Page) =>
  page.evaluate<number>(`new Promise((resolve, reject) => {
    const opening = indexedDB.open('deskbell-inbox')
    opening.onerror = () => reject(opening.error)
    opening.onsuccess = () => {
      const db = opening.result
      const counting = db.transaction('inbox').objectStore('inbox').count()
      counting.onsuccess = () => (db.close(), resolve(counting.result))
    }
  })`)

test('R15 offline, the application starts with the last inbox, and sends what was written when it is back', async () => {
  const chat = await chatOf('Olga')
  const window = await openWindow(browser, testServer, ANN, { withWorker: true })
  const { page, context } = window
  await window.go(`/inbox/mine/${chat}`, 'textarea')
  await page.locator('[role=log]').getByText('hello from Olga').waitFor()
  await page.locator('[data-connection=live]').waitFor({ state: 'attached' })
  await workerReady(page)
  await keepInbox(page)
  await soon(
    () =>
      page.evaluate<boolean>(`new Promise((resolve) => {
    const opening = indexedDB.open('deskbell-inbox')
    opening.onsuccess = () => {
      const asked = opening.result.transaction('inbox').objectStore('inbox').get('last')
      asked.onsuccess = () => (opening.result.close(), resolve(asked.result?.threads.length === 1))
    }
  })`),
    20_000,
  )

  await context.setOffline(true)
  await page.goto(`/inbox/mine/${chat}`)
  await page.getByRole('option', { name: /Olga/ }).waitFor()
  await page.locator('[role=log]').getByText('hello from Olga').waitFor()
  await page.getByText('You’re offline').waitFor()
  await screenshot(page, 'offline-start')
  await page.locator('textarea').fill('written after an offline start')
  await page.keyboard.press('Enter')
  await page.locator('[data-pending]').getByText('written after an offline start').waitFor()
  // Screens that were never opened are there as well.
  await page.goto('/archive')
  await page.getByRole('heading', { name: 'Archive' }).first().waitFor()
  assert.equal(await page.getByText('Deskbell was updated').count(), 0)

  await page.goto(`/inbox/mine/${chat}`)
  await page.locator('[data-pending]').getByText('written after an offline start').waitFor()
  await context.setOffline(false)
  await page.locator('[role=log] [data-n]').getByText('written after an offline start').waitFor()
  const ann = testServer.agent(ANN)
  const texts = (await ann.entries(chat)).flatMap((entry) => (entry.type === 'message' ? [entry.text] : []))
  assert.equal(texts.filter((text) => text === 'written after an offline start').length, 1)
  assert.deepEqual(
    window.faults.filter((fault) => !/ERR_INTERNET_DISCONNECTED|Failed to load resource/.test(fault)),
    [],
  )
  await window.close()
})

test('T1 the page that the worker serves has the policy of the server', async () => {
  const window = await openWindow(browser, testServer, ANN, { withWorker: true })
  const { page } = window
  await window.go('/inbox/mine', '[role=listbox]')
  const fresh = (await page.goto('/inbox/mine'))?.headers()['content-security-policy']
  await workerReady(page)
  const response = await page.goto('/inbox/all')
  assert.equal(response?.fromServiceWorker(), true)
  assert.equal(response.headers()['content-security-policy'], fresh)
  assert.match(fresh ?? '', /require-trusted-types-for 'script'; trusted-types deskbell-worker$/)
  // The page makes its one policy when it starts.
  await page.locator('[role=listbox]').waitFor()
  // No script of another address becomes a worker, and no other policy can be made.
  const refusals = await page.evaluate<string[]>(`Promise.all([
    navigator.serviceWorker.register('/theme.js').then(() => 'registered', (error) => error.name),
    Promise.resolve().then(() => trustedTypes.createPolicy('other', {})).then(() => 'made', (error) => error.name),
    Promise.resolve().then(() => trustedTypes.createPolicy('deskbell-worker', {})).then(() => 'made', (error) => error.name),
  ])`)
  assert.deepEqual(refusals, ['TypeError', 'TypeError', 'TypeError'])
  await window.close()
})

test('the inbox that a browser has kept is removed at sign-out and when another agent signs in', async () => {
  await chatOf('Petra')
  const window = await openWindow(browser, testServer, ANN)
  const { page, context } = window
  await window.go('/inbox/mine', '[role=listbox]')
  await page.locator('[data-connection=live]').waitFor({ state: 'attached' })
  await keepInbox(page)
  await soon(() =>
    page.evaluate<boolean>(`indexedDB.databases().then((all) => all.some(({ name }) => name === 'deskbell-inbox'))`),
  )
  assert.equal(await stored(page), 1)

  // Bob signs in in another window of this browser.
  const other = await context.request.post('/api/session', {
    data: { email: BOB, password: 'correct horse battery' },
    headers: { origin: testServer.publicUrl },
  })
  assert.equal(other.ok(), true)
  await page.goto('/inbox/mine')
  await page.locator('[data-connection=live]').waitFor({ state: 'attached' })
  await page.getByText('Petra').waitFor({ state: 'detached' })

  await keepInbox(page)
  await page
    .getByRole('button', { name: 'Your account' })
    .or(page.getByRole('button', { name: /menu/i }))
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('button', { name: 'Sign in' }).waitFor()
  assert.equal(await stored(page), 0)
  await window.close()
})
