import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openBrowser } from '../browser.ts'
import { ANN, BOB, startTestServer } from '../test-server.ts'
import { startIntegratorServer } from '../integrator-server.ts'
import { openLine } from './line.ts'
import { openWindow, shownEntries } from './window.ts'

const line = await openLine()
const integrator = await startIntegratorServer()
const testServer = await startTestServer({
  channel: { serverUrl: `${integrator.url}/chat` },
  env: { PUBLIC_URL: `http://localhost:${line.port}` },
})
const serverPort = Number(new URL(testServer.url).port)
line.leadsTo(serverPort)
const browser = await openBrowser()
after(async () => {
  await browser.close()
  line.close()
  await testServer.close()
  await integrator.close()
})

/** A chat of Ann's with as many messages, open in a window of hers. */
async function conversation(id: string, messages: number) {
  const visitor = testServer.visitor(id, { name: `Visitor ${id}` })
  for (let index = 0; index < messages; index++) await visitor.writes(`before ${index}`)
  const ann = testServer.agent(ANN)
  const chat = (await ann.chats('?view=waiting')).find((one) => one.visitor.name === `Visitor ${id}`)
  assert.ok(chat)
  await ann.accepts(chat.id)
  const window = await openWindow(browser, testServer)
  await window.go(`/inbox/mine/${chat.id}`, 'textarea')
  await window.page.locator('[data-connection=live]').waitFor({ state: 'attached' })
  // A reload of the page removes it.
  await window.page.locator('body').evaluate((body) => body.setAttribute('data-same', 'yes'))
  const isSame = () => window.page.locator('body[data-same=yes]').count()
  return { visitor, ann, chat: chat.id, window, page: window.page, isSame }
}

test('R14 a lost connection is restored without a gap, a repeat or a reload', async () => {
  const { visitor, ann, chat, window, page, isSame } = await conversation('cut', 3)
  for (let round = 0; round < 3; round++) {
    line.cut()
    for (let index = 0; index < 5; index++) await visitor.writes(`round ${round} message ${index}`)
    await page.locator('[role=log]').getByText(`round ${round} message 4`).waitFor()
    await page.locator('[data-connection=live]').waitFor({ state: 'attached' })
  }
  const stored = (await ann.entries(chat)).filter((entry) => entry.type === 'message').map((entry) => entry.n)
  const shown = await shownEntries(page)
  assert.deepEqual(
    shown.filter((n) => stored.includes(n)),
    stored.slice(-shown.filter((n) => stored.includes(n)).length),
  )
  assert.equal(shown.at(-1), stored.at(-1))
  assert.equal(await isSame(), 1)
  // The browser reports each request that was under way when the line was cut.
  const isOfTheCut = (fault: string) => /net::ERR_(?:EMPTY_RESPONSE|CONNECTION_(?:RESET|CLOSED))/.test(fault)
  assert.deepEqual(
    window.faults.filter((fault) => !isOfTheCut(fault)),
    [],
  )
  await window.close()
})

test('R14 a connection that is dead in one direction is found by a ping without an answer', async () => {
  const { visitor, page, window } = await conversation('deaf', 1)
  line.deafen(true)
  await visitor.writes('into the void')
  // When the window becomes visible, it pings the server. The answer may take eight seconds, and the machine may be busy.
  await page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`)
  await page.locator('[data-connection=lost]').waitFor({ state: 'attached' })
  line.deafen(false)
  line.cut()
  await page.locator('[role=log]').getByText('into the void').waitFor()
  await window.close()
})

test('R15 a message written offline is stored, shown as waiting, and sent once', async () => {
  const { visitor, ann, chat, window, page, isSame } = await conversation('offline', 2)
  await window.context.setOffline(true)
  await page.getByText('You’re offline').waitFor()
  await page.locator('textarea').fill('written offline')
  await page.keyboard.press('Enter')
  await page.locator('[data-pending]').getByText('written offline').waitFor()
  await page.getByText('Waiting to be sent').waitFor({ state: 'attached' })
  await visitor.writes('meanwhile')
  await window.context.setOffline(false)
  await page.locator('[role=log] [data-n]').getByText('meanwhile').waitFor()
  await page.locator('[role=log] [data-n]').getByText('written offline').waitFor()
  const texts = (await ann.entries(chat)).flatMap((entry) => (entry.type === 'message' ? [entry.text] : []))
  assert.equal(texts.filter((text) => text === 'written offline').length, 1)
  assert.equal(await page.locator('[role=log]').getByText('written offline').count(), 1)
  assert.equal(await isSame(), 1)
  await window.close()
})

test('R11 a message whose answer is lost is stored once, also when the window is reloaded meanwhile', async () => {
  const { ann, chat, window, page } = await conversation('lost answer', 1)
  // A browser has six connections to a server: requests without an answer must not hold them all.
  await page.waitForLoadState('networkidle')
  line.deafen(true)
  await page.locator('textarea').fill('only once')
  await page.keyboard.press('Enter')
  // The server has stored the message; the window has no answer yet.
  const isStored = async () =>
    (await ann.entries(chat)).some((entry) => entry.type === 'message' && entry.text === 'only once')
  while (!(await isStored())) await page.evaluate(`new Promise(requestAnimationFrame)`)
  await page.locator('textarea').fill('half a thought')
  line.deafen(false)
  line.cut()
  await page.reload()
  await page.locator('[role=log] [data-n]').getByText('only once').waitFor()
  await page.locator('[data-pending]').waitFor({ state: 'detached' })
  assert.equal(await page.locator('textarea').inputValue(), 'half a thought')
  const texts = (await ann.entries(chat)).flatMap((entry) => (entry.type === 'message' ? [entry.text] : []))
  assert.equal(texts.filter((text) => text === 'only once').length, 1)
  await window.close()
})

test('R14 after a lost connection the agents’ presence and the status of channels are read again', async () => {
  const bob = testServer.agent(BOB)
  const socket = await bob.connects()
  const window = await openWindow(browser, testServer)
  await window.go('/team', 'li')
  const row = window.page.locator('li', { hasText: BOB })
  await row.getByText('Online').waitFor()
  // While the server cannot reach the window.
  line.leadsTo(1)
  line.cut()
  await window.page.locator('[data-connection=lost]').waitFor({ state: 'attached' })
  await bob.call('PUT', '/me/presence', { status: 'away' })
  line.leadsTo(serverPort)
  await row.getByText('Away').waitFor()

  await window.page.getByRole('link', { name: 'Channels' }).first().click()
  await window.page
    .getByText(/^online ·/)
    .first()
    .waitFor()
  await testServer.agent(ANN).call('PUT', '/me/presence', { status: 'away' })
  await window.page
    .getByText(/^offline ·/)
    .first()
    .waitFor()
  await testServer.agent(ANN).call('PUT', '/me/presence', { status: 'online' })
  await bob.call('PUT', '/me/presence', { status: 'online' })
  socket.close()
  await window.close()
})
