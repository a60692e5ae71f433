import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { soon } from '../channels/widget/soon.ts'
import { openBrowser } from '../browser.ts'
import { ANN, BOB, startTestServer } from '../test-server.ts'
import { nextId, openPage, WIDGET } from '../channels/widget/page.ts'
import { looksRight } from './looks.ts'
import { openWindow, SCREENS, type Window } from './window.ts'

const testServer = await startTestServer({ channels: [WIDGET] })
const browser = await openBrowser()
after(async () => {
  await browser.close()
  await testServer.close()
})
const [ann, bob] = [testServer.agent(ANN), testServer.agent(BOB)]
let window: Window
let first = 0
let long = 0
let now = 0
let ada: Awaited<ReturnType<typeof openPage>>

const waiting = async () => (await ann.chats('?view=waiting')).find(({ channel }) => channel.kind === 'widget')?.id ?? 0

before(async () => {
  ada = await openPage(testServer, { visitor: 'ada' })
  await ada.writes('Where is my parcel? <b>It</b> left on Monday')
  first = await waiting()
  await bob.accepts(first)
  await bob.writes(first, 'It is at https://shop.test/parcels')
  await ada.receives('It is at https://shop.test/parcels')
  await bob.closes(first)
  await ada.ask({ t: 'rate', id: nextId(), chat: first, rating: 'positive' })
  await ada.ask({ t: 'rate', id: nextId(), chat: first, rating: 'positive', text: 'quick' })
  await ada.writes('line 1')
  long = await waiting()
  await ann.accepts(long)
  for (let i = 2; i <= 60; i++) await ada.writes(`line ${i}`)
  await ann.closes(long)
  await ada.ask({ t: 'contact', id: nextId(), contact: { name: 'Ada' } })
  await ada.writes('me again')
  now = await waiting()
  await testServer.settled()
  window = await openWindow(browser, testServer)
})
after(() => ada.close())

test('W18 the details list the earlier chats, and each opens in place', async () => {
  const { page } = window
  await window.go(`/inbox/all/${now}`, 'aside >> text=Earlier chats')
  const aside = page.locator('aside')
  const group = aside.getByRole('region', { name: 'Earlier chats' })
  const rows = group.getByRole('button', { expanded: false })
  await rows.first().waitFor()
  assert.equal(await rows.count(), 2)
  const row = group.getByRole('button', { name: /Where is my parcel/ })
  assert.match(
    (await row.innerText()).replaceAll(/\s+/g, ' '),
    /Rating: good.* Bob · Site · 1 message from the visitor/,
  )
  await row.focus()
  await page.keyboard.press('Enter')
  const said = group.getByRole('region', { name: /^Messages, / })
  await said.getByText('Where is my parcel? <b>It</b> left on Monday').waitFor()
  await said.getByText('Bob joined').waitFor()
  // The thumb, and the thumb with a text afterwards: one row.
  const rated = await said.locator('li', { hasText: 'Visitor rating' }).allInnerTexts()
  assert.equal(rated.length, 1)
  assert.match(rated[0] ?? '', /Visitor rating: good \(quick\)/)
  const link = said.getByRole('link', { name: 'https://shop.test/parcels' })
  assert.match((await link.getAttribute('rel')) ?? '', /noopener/)
  assert.equal(await row.getAttribute('aria-expanded'), 'true')
  await said.scrollIntoViewIfNeeded()
  await looksRight(page, 'earlier')
  await row.click()
  await said.waitFor({ state: 'detached' })
  assert.deepEqual(window.faults, [])
})

test('W18 a long earlier chat shows its newest messages first, and older ones on request', async () => {
  const { page } = window
  await window.go(`/inbox/all/${now}`, 'aside >> text=Earlier chats')
  await page
    .locator('aside')
    .getByRole('button', { name: /line 1/ })
    .click()
  const said = page.getByRole('region', { name: /^Messages, / })
  await said.getByText('line 60', { exact: true }).waitFor()
  assert.equal(await said.getByText('line 1', { exact: true }).count(), 0)
  await said.getByRole('button', { name: 'Show earlier messages' }).click()
  await said.getByText('line 1', { exact: true }).waitFor()
  const lines = await said.locator('li').allInnerTexts()
  const numbers = lines.flatMap((line) => /line (\d+)/.exec(line)?.[1] ?? []).map(Number)
  assert.deepEqual(
    numbers,
    Array.from({ length: 60 }, (_, i) => i + 1),
  )
  await said.getByRole('link', { name: 'Open this chat' }).click()
  await page.waitForURL(`**/inbox/closed/${long}`)
  // A closed chat has no owner, and names the agents who took part in it.
  await page
    .locator('aside')
    .locator('div', { hasText: /^AgentAnn$/ })
    .waitFor()
  // In the list of the earlier chat, the open chat is among the others.
  await page.locator('aside').getByText('still open').waitFor()
  assert.deepEqual(window.faults, [])
})

test('W18 a phone shows the earlier chats on the details page', async () => {
  const { page } = window
  await page.setViewportSize(SCREENS.phone)
  await window.go(`/inbox/all/${now}/details`, 'aside >> text=Earlier chats')
  await page.getByRole('button', { name: /Where is my parcel/ }).click()
  await page
    .getByRole('region', { name: /^Messages, / })
    .getByText('Bob joined')
    .waitFor()
  await page.getByRole('link', { name: 'Open this chat' }).scrollIntoViewIfNeeded()
  await looksRight(page, 'earlier details')
  assert.deepEqual(window.faults, [])
})

test('W18 the first line of a chat links to the earlier chats of a returning visitor', async () => {
  const { page } = window
  for (const size of [SCREENS.desktop, SCREENS.phone]) {
    await page.setViewportSize(size)
    await window.go(`/inbox/all/${now}`, 'text=Beginning of this chat')
    assert.equal(await page.getByText('Beginning of the conversation with').count(), 0)
    await page.getByRole('log').getByRole('button', { name: 'Earlier chats' }).click()
    const group = page.getByRole('region', { name: 'Earlier chats' })
    await group.getByRole('button', { name: /Where is my parcel/ }).waitFor()
    const top = () => page.locator('#earlier-chats').evaluate((element) => element.getBoundingClientRect().top)
    await soon(async () => (await top()) < size.height - 100)
  }
  await page.setViewportSize(SCREENS.desktop)
  await window.go(`/inbox/all/${now}`, 'text=Beginning of this chat')
  // The labels say what the numbers count: chats here, unread messages in the badge.
  await page.locator('nav').getByTitle('1 chat', { exact: true }).first().waitFor()
  await looksRight(page, 'Beginning of')
  assert.deepEqual(window.faults, [])
})

test('an agent sees which of the messages the page of the visitor has, now and after a reload', async () => {
  const { page } = window
  await ann.accepts(now)
  await window.go(`/inbox/mine/${now}`, 'text=You joined')
  const ticks = () =>
    page
      .getByRole('log')
      .locator('span[title=Sent], span[title^=Delivered]')
      .evaluateAll((all) => all.map((one) => one.title))
  const n = await ann.writes(now, 'on its way')
  await ada.receives('on its way')
  await page.getByRole('log').getByText('on its way', { exact: true }).waitFor()
  assert.deepEqual(await ticks(), ['Sent'], 'nothing has arrived before the page says so')
  ada.send({ t: 'got', chat: now, n })
  await page.getByRole('log').locator('span[title=Delivered]').waitFor()
  await page.reload()
  await page.getByRole('log').locator('span[title=Delivered]').waitFor()
  await looksRight(page, 'delivered')

  // The visitor has left: they have received the messages before their answer, and not the new one.
  await ada.writes('thanks')
  await ada.close()
  await ann.writes(now, 'one more thing')
  await page.getByRole('log').getByText('one more thing', { exact: true }).waitFor()
  assert.deepEqual(await ticks(), ['Delivered', 'Sent'])
  await page.reload()
  await page.getByRole('log').getByText('one more thing', { exact: true }).waitFor()
  assert.deepEqual(await ticks(), ['Delivered', 'Sent'])
  assert.deepEqual(window.faults, [])
})

test('W18 a first chat is shown as the first, and a failed request can be repeated', async () => {
  const { page } = window
  await testServer.visitor('vera', { name: 'Vera' }).writes('hello')
  const vera = (await ann.chats()).find(({ visitor }) => visitor.name === 'Vera')?.id
  let fails = true
  const earlier = '**/api/chats/*/earlier*'
  await page.route(earlier, (route) =>
    fails ? route.fulfill({ status: 403, json: { error: { code: 'no', message: 'Not now.' } } }) : route.continue(),
  )
  await window.go(`/inbox/all/${vera}`, 'aside >> text=Couldn’t load the earlier chats. Not now.')
  fails = false
  await page.locator('aside').getByRole('button', { name: 'Try again' }).click()
  await page.locator('aside').getByText('This is the first chat.').waitFor()
  await page.unroute(earlier)
})
