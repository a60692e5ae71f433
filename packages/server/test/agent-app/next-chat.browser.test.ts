import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openBrowser } from '../browser.ts'
import { ANN, startTestServer } from '../test-server.ts'
import { soon } from '../channels/widget/soon.ts'
import { openWindow, shownEntries } from './window.ts'

const testServer = await startTestServer({ channel: { serverUrl: null } })
const browser = await openBrowser()
after(async () => {
  await browser.close()
  await testServer.close()
})
const ann = testServer.agent(ANN)

/** Two chats of Ann's; the first is open in a window, and the second has been read ahead. */
async function twoChats(name: string) {
  const chats: number[] = []
  for (const id of [`${name} one`, `${name} two`]) {
    const visitor = testServer.visitor(id, { name: id })
    await visitor.writes(`hello from ${id}`)
    const chat = (await ann.chats('?view=waiting')).find((one) => one.visitor.id === id)?.id ?? 0
    await ann.accepts(chat)
    chats.push(chat)
  }
  const [first = 0, second = 0] = chats
  const window = await openWindow(browser, testServer)
  const readAhead = window.page.waitForResponse((answer) => answer.url().includes(`/api/chats/${second}/entries`))
  await window.go(`/inbox/mine/${first}`, 'textarea')
  await (await readAhead).finished()
  return { window, page: window.page, first, second, visitor: testServer.visitor(`${name} two`) }
}

test('a chat that changed after it was read ahead opens with the change, below the mark of unread messages', async () => {
  const { window, page, second, visitor } = await twoChats('changed')
  await page.locator(`#chat-${second}`).hover()
  for (const text of ['news', 'more news']) await visitor.writes(text)
  await page.locator(`#chat-${second}`).getByText('more news').waitFor()
  await page.locator(`#chat-${second}`).click()
  const log = page.getByRole('log')
  await log.getByText('more news').waitFor()
  await page.getByRole('heading', { name: 'changed two' }).waitFor()
  const said = await log.innerText()
  assert.match(said, /New[^]*hello from changed two[^]*news[^]*more news/)
  assert.doesNotMatch(said, /changed one/)
  // The older messages follow the newest ones; each is there once.
  const numbers = await shownEntries(page)
  assert.deepEqual(
    numbers,
    [...new Set(numbers)].toSorted((a, b) => a - b),
  )
  assert.deepEqual(window.faults, [])
  await window.close()
})

test('what is typed right after a chat is opened is written in that chat', async () => {
  const { window, page, first, second } = await twoChats('typed')
  for (const chat of [second, first, second]) {
    await page.locator(`#chat-${chat}`).focus()
    await page.keyboard.press('Enter')
    await page.keyboard.type(`for ${chat} `)
  }
  assert.equal(await page.locator('textarea').inputValue(), `for ${second} for ${second} `)
  await page.locator(`#chat-${first}`).click()
  await page.getByRole('heading', { name: 'typed one' }).waitFor()
  assert.equal(await page.locator('textarea').inputValue(), `for ${first} `)
  // Only the open conversation can be found, by the eye, by assistive technology and by the browser's search.
  assert.equal(await page.locator('textarea').count(), 1)
  assert.equal(await page.locator('[role=log]').count(), 1)
  assert.deepEqual(window.faults, [])
  await window.close()
})

test('a chat that was open before opens again at its end, with a mark above what came meanwhile', async () => {
  const { window, page, first, second, visitor } = await twoChats('again')
  await page.locator(`#chat-${second}`).click()
  const log = page.getByRole('log')
  await log.getByText('hello from again two').waitFor()
  await page.locator(`#chat-${second}`).getByText('unread').waitFor({ state: 'detached' })
  await page.locator(`#chat-${first}`).click()
  await log.getByText('hello from again one').waitFor()
  for (let index = 0; index < 30; index++) await visitor.writes(`line ${index}`)
  await page.locator(`#chat-${second}`).getByText('line 29').waitFor()
  await page.locator(`#chat-${second}`).click()
  await log.getByText('line 29', { exact: true }).waitFor()
  await soon(
    () =>
      page.evaluate<boolean>(`(() => {
    const log = document.querySelector('[role=log]')
    return log.scrollHeight > log.clientHeight && log.scrollHeight - log.scrollTop - log.clientHeight < 2
  })()`),
    20_000,
  )
  assert.match(await log.innerText(), /hello from again two[^]*New[^]*line 0\n/)
  assert.deepEqual(window.faults, [])
  await window.close()
})

test('next waiting, pressed while the list is loading, opens the chat when the list is there', async () => {
  await testServer.visitor('early', { name: 'Early' }).writes('hello')
  const waiting = (await ann.chats('?view=waiting')).find((one) => one.visitor.id === 'early')
  assert.ok(waiting)
  const window = await openWindow(browser, testServer)
  const { page } = window
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(/\/api\/chats\?/, async (route) => {
    await released
    await route.continue()
  })
  await window.go('/inbox/mine', '#content')
  await page.locator('[data-connection=live]').waitFor({ state: 'attached' })
  await page.locator('#content').focus()
  await page.keyboard.press('w')
  await page.waitForURL(/\/inbox\/waiting$/)
  release()
  await page.waitForURL(new RegExp(`/inbox/waiting/${waiting.id}$`))
  await page.getByRole('log').getByText('hello').waitFor()
  assert.deepEqual(window.faults, [])
  await window.close()
})
