import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openBrowser } from '../browser.ts'
import { startIntegratorServer } from '../integrator-server.ts'
import { BOB, startTestServer } from '../test-server.ts'
import { looksRight } from './looks.ts'
import { openWindow, type Window } from './window.ts'

const integrator = await startIntegratorServer()
const testServer = await startTestServer({
  channel: { serverUrl: `${integrator.url}/chat` },
  departments: [{ name: 'Sales', agents: [BOB] }],
})
const browser = await openBrowser()
let window: Window
before(async () => {
  window = await openWindow(browser, testServer)
})
after(async () => {
  await window.close()
  await browser.close()
  await testServer.close()
  await integrator.close()
})

test('S6 the live view shows who is online, who waits, and a chat whose agent has gone, and follows what changes', async () => {
  const { page } = window
  const bob = testServer.agent(BOB)
  const bobs = await bob.connects()
  const vera = testServer.visitor('vera', { name: 'Vera' })
  await vera.writes('hello')
  await window.go('/live', 'main h1 >> text=Live')
  const tile = (label: string) => page.locator('dl > div').filter({ has: page.getByText(label, { exact: true }) })
  await tile('Waiting').getByText('1', { exact: true }).waitFor()
  await tile('Online').getByText('2', { exact: true }).waitFor()
  await tile('Unattended').getByText('every chat is seen').waitFor()
  const [{ id: chat } = { id: 0 }] = await bob.chats()
  await bob.accepts(chat)
  await page.getByText('1 of 5 chats').waitFor()
  await looksRight(page, 'live')
  bobs.close()
  await vera.writes('are you there?')
  await page.getByText(/Bob.* has it and is not online/).waitFor()
  // It is said once, not with each time that runs on.
  assert.match((await page.getByRole('alert').textContent()) ?? '', /: 1$/)
  await looksRight(page, 'live with an unattended chat')
  await page.context().setOffline(true)
  await page
    .locator('.wall')
    .getByText(/Couldn’t be read again/)
    .waitFor()
  await page.context().setOffline(false)
  await page
    .locator('.wall')
    .getByText(/Couldn’t be read again/)
    .waitFor({ state: 'detached' })
  await page.getByRole('link', { name: /Vera/ }).click()
  await page.getByText('are you there?').first().waitFor()
  await page.keyboard.press('g')
  await page.keyboard.press('l')
  await page.locator('main h1').getByText('Live').waitFor()
  assert.deepEqual(window.faults, [])
})

test('role agent has no live view', async () => {
  const bobs = await openWindow(browser, testServer, BOB)
  await bobs.go('/live', 'text=You don’t have access')
  assert.equal(await bobs.page.getByRole('link', { name: 'Live', exact: true }).count(), 0)
  await bobs.close()
})
