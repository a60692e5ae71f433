import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openBrowser } from '../browser.ts'
import { ANN, BOB, startTestServer } from '../test-server.ts'
import { startIntegratorServer } from '../integrator-server.ts'
import { openLine } from './line.ts'
import { openWindow } from './window.ts'

const line = await openLine()
const integrator = await startIntegratorServer()
const testServer = await startTestServer({
  channel: { serverUrl: `${integrator.url}/chat` },
  env: { PUBLIC_URL: `http://localhost:${line.port}` },
})
line.leadsTo(Number(new URL(testServer.url).port))
const browser = await openBrowser()
after(async () => {
  await browser.close()
  line.close()
  await testServer.close()
  await integrator.close()
})

const ann = testServer.agent(ANN)
/** The stored messages with this text. */
const stored = async (chat: number, text: string) =>
  (await ann.entries(chat)).filter((entry) => entry.type === 'message' && entry.text === text).length

/** A chat that Ann holds, with one message. */
async function chatWith(name: string): Promise<number> {
  const visitor = testServer.visitor(name, { name })
  await visitor.writes(`hello from ${name}`)
  const chat = (await ann.chats('?view=waiting')).find((one) => one.visitor.name === name)
  assert.ok(chat)
  await ann.accepts(chat.id)
  return chat.id
}

/** The chat in one of Ann's windows. */
async function open(chat: number) {
  const window = await openWindow(browser, testServer)
  await window.go(`/inbox/mine/${chat}`, 'textarea')
  await window.page.locator('[data-connection=live]').waitFor({ state: 'attached' })
  const { page } = window
  return { window, page, text: page.locator('textarea'), log: page.locator('[role=log]') }
}

test('messages written before the session ended are sent directly after signing in again', async () => {
  const chat = await chatWith('Vera')
  const { window, page, text, log } = await open(chat)
  await page.route(/\/messages$/, (route) => route.abort())
  await text.fill('nearly lost')
  await page.keyboard.press('Enter')
  await page.locator('[data-pending]').getByText('nearly lost').waitFor()
  await window.context.clearCookies()
  await page.unroute(/\/messages$/)
  await page.locator('input[name=email]').fill(ANN)
  await page.locator('input[name=password]').fill('correct horse battery')
  await page.keyboard.press('Enter')
  await log.locator('[data-n]').getByText('nearly lost').waitFor()
  assert.equal(await stored(chat, 'nearly lost'), 1)
  await window.close()
})

test('a refused message stays refused over a reload, until the agent sends it again', async () => {
  const chat = await chatWith('Otto')
  const { window, page, text, log } = await open(chat)
  const no = { error: { code: 'not_now', message: 'Not in this tone.' } }
  await page.route(/\/messages$/, (route) => route.fulfill({ status: 403, json: no }))
  await text.fill('a hasty word')
  await page.keyboard.press('Enter')
  await page.locator('[data-pending=refused]').waitFor()
  await page.unroute(/\/messages$/)
  await page.reload()
  await page.locator('[data-pending=refused]').getByText('Not in this tone.').waitFor()
  assert.equal(await stored(chat, 'a hasty word'), 0)
  await page.getByRole('button', { name: 'Send again' }).click()
  await log.locator('[data-n]').getByText('a hasty word').waitFor()
  assert.equal(await stored(chat, 'a hasty word'), 1)
  await window.close()
})

test('a window in which another agent signs in sends no message of the previous agent', async () => {
  const chat = await chatWith('Nina')
  const { window, page, text } = await open(chat)
  const bob = await openWindow(browser, testServer, BOB)
  await page.route(/\/messages$/, (route) => route.abort())
  await text.fill('only from Ann')
  await page.keyboard.press('Enter')
  await page.locator('[data-pending]').getByText('only from Ann').waitFor()
  await window.context.addCookies(await bob.context.cookies())
  await page.unroute(/\/messages$/)
  line.cut()
  await page.getByRole('button', { name: 'Take over' }).waitFor()
  assert.equal(await page.locator('[data-pending]').count(), 0)
  assert.equal(await stored(chat, 'only from Ann'), 0)
  await bob.close()
  await window.close()
})

test('a change of chat keeps chosen files, a withdrawn upload returns its text, and the sign-out asks about unsent messages', async () => {
  const [chat] = [await chatWith('Rosa'), await chatWith('Emil')]
  const { window, page, text } = await open(chat)
  const file = { name: 'offer.txt', mimeType: 'text/plain', buffer: Buffer.from('an offer') }
  await page.locator('[data-testid=file]').setInputFiles(file)
  await page.locator('footer').getByText('offer.txt').waitFor()
  await page.locator('[role=option]', { hasText: 'Emil' }).click()
  await page.locator('[role=log]').getByText('hello from Emil').waitFor()
  assert.equal(await page.locator('footer').getByText('offer.txt').count(), 0)
  await page.locator('[role=option]', { hasText: 'Rosa' }).click()
  await page.locator('footer').getByText('offer.txt').waitFor()

  await page.route(/\/(?:uploads|messages)$/, (route) => route.abort())
  await text.fill('as you asked')
  await page.keyboard.press('Enter')
  await page.locator('footer').getByText('offer.txt').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Cancel upload' }).click()
  await page.locator('[data-pending]').waitFor({ state: 'detached' })
  assert.equal(await text.inputValue(), 'as you asked')

  await text.press('Enter')
  await page.locator('[data-pending]').getByText('as you asked').waitFor()
  await page.getByRole('button', { name: 'Your menu' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('alertdialog').getByText('1 message waits').waitFor()
  await window.close()
})

test('equal events are announced each time', async () => {
  const chat = await chatWith('Lara')
  const { window, page } = await open(chat)
  const lara = testServer.visitor('Lara')
  // What a screen reader announces: each change to a text.
  await page.evaluate(`{
    let said = 0
    let isSaid = false
    const hear = () => {
      const places = [...document.querySelectorAll('[aria-live=polite]')]
      const is = places.some(({ textContent }) => textContent.startsWith('New message from'))
      if (is && !isSaid) document.body.dataset.said = ++said
      isSaid = is
    }
    new MutationObserver(hear).observe(document.body, { childList: true, characterData: true, subtree: true })
  }`)
  await lara.writes('one')
  await page.locator('body[data-said="1"]').waitFor()
  await lara.writes('two')
  await page.locator('body[data-said="2"]').waitFor()
  await window.close()
})
