import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { axeViolations, openBrowser, screenshot } from '../browser.ts'
import { openPage, WIDGET } from '../channels/widget/page.ts'
import { startIntegratorServer } from '../integrator-server.ts'
import { ANN, startTestServer } from '../test-server.ts'
import { looksRight } from './looks.ts'
import { chooseHold } from './choose-hold.ts'
import { openWindow } from './window.ts'
import { soon } from '../channels/widget/soon.ts'

const integrator = await startIntegratorServer()
const testServer = await startTestServer({
  channel: { serverUrl: `${integrator.url}/chat` },
  channels: [WIDGET],
})
const browser = await openBrowser()
after(async () => {
  await browser.close()
  await testServer.close()
  await integrator.close()
})
const ann = testServer.agent(ANN)

/** Ann's chat with a visitor of the widget. */
async function begun(visitor: string) {
  const page = await openPage(testServer, { visitor })
  await page.writes('hello')
  const [chat] = await ann.chats('?view=waiting')
  assert.ok(chat)
  await ann.accepts(chat.id)
  return { page, chat: chat.id }
}
const sentIn = async (chat: number) =>
  (await ann.entries(chat)).flatMap((entry) =>
    entry.type === 'message' && entry.from === 'agent' ? [{ text: entry.text, markdown: entry.markdown }] : [],
  )

test('an emoji is found by typing, chosen by keys in a skin tone, and offered again as recent', async () => {
  const { page: visitor, chat } = await begun('emoji')
  const window = await openWindow(browser, testServer)
  const { page } = window
  await window.go(`/inbox/mine/${chat}`, 'textarea:focus')
  await page.keyboard.type('Hi  there')
  for (let i = 0; i < ' there'.length; i++) await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Control+Shift+E')
  const list = page.getByRole('dialog', { name: 'Emoji' })
  await list.getByRole('option').first().waitFor()
  await looksRight(page, 'emoji list')
  const isInList = () => list.evaluate((dialog) => dialog.contains(dialog.ownerDocument.activeElement))
  for (let presses = 0; presses < 30; presses++) {
    await page.keyboard.press('Tab')
    // At the end of the list the focus is led back in a moment.
    await soon(isInList)
  }
  await list.getByRole('combobox').focus()
  await list.getByRole('button', { name: 'Medium', exact: true }).click()
  await page.keyboard.type('waving')
  await list.getByRole('option', { name: /waving hand/ }).waitFor()
  await page.keyboard.press('Enter')
  await list.waitFor({ state: 'detached' })
  await page.locator('textarea:focus').waitFor()
  assert.equal(await page.locator('textarea').inputValue(), 'Hi 👋🏽 there')
  await page.keyboard.type('!')
  assert.equal(await page.locator('textarea').inputValue(), 'Hi 👋🏽! there')

  await page.getByRole('button', { name: 'Emoji' }).click()
  await list.getByRole('listbox', { name: 'Recent' }).getByRole('option', { name: '👋🏽' }).waitFor()
  await page.keyboard.type('zzzz')
  await list.getByText('No emoji has this name.').waitFor()
  await page.keyboard.press('Escape')
  await list.waitFor({ state: 'detached' })
  assert.deepEqual(window.faults, [])
  await window.close()
  await visitor.close()
})

test('bold, italic, links and lists are written by keys and buttons, and the visitor of a widget sees them', async () => {
  const { page: visitor, chat } = await begun('formats')
  const window = await openWindow(browser, testServer)
  const { page } = window
  await window.go(`/inbox/mine/${chat}`, 'textarea:focus')
  const bar = page.getByRole('group', { name: 'Formatting' })
  await bar.waitFor()
  await page.keyboard.type('It is ')
  await page.keyboard.press('Control+b')
  await page.keyboard.type('open')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.type(' until ')
  await bar.getByRole('button', { name: 'Italic' }).click()
  await page.keyboard.type('six')
  assert.equal(await page.locator('textarea').inputValue(), 'It is **open** until _six_')
  const preview = page.locator('footer strong', { hasText: 'open' })
  await preview.waitFor()
  await looksRight(page, 'formatting')
  await page.locator('textarea').focus()
  await page.keyboard.press('Enter')
  await page.locator('[role=log] [data-n] strong', { hasText: 'open' }).waitFor()
  assert.deepEqual(await sentIn(chat), [{ text: 'It is open until six', markdown: 'It is **open** until _six_' }])
  assert.deepEqual(await axeViolations(page), [])

  // Marks that format nothing stay as they were typed.
  await page.keyboard.type('2*3*4 = 24')
  await page.keyboard.press('Enter')
  await page.locator('[role=log] [data-n]').getByText('2*3*4 = 24').waitFor()
  assert.deepEqual((await sentIn(chat)).at(-1), { text: '2*3*4 = 24', markdown: undefined })
  assert.deepEqual(window.faults, [])
  await window.close()
  await visitor.close()
})

test('a held message keeps its formatting, also when it is taken back', async () => {
  const { page: visitor, chat } = await begun('held')
  const window = await openWindow(browser, testServer)
  const { page } = window
  await chooseHold(window, '30 seconds')
  await window.go(`/inbox/mine/${chat}`, 'textarea:focus')
  const waiting = page.getByRole('list', { name: 'Messages that wait' })
  await page.keyboard.type('a **strong** word')
  await page.keyboard.press('Enter')
  await waiting.locator('strong', { hasText: 'strong' }).waitFor()
  await waiting.getByRole('button', { name: 'Take back' }).click()
  await waiting.waitFor({ state: 'detached' })
  await page.locator('textarea:focus').waitFor()
  assert.equal(await page.locator('textarea').inputValue(), 'a **strong** word')
  await page.keyboard.press('Enter')
  await waiting.locator('strong').waitFor()
  // The next message sends the one that is held.
  await ann.writes(chat, 'and another one')
  await page.locator('[role=log] [data-n] strong', { hasText: 'strong' }).waitFor()
  assert.deepEqual((await sentIn(chat))[0], { text: 'a strong word', markdown: 'a **strong** word' })
  // The choice is the agent's, and the other tests have the same one.
  await chooseHold(window, 'Send at once')
  assert.deepEqual(window.faults, [])
  await window.close()
  await visitor.close()
})

test('a channel that cannot show formatting has no buttons for it, and takes the text as it is', async () => {
  await testServer.visitor('plain', { name: 'Plain' }).writes('hello')
  const chat = (await ann.chats()).find(({ visitor }) => visitor.name === 'Plain')
  assert.ok(chat)
  await ann.accepts(chat.id)
  const window = await openWindow(browser, testServer)
  const { page } = window
  await window.go(`/inbox/mine/${chat.id}`, 'textarea:focus')
  await page.getByRole('button', { name: 'Emoji' }).waitFor()
  assert.equal(await page.getByRole('group', { name: 'Formatting' }).count(), 0)
  await page.keyboard.type('a **strong** word')
  await page.keyboard.press('Enter')
  await integrator.receives(({ body }) => body.includes('a **strong** word'))
  assert.deepEqual(window.faults, [])
  await window.close()
})

test('files are dropped and pasted into an answer, and shown before they are sent', async () => {
  const { page: visitor, chat } = await begun('files')
  const window = await openWindow(browser, testServer)
  const { page } = window
  await window.go(`/inbox/mine/${chat}`, 'textarea:focus')
  const bring = (event: 'paste' | 'dragenter' | 'drop', name: string) =>
    page.evaluate(`(() => {
      const data = new DataTransfer()
      data.items.add(new File(['some words'], '${name}', { type: 'text/plain' }))
      const field = document.querySelector('textarea')
      const more = { bubbles: true, cancelable: true }
      field.dispatchEvent('${event}' === 'paste'
        ? new ClipboardEvent('paste', { clipboardData: data, ...more })
        : new DragEvent('${event}', { dataTransfer: data, ...more }))
    })()`)
  await bring('paste', 'pasted.txt')
  await page.getByText('pasted.txt').waitFor()
  await bring('dragenter', 'dropped.txt')
  await page.getByText('Drop files to send them').waitFor()
  await screenshot(page, 'files dragged')
  await bring('drop', 'dropped.txt')
  await page.getByText('dropped.txt').waitFor()
  await looksRight(page, 'files picked')
  await page.locator('textarea').focus()
  await page.keyboard.press('Enter')
  await page.locator('[role=log] [data-n]').getByText('dropped.txt').waitFor()
  assert.deepEqual(window.faults, [])
  await window.close()
  await visitor.close()
})
