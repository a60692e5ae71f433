import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { openBrowser, screenshot } from '../browser.ts'
import { openPage, WIDGET } from '../channels/widget/page.ts'
import { plain } from '../files/pictures.ts'
import { ANN, startTestServer } from '../test-server.ts'
import { looksRight } from './looks.ts'
import { openWindow, SCREENS } from './window.ts'

const testServer = await startTestServer({ channels: [WIDGET] })
const browser = await openBrowser()
after(async () => {
  await browser.close()
  await testServer.close()
})

const ann = testServer.agent(ANN)
const picture = { name: 'floor plan.png', mimeType: 'image/png', buffer: await plain().png().toBuffer() }
const text = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(`in ${name}`) })

/** Drops or pastes a file, as a person does. */
const give = (page: Page, type: 'drop' | 'paste', name: string) =>
  page.evaluate(`(() => {
    const data = new DataTransfer()
    data.items.add(new File(['in ${name}'], '${name}', { type: 'text/plain' }))
    const more = { bubbles: true, cancelable: true }
    document.querySelector('[role=dialog] textarea').dispatchEvent('${type}' === 'paste'
      ? new ClipboardEvent('paste', { clipboardData: data, ...more })
      : new DragEvent('drop', { dataTransfer: data, ...more }))
  })()`)

/** A chat that Ann holds with a visitor of the widget, in a window of hers. */
async function chatting(name: string) {
  const visitor = await openPage(testServer, { visitor: name })
  await visitor.writes(`hello from ${name}`)
  const chat = (await ann.chats('?view=waiting')).find((one) => one.preview === `hello from ${name}`)?.id ?? 0
  await ann.accepts(chat)
  const window = await openWindow(browser, testServer)
  await window.go(`/inbox/mine/${chat}`, 'textarea:focus')
  return { chat, visitor, window, page: window.page, list: window.page.getByRole('listbox') }
}
const sent = async (chat: number) =>
  (await ann.entries(chat)).flatMap((entry) =>
    entry.type === 'message' && entry.from === 'agent'
      ? [[entry.text, ...entry.attachments.map(({ name }) => name)]]
      : [],
  )

test('files are picked, pasted and dropped into a canned answer, taken out, and limited in size and number', async () => {
  const window = await openWindow(browser, testServer)
  const { page } = window
  await window.go('/settings/canned', 'text=No canned answers yet')
  await page.getByRole('button', { name: 'New canned answer' }).first().click()
  const dialog = page.getByRole('dialog')
  const files = dialog.getByRole('region', { name: 'Files' })
  const pick = (...given: { name: string; mimeType: string; buffer: Buffer }[]) =>
    page.getByTestId('canned-file').setInputFiles(given)
  await dialog.getByLabel('Title').fill('Our plan')
  await dialog.getByLabel('Shortcut').fill('plan')
  await dialog.getByRole('textbox', { name: 'Text' }).fill('Here is the plan, {visitor.name|dear visitor}.')
  await pick(picture, text('prices.txt'))
  await files.getByRole('link', { name: 'prices.txt' }).waitFor()
  await files.locator('img').waitFor()
  await give(page, 'paste', 'pasted.txt')
  await files.getByRole('link', { name: 'pasted.txt' }).waitFor()
  await give(page, 'drop', 'dropped.txt')
  await files.getByRole('link', { name: 'dropped.txt' }).waitFor()
  await looksRight(page, 'canned files editor')

  await pick({ ...text('empty.txt'), buffer: Buffer.alloc(0) })
  await files
    .getByRole('alert')
    .getByText(/empty\.txt.* is empty/)
    .waitFor()
  await pick(...Array.from({ length: 7 }, (_, n) => text(`${n}.txt`)))
  await files.getByRole('alert').getByText('A canned answer has at most 10 files.').waitFor()
  assert.equal(await files.getByRole('listitem').count(), 10)
  for (const name of ['0', '1', '2', '3', '4', '5', 'pasted', 'dropped'])
    await files.getByRole('button', { name: `Remove: ${name}.txt` }).click()
  assert.equal(await files.getByRole('listitem').count(), 2)
  // An upload that fails can be tried again, and blocks saving meanwhile.
  await page.route(/canned-answers\/files$/, (route) => route.abort())
  await pick(text('late.txt'))
  await files.getByRole('button', { name: 'Try again' }).waitFor()
  const save = dialog.getByRole('button', { name: 'New canned answer' })
  assert.equal(await save.isDisabled(), true)
  await page.unroute(/canned-answers\/files$/)
  await files.getByRole('button', { name: 'Try again' }).click()
  await files.getByRole('link', { name: 'late.txt' }).waitFor()
  await files.getByRole('button', { name: 'Remove: late.txt' }).click()
  await save.click()
  await dialog.waitFor({ state: 'detached' })
  const row = page.getByRole('listitem').filter({ hasText: 'Our plan' })
  await row.getByText(/^With files: .*floor plan\.png.*prices\.txt/).waitFor({ state: 'attached' })
  await looksRight(page, 'canned files list')

  await row.getByRole('button', { name: /^Edit/ }).click()
  await files.getByRole('link', { name: 'floor plan.png' }).waitFor()
  await page.keyboard.press('Escape')
  assert.deepEqual(
    window.faults.filter((fault) => !fault.includes('ERR_FAILED')),
    [],
  )
  await window.close()
})

test('choosing the answer puts its files into the message, where one is taken out; they are not uploaded again', async () => {
  const { chat, visitor, window, page, list } = await chatting('wanda')
  const uploads: string[] = []
  page.on('request', (request) => void (request.url().endsWith('/uploads') && uploads.push(request.url())))
  await page.keyboard.type('/plan')
  await list.getByRole('option', { name: /Our plan/ }).waitFor()
  await page.getByText('Here is the plan, dear visitor.').waitFor()
  await screenshot(page, 'canned files picker')
  await page.setViewportSize(SCREENS.phone)
  await screenshot(page, 'canned files picker phone')
  await page.setViewportSize(SCREENS.desktop)
  await page.keyboard.press('Enter')
  const tray = page.locator('footer li')
  await tray.getByText('floor plan.png').waitFor()
  assert.equal(await page.locator('textarea').inputValue(), 'Here is the plan, dear visitor.')
  await looksRight(page, 'canned files composer')
  await page.getByRole('button', { name: 'Remove: prices.txt' }).click()
  await page.locator('textarea').focus()
  await page.keyboard.press('Enter')
  const heard = await visitor.receives('Here is the plan, dear visitor.')
  assert.ok(heard?.type === 'message')
  assert.deepEqual(
    heard.attachments?.map(({ name }) => name),
    ['floor plan.png'],
  )
  assert.deepEqual(await sent(chat), [['Here is the plan, dear visitor.', 'floor plan.png']])

  // At once, with both.
  await page.keyboard.type('/plan')
  await list.getByRole('option', { name: /Our plan/ }).waitFor()
  await page.keyboard.press('Control+Enter')
  const bubble = page.locator('[role=log] [data-n]', { hasText: 'prices.txt' })
  await bubble.getByRole('link', { name: /prices\.txt/ }).waitFor()
  assert.deepEqual((await sent(chat)).at(-1), ['Here is the plan, dear visitor.', 'floor plan.png', 'prices.txt'])
  assert.deepEqual([uploads, window.faults], [[], []])
  await window.close()
  await visitor.close()
})

test('a file that left its answer before the message went says so, and the rest can be sent', async () => {
  const { visitor, window, page, list } = await chatting('theo')
  await page.keyboard.type('/plan')
  await list.getByRole('option', { name: /Our plan/ }).waitFor()
  await page.keyboard.press('Enter')
  await page.locator('footer li').getByText('prices.txt').waitFor()
  const { answers } = (await ann.call('GET', '/canned-answers')).body as unknown as { answers: { id: number }[] }
  await ann.call('PATCH', `/canned-answers/${answers[0]?.id}`, { files: [] })
  await page.keyboard.press('Enter')
  await page.getByText('This file is in no canned answer of yours').waitFor()
  await page.getByRole('button', { name: 'Discard' }).waitFor()
  assert.deepEqual(
    window.faults.filter((fault) => !fault.includes('400') && !fault.includes('404')),
    [],
  )
  await window.close()
  await visitor.close()
})
