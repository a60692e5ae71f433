import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openBrowser } from '../browser.ts'
import { ANN, BOB, startTestServer } from '../test-server.ts'
import { looksRight } from './looks.ts'
import { openWindow } from './window.ts'

const testServer = await startTestServer()
const browser = await openBrowser()
after(async () => {
  await browser.close()
  await testServer.close()
})
const ann = testServer.agent(ANN)

test('an agent sees who else has the chat open, who writes an answer or a note in it, and when it ends', async () => {
  await testServer.visitor('vera', { name: 'Vera' }).writes('Where is my parcel?')
  const chat = (await ann.chats())[0]?.id ?? 0
  const [anns, bobs] = [await openWindow(browser, testServer), await openWindow(browser, testServer, BOB)]
  const viewers = anns.page.getByTestId('viewers')
  const writer = anns.page.getByTestId('writer')
  const row = anns.page.getByRole('option', { name: /Vera/ })
  await anns.go(`/inbox/all/${chat}`, 'text=Where is my parcel?')
  await bobs.go('/inbox/all', 'text=Where is my parcel?')
  assert.equal(await viewers.count(), 0)

  await bobs.page.getByRole('option', { name: /Vera/ }).click()
  await Promise.all([
    viewers.getByText('Bob is viewing').waitFor(),
    row.getByText('Bob is viewing').waitFor(),
    bobs.page.getByTestId('viewers').getByText('Ann is viewing').waitFor(),
  ])
  await looksRight(anns.page, 'a colleague is viewing')

  // Bob answers the waiting chat.
  await bobs.page.locator('body').press('r')
  const reply = bobs.page.getByRole('textbox', { name: 'Write a reply' })
  await reply.waitFor()
  await bobs.page.keyboard.type('It is on ')
  await writer.getByText('Bob is writing an answer').waitFor()
  await viewers.getByText('Bob is writing an answer').waitFor()
  await row.getByText('Bob is writing an answer').waitFor()
  await looksRight(anns.page, 'a colleague is answering')
  await reply.fill('')
  await writer.waitFor({ state: 'detached' })

  // Ann writes a note in Bob's chat; his composer says so, and Enter still sends.
  await anns.page.locator('body').press('n')
  const note = anns.page.getByRole('textbox', { name: /Write a note/ })
  await note.waitFor()
  await anns.page.keyboard.type('Ask for the order number')
  const bobsWriter = bobs.page.getByTestId('writer')
  await bobsWriter.getByText('Ann is writing a note').waitFor()
  await bobs.page.setViewportSize({ width: 390, height: 800 })
  await looksRight(bobs.page, 'composer while a colleague writes')
  await reply.fill('It is on its way.')
  await reply.press('Enter')
  await bobs.page.locator('[role=log] [data-n]', { hasText: 'It is on its way.' }).waitFor()
  await note.fill('')
  await bobsWriter.waitFor({ state: 'detached' })

  // A window in the background shows nothing to its agent; one that is closed neither.
  await bobs.page.goto('/inbox/all')
  await viewers.waitFor({ state: 'detached' })
  await bobs.page.getByRole('option', { name: /Vera/ }).click()
  await viewers.waitFor()
  await bobs.close()
  await viewers.waitFor({ state: 'detached' })
  assert.deepEqual(anns.faults, [])
  assert.deepEqual(bobs.faults, [])
})
