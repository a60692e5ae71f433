import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openBrowser } from '../browser.ts'
import { ANN, startTestServer } from '../test-server.ts'
import { looksRight } from './looks.ts'
import { openWindow } from './window.ts'

const testServer = await startTestServer()
const browser = await openBrowser()
after(async () => {
  await browser.close()
  await testServer.close()
})
const ann = testServer.agent(ANN)
const window = await openWindow(browser, testServer)
const { page } = window

test('an edited message shows the newest text, and the earlier ones unfold from the keyboard', async () => {
  const vera = testServer.visitor('vera', { name: 'Vera' })
  await vera.writes('I live in Main Stret 7')
  await vera.writes('Can you deliver on Monday?')
  const chat = (await ann.chats())[0]?.id ?? 0
  const of = (await ann.entries(chat)).find((entry) => entry.type === 'message')?.n ?? 0
  const edit = (text: string) =>
    testServer.services.commit({ account: 1, target: { chat }, command: { type: 'visitor.edit', of, text } })

  await window.go(`/inbox/all/${chat}`, 'text=I live in Main Stret 7')
  await edit('I live in Main Street 7')
  const bubble = page.locator(`[role=log] [data-n="${of}"]`)
  await bubble.getByText('I live in Main Street 7', { exact: true }).waitFor()
  await edit('I live in Main Street 9, see https://shop.test/map')
  await bubble.getByText('I live in Main Street 9').waitFor()

  const mark = bubble.locator('summary')
  assert.equal(await mark.textContent(), 'edited. Show the earlier texts')
  assert.match((await mark.getAttribute('title')) ?? '', /^Edited .*\d/)
  assert.equal(await bubble.getByText('Main Stret 7').isVisible(), false)
  await mark.focus()
  await page.keyboard.press('Enter')
  await bubble.getByText('Main Stret 7').waitFor()
  assert.deepEqual(await bubble.locator('details li').allInnerTexts(), [
    'I live in Main Stret 7',
    'I live in Main Street 7',
  ])
  await looksRight(page, 'edited message')

  await page.reload()
  await bubble.getByText('I live in Main Street 9').waitFor()
  await bubble.locator('summary').waitFor()
  assert.deepEqual(window.faults, [])
})
