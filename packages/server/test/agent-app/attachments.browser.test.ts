import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page, Route } from 'playwright-core'
import { axeViolations, openBrowser, screenshot } from '../browser.ts'
import { openPage, WIDGET } from '../channels/widget/page.ts'
import { ANN, startTestServer } from '../test-server.ts'
import { openWindow } from './window.ts'

const testServer = await startTestServer({ channels: [WIDGET] })
const browser = await openBrowser()
after(async () => {
  await browser.close()
  await testServer.close()
})

const ann = testServer.agent(ANN)
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const picture = (name: string) => ({ name, mimeType: 'image/png', buffer: PICTURE })
const file = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(`in ${name}`) })

/** A chat that Ann holds with a visitor of the widget, in a window of hers. */
async function chatting(name: string) {
  const visitor = await openPage(testServer, { visitor: name })
  await visitor.writes(`hello from ${name}`)
  const waiting = await ann.chats('?view=waiting')
  const chat = waiting.find((one) => one.preview === `hello from ${name}`)?.id ?? 0
  await ann.accepts(chat)
  const window = await openWindow(browser, testServer)
  await window.go(`/inbox/mine/${chat}`, 'textarea')
  const { page } = window
  const close = async () => {
    await window.close()
    await visitor.close()
  }
  return { chat, visitor, window, page, text: page.locator('textarea'), close }
}
const pick = (page: Page, files: ReturnType<typeof file>[]) => page.locator('[data-testid=file]').setInputFiles(files)
/** What Ann sent: the text and the names of the files, for each message. */
const sent = async (chat: number) =>
  (await ann.entries(chat)).flatMap((entry) =>
    entry.type === 'message' && entry.from === 'agent'
      ? [[entry.text, ...entry.attachments.map(({ name }) => name)]]
      : [],
  )

test('files that are chosen one after the other are sent as one message with the text', async () => {
  const { chat, visitor, window, page, text, close } = await chatting('wanda')
  await pick(page, [picture('one.png'), picture('two.png')])
  await pick(page, [file('plan.txt')])
  await page.locator('footer').getByText('plan.txt').waitFor()
  await text.fill('all there is')
  await page.keyboard.press('Enter')
  const bubble = page.locator('[role=log] [data-n]', { hasText: 'all there is' })
  await bubble.getByRole('link', { name: /plan\.txt/ }).waitFor()
  assert.deepEqual(await bubble.getByRole('listitem').count(), 2, 'two pictures in a grid')
  await bubble.getByRole('button', { name: /^Open .*two\.png/ }).click()
  await page.getByRole('dialog').getByText('two.png').waitFor()
  await page.keyboard.press('Escape')
  assert.deepEqual(await sent(chat), [['all there is', 'one.png', 'two.png', 'plan.txt']])
  const heard = await visitor.receives('all there is')
  assert.ok(heard?.type === 'message')
  assert.equal(heard.attachments?.length, 3)
  await screenshot(page, 'agent attachments')
  assert.deepEqual(await axeViolations(page), [])
  assert.deepEqual(window.faults, [])
  await close()
})

test('a message has at most ten files, and the agent sees a notice', async () => {
  const { page, close } = await chatting('tina')
  await pick(
    page,
    Array.from({ length: 12 }, (_, i) => file(`${i}.txt`)),
  )
  await page.getByRole('alert').getByText('A message carries at most 10 files.').waitFor()
  assert.equal(await page.locator('footer li').count(), 10)
  await close()
})

test('each file shows its progress, and one can be left out during the upload', async () => {
  const { chat, page, text, close } = await chatting('lena')
  const held: Route[] = []
  await page.route(/\/uploads$/, (route) => void held.push(route))
  await pick(page, [file('first.txt'), file('second.txt')])
  await text.fill('both')
  await page.keyboard.press('Enter')
  for (const name of ['first.txt', 'second.txt']) await page.getByRole('progressbar', { name }).waitFor()
  await page.getByRole('button', { name: 'Remove: first.txt' }).click()
  await page.getByRole('progressbar', { name: 'first.txt' }).waitFor({ state: 'detached' })
  await page.unroute(/\/uploads$/)
  for (const route of held) await route.continue().catch(() => {})
  await page.locator('[role=log] [data-n]', { hasText: 'both' }).waitFor()
  assert.deepEqual(await sent(chat), [['both', 'second.txt']])
  await close()
})

test('uploaded files are not uploaded again after a reload', async () => {
  const { chat, page, text, close } = await chatting('rita')
  let uploads = 0
  page.on('request', (request) => void (uploads += request.url().endsWith('/uploads') ? 1 : 0))
  await page.route(/\/messages$/, (route) => route.abort())
  await pick(page, [file('first.txt'), file('second.txt')])
  await text.fill('once')
  const tried = page.waitForRequest(/\/messages$/)
  await page.keyboard.press('Enter')
  await tried
  await page.unroute(/\/messages$/)
  await page.reload()
  await page.locator('[role=log] [data-n]', { hasText: 'once' }).waitFor()
  assert.deepEqual(await sent(chat), [['once', 'first.txt', 'second.txt']])
  assert.equal(uploads, 2)
  await close()
})

test('an unsent message that the previous version stored is sent', async () => {
  const { chat, page, text, close } = await chatting('olga')
  await page.route(/\/(?:uploads|messages)$/, (route) => route.abort())
  await pick(page, [file('kept.txt')])
  await text.fill('from before')
  await page.keyboard.press('Enter')
  await page.locator('[data-pending]').getByText('from before').waitFor()
  // As it was stored: with `file` in place of `files`.
  await page.evaluate(`new Promise((resolve, reject) => {
    const opening = indexedDB.open('deskbell')
    opening.onerror = reject
    opening.onsuccess = () => {
      const store = opening.result.transaction('outbox', 'readwrite').objectStore('outbox')
      store.getAll().onsuccess = ({ target }) => {
        const { files: [file], ...rest } = target.result[0]
        store.put({ ...rest, file }).onsuccess = () => resolve()
      }
    }
  })`)
  await page.unroute(/\/(?:uploads|messages)$/)
  await page.reload()
  await page.locator('[role=log] [data-n]', { hasText: 'from before' }).waitFor()
  assert.deepEqual(await sent(chat), [['from before', 'kept.txt']])
  await close()
})
