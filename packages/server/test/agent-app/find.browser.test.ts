import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Tag } from '@deskbell/protocol/agent/tag'
import { openBrowser, screenshot } from '../browser.ts'
import { soon } from '../channels/widget/soon.ts'
import { ANN, BOB, startTestServer } from '../test-server.ts'
import { looksRight } from './looks.ts'
import { openWindow, SCREENS } from './window.ts'

const testServer = await startTestServer()
const browser = await openBrowser()
after(async () => {
  await browser.close()
  await testServer.close()
})
const ann = testServer.agent(ANN)
/** The index works in real time, on a machine that is busy with other tests (ms). */
const LATE = 20_000

const chatOf = async (name: string) =>
  (await ann.chats('?limit=200')).find(({ visitor }) => visitor.name === name)?.id ?? 0
const isIndexed = (q: string) =>
  soon(async () => {
    const answer = await ann.call('GET', `/search?q=${encodeURIComponent(q)}`)
    const groups = answer.body as unknown as Record<string, { found: unknown[] }>
    return Object.values(groups).some(({ found }) => found.length > 0)
  }, LATE)

test('the search finds people, chats, messages and notes as the agent types, by keys alone', async () => {
  const vera = testServer.visitor('vera', { name: 'Vera Turner', email: 'vera@example.com' })
  await vera.writes('I ordered the turquoise lamp')
  for (let i = 0; i < 90; i++) await vera.writes(`line ${i} of a long talk`)
  await testServer.visitor('tom', { name: 'Tom Becker' }).writes('Turn the volume down, please')
  const chat = await chatOf('Vera Turner')
  await ann.call('POST', `/chats/${chat}/notes`, { text: 'She is the turquoise customer of last year' })
  await isIndexed('turquoise customer')
  await isIndexed('volume')

  const window = await openWindow(browser, testServer)
  const { page } = window
  await window.go('/inbox/all', 'text=Vera Turner')
  await page.locator('body').press('f')
  const field = page.getByRole('combobox', { name: 'Search people, chats, messages and notes' })
  await field.waitFor()
  await looksRight(page, 'search start')
  await page.keyboard.type('turn')
  await page
    .getByRole('group', { name: 'People' })
    .getByRole('option', { name: /Vera Turner/ })
    .waitFor()
  await page
    .getByRole('group', { name: 'Messages' })
    .getByRole('option', { name: /volume/ })
    .waitFor()
  await field.fill('turq')
  const message = page.getByRole('group', { name: 'Messages' }).getByRole('option', { name: /turquoise lamp/ })
  await message.waitFor()
  await page
    .getByRole('group', { name: 'Private notes' })
    .getByRole('option', { name: /turquoise customer/ })
    .waitFor()
  assert.equal(await message.locator('mark').textContent(), 'turquoise')
  await looksRight(page, 'search results')
  // The field keeps the focus.
  await field.focus()
  assert.equal(await message.getAttribute('aria-selected'), 'true')
  await page.keyboard.press('ArrowDown')
  await page.getByRole('option', { name: /turquoise customer/, selected: true }).waitFor()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  // The chat opens at the message, which is far before the newest ones.
  await page.waitForURL(`**/inbox/all/${chat}`)
  const found = page.locator('[role=log]').getByText('I ordered the turquoise lamp')
  await found.waitFor()
  await soon(
    () => found.evaluate((one) => one.getBoundingClientRect().top > 0 && one.getBoundingClientRect().bottom < 900),
    LATE,
  )
  await screenshot(page, 'search opened')

  await page.goBack()
  await message.waitFor()
  assert.equal(await field.inputValue(), 'turq')
  await field.fill('')
  await page.getByRole('button', { name: 'turq', exact: true }).waitFor()
  await looksRight(page, 'search recent')
  await field.fill('zzzz')
  await page.getByText('No results for').first().waitFor()
  await looksRight(page, 'search none')
  await field.press('Escape')
  await page.waitForURL('**/inbox/all')
  assert.deepEqual(window.faults, [])
  await window.close()
})

test('a group shows all its results, and the search says that it failed or waits for the connection', async () => {
  for (let i = 0; i < 8; i++)
    await testServer.visitor(`many${i}`, { name: `Pat ${i}` }).writes(`a marmalade order ${i}`)
  const window = await openWindow(browser, testServer)
  const { page } = window
  await soon(async () => {
    const answer = await ann.call('GET', '/search?q=marmalade&limit=20')
    return (answer.body['messages'] as unknown as { found: unknown[] }).found.length === 8
  }, LATE)
  await window.go('/search?q=marmalade', 'mark')
  assert.equal(await page.getByRole('option').count(), 5)
  await page.getByRole('link', { name: 'Show all messages' }).click()
  await page.waitForURL('**/search?q=marmalade&in=messages')
  await soon(async () => (await page.getByRole('option').count()) === 8, LATE)
  await page.setViewportSize(SCREENS.phone)
  await screenshot(page, 'search group phone')
  await page.setViewportSize(SCREENS.desktop)

  let fails = true
  await page.route('**/api/search?**', (route) =>
    fails ? route.fulfill({ status: 500, body: '{}' }) : route.continue(),
  )
  await window.go('/search?q=marma', 'text=Couldn’t search')
  await screenshot(page, 'search failed')
  fails = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('option').first().waitFor()
  await page.unroute('**/api/search?**')
  await window.context.setOffline(true)
  await page.getByRole('combobox').fill('marmalade or')
  await page.getByText('You’re offline').first().waitFor()
  await window.context.setOffline(false)
  await page.getByRole('option').first().waitFor()
  await window.close()
})

test('the command menu finds people and chats on the server', async () => {
  const closed = await (async () => {
    await testServer.visitor('ulla', { name: 'Ulla Sommer' }).writes('something of old')
    const id = await chatOf('Ulla Sommer')
    await ann.accepts(id)
    await ann.closes(id)
    await testServer.settled()
    return id
  })()
  const window = await openWindow(browser, testServer, BOB)
  const { page } = window
  await window.go('/inbox/waiting', 'text=Waiting')
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill('ulla so')
  const option = page.getByRole('group', { name: 'People' }).getByRole('option', { name: /Ulla Sommer/ })
  await option.waitFor()
  await looksRight(page, 'menu people')
  await option.click()
  await page.waitForURL(`**/inbox/closed/${closed}`)
  await window.close()
})

test('the inbox is filtered together by several conditions, in the address, and events move chats in and out', async () => {
  const vip = (await ann.call('POST', '/tags', { name: 'VIP' })).body as unknown as Tag
  await testServer.visitor('fay', { name: 'Fay Filter' }).writes('tag me')
  const chat = await chatOf('Fay Filter')
  const window = await openWindow(browser, testServer)
  const { page } = window
  await window.go('/inbox/all', 'text=Fay Filter')
  await page.getByRole('button', { name: 'Filters' }).click()
  await page.getByRole('combobox', { name: 'Tag' }).selectOption({ label: 'VIP' })
  await page.getByText('No chat fits the filters').waitFor()
  await looksRight(page, 'filters none')
  assert.match(page.url(), new RegExp(`/inbox/all,tag=${vip.id}$`))

  const asked: string[] = []
  page.on('request', (request) => request.url().includes('/api/chats') && asked.push(request.url()))
  await ann.call('POST', `/chats/${chat}/tags`, { add: [vip.id] })
  const row = page.getByRole('option', { name: /Fay Filter/ })
  await row.waitFor()
  await page.getByRole('switch', { name: 'Only unread' }).click()
  await row.waitFor()
  await looksRight(page, 'filters')
  asked.length = 0
  await ann.call('POST', `/chats/${chat}/tags`, { remove: [vip.id] })
  await row.waitFor({ state: 'detached' })
  await ann.call('POST', `/chats/${chat}/tags`, { add: [vip.id] })
  await row.waitFor()
  assert.deepEqual(asked, [], 'no request for the events')

  // The button of the browser takes back one condition, and a link has them all.
  await page.goBack()
  await page.waitForURL(`**/inbox/all,tag=${vip.id}`)
  await page.goForward()
  await page.waitForURL(`**/inbox/all,tag=${vip.id},unread=true`)
  await page.reload()
  await row.waitFor()
  await page.getByRole('list', { name: 'Filters' }).getByText('VIP').waitFor()
  await screenshot(page, 'filter chips')
  await row.click()
  await page.waitForURL(`**/inbox/all,tag=${vip.id},unread=true/${chat}`)
  await page.getByRole('button', { name: 'Remove filter: VIP' }).click()
  await page.waitForURL('**/inbox/all,unread=true')
  assert.deepEqual(window.faults, [])
  await window.close()
})

test('the list of closed chats is filtered and searched on the server, in the address, and saved as a view', async () => {
  const done = (await ann.call('POST', '/tags', { name: 'Done' })).body as unknown as Tag
  const closed = async (name: string, said: string) => {
    await testServer.visitor(name, { name }).writes(said)
    const chat = await chatOf(name)
    await ann.accepts(chat)
    await ann.call('POST', `/chats/${chat}/tags`, { add: [done.id] })
    await ann.closes(chat)
    return chat
  }
  const first = await closed('Cleo Closed', 'where is my vermilion chair')
  await closed('Carl Closed', 'thank you')
  for (let i = 0; i < 3; i++) {
    const name = `Other ${i}`
    await testServer.visitor(name, { name }).writes('nothing')
    const chat = await chatOf(name)
    await ann.accepts(chat)
    await ann.closes(chat)
  }
  await isIndexed('vermilion')
  const window = await openWindow(browser, testServer)
  const { page } = window
  await window.go('/inbox/closed', 'text=Other 2')
  const field = page.getByRole('searchbox', { name: 'Search this list' })
  await field.fill('vermil')
  await page.getByRole('option', { name: /Cleo Closed/ }).waitFor()
  await page.getByRole('option', { name: /Carl Closed/ }).waitFor({ state: 'detached' })
  await field.fill('')
  await page.getByRole('button', { name: 'Filters' }).click()
  assert.equal(await page.getByRole('switch', { name: 'Only unread' }).count(), 0)
  await page.getByRole('combobox', { name: 'Tag' }).selectOption({ label: 'Done' })
  await page.waitForURL(`**/inbox/closed,tag=${done.id}`)
  await page.getByRole('option', { name: /Carl Closed/ }).waitFor()
  assert.equal(await page.getByRole('option').filter({ hasText: 'Other' }).count(), 0)
  await page.getByRole('combobox', { name: 'Agent' }).selectOption({ label: 'Ann' })
  await page.getByRole('option', { name: /Cleo Closed/ }).waitFor()
  await looksRight(page, 'closed filters')

  await page.getByRole('button', { name: 'Save as view' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Done by me')
  await page.keyboard.press('Enter')
  const saved = page.getByRole('navigation', { name: 'Saved views' }).getByRole('link', { name: /Done by me/ })
  await saved.waitFor()
  await window.go('/inbox/waiting', 'role=navigation')
  await saved.click()
  await page.getByRole('option', { name: /Cleo Closed/ }).click()
  await page.waitForURL(new RegExp(`/inbox/closed,agent=\\d+,tag=${done.id}/${first}$`))
  const { views } = (await ann.call('GET', '/views')).body as unknown as { views: { id: number }[] }
  for (const { id } of views) await ann.call('DELETE', `/views/${id}`)
  assert.deepEqual(window.faults, [])
  await window.close()
})

test('filters are saved as views, private or shared, with counts, in an order of their own', async () => {
  const window = await openWindow(browser, testServer)
  const { page } = window
  await window.go('/inbox/all,unread=true', 'text=Pat 7')
  await page.getByRole('button', { name: /^Filters/ }).click()
  await page.getByRole('button', { name: 'Save as view' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('To read')
  await page.getByRole('switch', { name: 'Share with all agents' }).click()
  await looksRight(page, 'save view')
  await page.getByRole('button', { name: 'Save view' }).click()
  const views = page.getByRole('navigation', { name: 'Saved views' })
  await views.getByRole('link', { name: /To read/, includeHidden: false }).waitFor()
  await window.go('/inbox/waiting,waited=5', 'role=navigation')
  await page.getByRole('button', { name: /^Filters/ }).click()
  await page.getByRole('button', { name: 'Save as view' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Long waits')
  await page.keyboard.press('Enter')
  await views.getByRole('link', { name: /Long waits/ }).waitFor()
  await page.getByRole('button', { name: /^Filters/ }).click()
  // The count comes by itself, and follows events.
  await views.getByRole('link', { name: /To read \d/ }).waitFor()
  await looksRight(page, 'saved views')

  const bobs = await openWindow(browser, testServer, BOB)
  await bobs.go('/inbox/all', 'text=Fay Filter')
  const bobsViews = bobs.page.getByRole('navigation', { name: 'Saved views' })
  await bobsViews.getByRole('link', { name: /To read/ }).click()
  await bobs.page.waitForURL('**/inbox/all,unread=true')
  assert.equal(await bobsViews.getByRole('link').count(), 1, 'a private view is not seen')
  await bobs.close()

  // The name of the button under the pointer would be over the next one.
  await page.mouse.move(900, 500)
  await page.getByRole('button', { name: 'Edit saved views' }).click()
  await page.getByRole('button', { name: 'Move Long waits up' }).click()
  const dialog = page.getByRole('dialog')
  await soon(async () => (await dialog.getByRole('textbox').first().inputValue()) === 'Long waits', LATE)
  await dialog.getByRole('textbox', { name: 'Rename To read' }).fill('Unread')
  await page.keyboard.press('Enter')
  await dialog.getByRole('textbox', { name: 'Rename Unread' }).waitFor()
  await looksRight(page, 'edit views')
  await dialog.getByRole('button', { name: 'Delete Unread' }).click()
  await page.getByRole('button', { name: 'Delete view' }).click()
  await dialog.getByRole('textbox', { name: 'Rename Unread' }).waitFor({ state: 'detached' })
  assert.deepEqual(window.faults, [])
  await window.close()
})
