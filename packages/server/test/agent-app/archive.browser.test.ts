import assert from 'node:assert/strict'
import { text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { parse } from 'csv-parse/sync'
import { openBrowser } from '../browser.ts'
import { ANN, BOB, startTestServer } from '../test-server.ts'
import { nextId, openPage, WIDGET } from '../channels/widget/page.ts'
import { looksRight } from './looks.ts'
import { SCRIPTS } from './payloads.ts'
import { openWindow, type Window } from './window.ts'

const testServer = await startTestServer({
  channels: [WIDGET],
  departments: [{ name: 'Sales', agents: [ANN, BOB] }],
})
const browser = await openBrowser()
after(async () => {
  await browser.close()
  await testServer.close()
})
const ann = testServer.agent(ANN)
let window: Window
before(async () => {
  window = await openWindow(browser, testServer)
})

/** A closed chat with these texts. */
async function talk(key: string, name: string, texts: string[], by = ann): Promise<number> {
  for (const text of texts) await testServer.visitor(key, { name }).writes(text)
  const chat = (await ann.chats('?limit=200')).find(({ visitor }) => visitor.id === key)?.id ?? 0
  await by.accepts(chat)
  await by.closes(chat)
  return chat
}
async function leave(visitor: string, message: string, contact: Record<string, string>): Promise<void> {
  const page = await openPage(testServer, { visitor, url: 'https://shop.test/lamps', title: 'Lamps and shades' })
  await page.ask({ t: 'offline', id: nextId(), contact, message })
  await page.close()
}

test('an empty archive shows which chats it will contain', async () => {
  const { page } = window
  await window.go('/archive', 'text=No closed chats yet')
  await looksRight(page, 'archive empty')
  assert.deepEqual(window.faults, [])
})

test('closed chats are found while the agent types, marked, and opened, with the keyboard alone', async () => {
  const { page } = window
  const lamp = await talk('a1', 'Ada Long', [
    'Good morning!',
    'I ordered a blue lamp three weeks ago, order 48213, and it arrived broken. What can be done about it now?',
  ])
  await talk('a2', 'ندى', ['متى يصل المصباح الأزرق؟'], testServer.agent(BOB))
  await talk('a3', 'Cid', ['Is the lamp there in green?'])
  await talk('a4', SCRIPTS[0] ?? '', [...SCRIPTS.slice(0, 3), 'lamp'])
  for (let i = 0; i < 25; i++) await talk(`b${i}`, `Visitor of ${i}`, [`about the weather on day ${i}`])
  await testServer.settled()
  await window.go('/inbox', 'nav')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Archive' }).click()
  const list = page.getByRole('list', { name: 'Closed chats' })
  await list.waitFor()
  await page.getByLabel('Words in the chat').focus()
  await page.keyboard.type('blue lamp brok')
  await page.getByText('1 chat', { exact: true }).waitFor()
  assert.deepEqual(await list.locator('mark').allTextContents(), ['blue', 'lamp', 'broken'])
  assert.match(page.url(), /\?q=blue\+lamp\+brok/)
  await page.getByLabel('Words in the chat').fill('lamp')
  await page.getByText('3 chats', { exact: true }).waitFor()
  await looksRight(page, 'archive')
  await page.getByRole('link', { name: /Ada Long/ }).focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/inbox/closed/${lamp}`)
  await page.getByText('it arrived broken').first().waitFor()
  await page.goBack()
  await page.getByText('3 chats', { exact: true }).waitFor()
  assert.equal(await page.getByLabel('Words in the chat').inputValue(), 'lamp')
  assert.deepEqual(window.faults, [])
})

test('filters apply to the archive, are in its address, and can be removed', async () => {
  const { page } = window
  await window.go('/archive?q=nowhere', 'text=No results')
  await looksRight(page, 'archive nothing')
  await page.getByRole('button', { name: 'Clear all' }).click()
  await page.getByText('20+ chats', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Load more' }).scrollIntoViewIfNeeded()
  await page.getByText('29 chats', { exact: true }).waitFor()
  await page.getByLabel('Agent', { exact: true }).selectOption({ label: 'Bob' })
  await page.getByText('1 chat', { exact: true }).waitFor()
  await page.getByLabel('When it ended').selectOption({ label: 'Custom range…' })
  await page.getByLabel('Until', { exact: true }).fill('2001-01-01T00:00')
  await page.getByText('No results').waitFor()
  await page.reload()
  await page.getByText('No results').waitFor()
  assert.equal(await page.getByLabel('Until', { exact: true }).inputValue(), '2001-01-01T00:00')
  await page.getByRole('button', { name: 'Clear all' }).click()
  await page.getByLabel('Visitor: name').fill('da lon')
  await page.getByText('1 chat', { exact: true }).waitFor()
  assert.deepEqual(window.faults, [])
})

test('T6 owners and admins save the found chats as a table', async () => {
  const { page } = window
  await talk('t1', 'Tove', ['the clock is late'])
  await talk('t2', 'Tom', ['my clock stopped'])
  await testServer.settled()
  await window.go('/archive?q=clock', 'text=2 chats')
  const saving = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export CSV' }).press('Enter')
  const file = await saving
  assert.match(file.suggestedFilename(), /^chats-\d{4}-\d\d-\d\d\.csv$/)
  const rows = parse(await text(await file.createReadStream()), { bom: true, columns: true }) as Record<
    string,
    string
  >[]
  assert.deepEqual([rows.length, new Set(rows.map(({ name }) => name))], [2, new Set(['Tom', 'Tove'])])
  const theirs = await openWindow(browser, testServer, BOB)
  await theirs.go('/archive', 'text=/ chats?$/')
  assert.equal(await theirs.page.getByRole('link', { name: 'Export CSV' }).count(), 0)
  await theirs.close()
  assert.deepEqual(window.faults, [])
})

test('the archive shows that a search failed, and a button repeats it', async () => {
  const { page } = window
  await page.route('**/api/archive?*', (route) => route.fulfill({ status: 503, body: '{}' }))
  await window.go('/archive?q=lamp', 'text=Couldn’t search the archive')
  await page.unroute('**/api/archive?*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('3 chats', { exact: true }).waitFor()
  // The browser logs the failed request itself.
  window.faults.splice(0)
})

test('W11 offline messages wait in a list, are counted in the navigation, and are marked as handled there', async () => {
  const { page } = window
  await window.go('/offline', 'text=All messages are handled')
  await looksRight(page, 'offline empty')
  await leave('olga', 'Please call me back tomorrow.\nI am at home until noon.', {
    name: 'Olga Offline',
    email: 'olga@shop.test',
    phone: '+49 170 1234567',
    description: 'about the lamps',
  })
  await leave('eve', SCRIPTS.slice(0, 2).join(' '), { name: SCRIPTS[0] ?? '', email: 'eve@shop.test' })
  await leave('lea', `${'long '.repeat(60)}${'x'.repeat(300)}`, { phone: '+1 212 555 0100' })
  await page.reload()
  const message = page.getByRole('article', { name: 'Message from Olga Offline' })
  await message.waitFor()
  const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Offline' })
  await link.getByText('3 messages are not handled').waitFor()
  assert.equal(
    await message.getByRole('link', { name: 'Write to olga@shop.test' }).getAttribute('href'),
    'mailto:olga@shop.test',
  )
  assert.equal(
    await message.getByRole('link', { name: 'Call +49 170 1234567' }).getAttribute('href'),
    'tel:+491701234567',
  )
  await looksRight(page, 'offline')
  await message.getByRole('button', { name: /^Mark as handled/ }).focus()
  await page.keyboard.press('Enter')
  await message.waitFor({ state: 'detached' })
  await link.getByText('2 messages are not handled').waitFor()
  await page.getByLabel('Filter').selectOption({ label: 'Handled' })
  await message.getByText('Handled by Ann').waitFor()
  await looksRight(page, 'offline handled')
  await message.getByRole('button', { name: /^Mark as not handled/ }).click()
  await page.getByText('No handled messages yet').waitFor()
  await page.getByLabel('Filter').selectOption({ label: 'All' })
  await message.getByRole('link', { name: 'Open chat with Olga Offline' }).click()
  await page.waitForURL('**/inbox/all/*')
  await page.getByText('Sent through the offline form').waitFor()
  await looksRight(page, 'offline chat')
  assert.deepEqual(window.faults, [])
})

test('owners set the addresses to which the logs of closed chats are mailed', async () => {
  const { page } = window
  await window.go('/settings', 'text=No addresses: transcripts are not sent.')
  await page.getByText('E-mail isn’t set up').waitFor()
  await page.getByLabel('E-mail address').fill('no address')
  await page.keyboard.press('Enter')
  await page.getByText('Enter an e-mail address, such as').waitFor()
  await page.getByLabel('E-mail address').fill('log@shop.test')
  await Promise.all([
    page.waitForResponse((response) => response.request().method() === 'PATCH' && response.ok()),
    page.keyboard.press('Enter'),
  ])
  await page.getByRole('button', { name: 'Remove log@shop.test' }).waitFor()
  assert.deepEqual((await ann.call('GET', '/settings')).body['mailLogTo'], ['log@shop.test'])
  await looksRight(page, 'settings mail')
  const theirs = await openWindow(browser, testServer, BOB)
  await theirs.go('/settings', 'text=Only owners and admins can change')
  assert.equal(await theirs.page.getByText('log@shop.test').count(), 0)
  await theirs.close()
  assert.deepEqual(window.faults, [])
})
