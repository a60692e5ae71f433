import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openBrowser } from '../browser.ts'
import { soon } from '../channels/widget/soon.ts'
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
const bob = testServer.agent(BOB)

test('a note is written from the keyboard, mentions a colleague, and marks the chat until they read it', async () => {
  await testServer.visitor('vera', { name: 'Vera' }).writes('Where is my parcel?')
  const chat = (await ann.chats())[0]?.id ?? 0
  const window = await openWindow(browser, testServer)
  const { page } = window
  await window.go(`/inbox/all/${chat}`, 'text=Where is my parcel?')
  const bobs = await openWindow(browser, testServer, BOB)
  await bobs.go('/inbox/all', 'text=Where is my parcel?')

  // The chat waits: a note does not assign it.
  await page
    .getByRole('button', { name: 'Note N' })
    .or(page.getByRole('button', { name: 'Note' }))
    .first()
    .waitFor()
  await page.locator('body').press('n')
  const field = page.getByRole('textbox', { name: /Write a note/ })
  await field.and(page.locator(':focus')).waitFor()
  await page.keyboard.type('Please call her, @b')
  await page.getByRole('option', { name: /Bob/ }).and(page.locator('[aria-selected=true]')).waitFor()
  await looksRight(page, 'note with mention list')
  await field.focus()
  await page.keyboard.press('Enter')
  assert.equal(await field.inputValue(), 'Please call her, @Bob ')
  await page.keyboard.type('today')
  await page.keyboard.press('Enter')
  const bubble = page.locator('[role=log] [data-n]', { hasText: 'Please call her, @Bob today' })
  await bubble.waitFor()
  await bubble.getByText('private note').first().waitFor()
  assert.equal((await ann.chat(chat)).agent, null)

  const row = bobs.page.getByRole('option', { name: /Vera/ })
  await row.getByText('Mentions you').waitFor()
  await row.click()
  await bobs.page.locator('[role=log]').getByText('Please call her').waitFor()
  await row.getByText('Mentions you').waitFor({ state: 'detached' })

  // Escape leaves the note and keeps its draft; the reply has a draft of its own.
  await page.keyboard.type('half a note')
  await page.keyboard.press('Escape')
  await field.waitFor({ state: 'detached' })
  await page.locator('body').press('r')
  const reply = page.getByRole('textbox', { name: 'Write a reply' })
  await reply.waitFor()
  assert.equal(await reply.inputValue(), '')
  await page.getByRole('group', { name: 'What you write' }).getByRole('button', { name: 'Note' }).click()
  assert.equal(await field.inputValue(), 'half a note')
  await looksRight(page, 'note')

  // Offline a note waits, as a message does.
  await window.context.setOffline(true)
  await field.fill('written offline')
  await field.press('Enter')
  await page.locator('[data-pending]', { hasText: 'written offline' }).waitFor()
  await window.context.setOffline(false)
  await page.locator('[role=log] [data-n]', { hasText: 'written offline' }).waitFor()
  assert.deepEqual(
    (await bob.entries(chat)).flatMap((entry) => (entry.type === 'note.written' ? [entry.text] : [])),
    ['Please call her, @Bob today', 'written offline'],
  )
  assert.deepEqual(bobs.faults, [])
  assert.deepEqual(window.faults, [])
})

test('N9 the address of an alert opens the chat at the note that mentions the agent, also far up', async () => {
  const visitor = testServer.visitor('nora', { name: 'Nora' })
  await visitor.writes('The first of many')
  const chat = (await ann.chats()).find((one) => one.visitor.id === 'nora')?.id ?? 0
  const me = (await bob.call('GET', '/me')).body['id']
  const note = await ann.call('POST', `/chats/${chat}/notes`, { text: '@Bob, look at this', mentions: [me] })
  for (let i = 0; i < 150; i++) await visitor.writes(`message ${i}`)
  const window = await openWindow(browser, testServer, BOB)
  const { page } = window
  const found = page.locator('[role=log] [data-n]', { hasText: 'look at this' })
  const isVisible = () =>
    found.evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect()
      return top > 0 && bottom < element.ownerDocument.documentElement.clientHeight
    })
  await window.go(`/inbox/all/${chat}#entry-${String(note.body['n'])}`, 'text=look at this')
  await soon(isVisible)
  await page.waitForURL((url) => url.hash === '')
  await page
    .getByRole('button', { name: 'Jump to the newest message' })
    .or(page.getByText(/new messages?$/))
    .first()
    .click()
  await page.locator('[role=log]').getByText('message 149').waitFor()
  // Far from the newest messages it is not drawn any more.
  await found.waitFor({ state: 'detached' })
  // A notification of the open application leads there, too.
  await page.evaluate(`history.pushState(null, '', '/inbox/all/${chat}#entry-${String(note.body['n'])}')`)
  await found.waitFor()
  await soon(isVisible)
  assert.deepEqual(window.faults, [])
})
