import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openBrowser } from '../browser.ts'
import { ANN, BOB, startTestServer } from '../test-server.ts'
import { nextId, openPage, WIDGET } from '../channels/widget/page.ts'
import { looksRight } from './looks.ts'
import { openWindow, type Window } from './window.ts'

const testServer = await startTestServer({ channels: [WIDGET] })
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
const saved = (act: Promise<void>) =>
  Promise.all([
    window.page.waitForResponse((response) => response.request().method() === 'PATCH' && response.ok()),
    act,
  ])

test('C13 owners edit the safe hosts with the keyboard alone, and find them in the settings', async () => {
  const { page } = window
  await window.go('/inbox', 'nav')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Settings' }).click()
  await page.waitForURL('**/settings')
  await page.getByText('No hosts: every link').waitFor()
  await looksRight(page, 'settings empty')

  const field = page.getByLabel('Host', { exact: true })
  await field.focus()
  await page.keyboard.type('https://Bücher.test/prices')
  await saved(page.keyboard.press('Enter'))
  await page.getByRole('button', { name: 'Remove xn--bcher-kva.test' }).waitFor()
  await page.keyboard.type('www.shop.test')
  await saved(page.keyboard.press('Enter'))
  await page.keyboard.type('no host')
  await page.keyboard.press('Enter')
  await page.getByText('Enter a host name or an IP address').waitFor()
  assert.deepEqual((await ann.call('GET', '/settings')).body['safeUrl'], ['xn--bcher-kva.test', 'www.shop.test'])
  await looksRight(page, 'settings')
  for (const host of ['xn--bcher-kva.test', 'www.shop.test'])
    await saved(page.getByRole('button', { name: `Remove ${host}` }).click())
  await page.getByText('No hosts: every link').waitFor()
  assert.deepEqual(window.faults, [])
})

test('an agent reads the settings of the account and cannot change them', async () => {
  const theirs = await openWindow(browser, testServer, BOB)
  await theirs.go('/settings', 'text=Only owners and admins can change')
  assert.equal(await theirs.page.getByRole('button', { name: 'Add host' }).count(), 0)
  const sections = theirs.page.getByRole('navigation', { name: 'Settings' })
  const names = await sections.getByRole('link').allTextContents()
  assert.ok(names.includes('Team') && names.includes('Channels'), names.join())
  assert.deepEqual(
    names.filter((name) => /Bots|Webhooks|Delivery log/.test(name)),
    [],
  )
  assert.deepEqual(theirs.faults, [])
  await theirs.close()
})

test('T28 links of a visitor and their page open by a page that shows their host, and the agent’s own open directly', async () => {
  const { page, context } = window
  const ada = await openPage(testServer, { visitor: 'ada', url: 'https://shop.test/prices', title: 'Prices' })
  await ada.writes('see https://evil.example/a?b=1 and mail mailto:ada@shop.test')
  const [chat] = await ann.chats()
  assert.ok(chat)
  const fields = [{ title: 'Order', content: '42', link: 'https://crm.shop.test/42' }]
  await ada.ask({ t: 'custom', id: nextId(), fields })
  await ann.accepts(chat.id)
  await ann.writes(chat.id, 'read https://shop.test/help')
  await window.go(`/inbox/all/${chat.id}`, 'aside >> text=Custom data')

  const href = (name: string) => page.getByRole('link', { name }).getAttribute('href')
  const leave = (to: string) => `/leave?to=${encodeURIComponent(to)}`
  const before = {
    'https://evil.example/a?b=1': leave('https://evil.example/a?b=1'),
    'mailto:ada@shop.test': 'mailto:ada@shop.test',
    'https://shop.test/help': 'https://shop.test/help',
    'https://shop.test/prices': leave('https://shop.test/prices'),
    '42': leave('https://crm.shop.test/42'),
  }
  for (const [name, to] of Object.entries(before)) assert.equal(await href(name), to, name)

  const [opened] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('link', { name: 'https://evil.example/a?b=1' }).click(),
  ])
  await opened.getByRole('link', { name: 'Open evil.example' }).waitFor()
  // The other site does not learn the page of the link.
  assert.equal(await opened.evaluate('opener'), null)
  // The page of the link closes with its window.
  await Promise.all([opened.waitForEvent('close'), opened.getByRole('button', { name: 'Back' }).click()])

  // An open page follows a change of the setting.
  await ann.call('PATCH', '/settings', { safeUrl: ['shop.test'] })
  await page.locator('a[href="https://shop.test/prices"]').waitFor()
  assert.equal(await href('42'), 'https://crm.shop.test/42')
  assert.equal(await href('https://evil.example/a?b=1'), before['https://evil.example/a?b=1'])
  await ann.call('PATCH', '/settings', { safeUrl: ['other.test'] })
  await page.locator('aside').getByRole('link', { name: '42' }).waitFor({ state: 'detached' })
  await page.locator('aside').getByText('42', { exact: true }).waitFor()
  assert.equal(await href('https://shop.test/prices'), leave('https://shop.test/prices'))
  await ann.call('PATCH', '/settings', { safeUrl: [] })
  await ada.close()
  assert.deepEqual(window.faults, [])
})

test('T7 T28 the page before a link names the real host, does not redirect by itself, and opens only web pages', async () => {
  // The page is shown without a session too, because it contains no data of the server.
  const stranger = await browser.newContext({ baseURL: testServer.publicUrl, locale: 'en-GB' })
  const page = await stranger.newPage()
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).host))
  const go = (to: string) => page.goto(`/leave?to=${encodeURIComponent(to)}`)

  await go('https://bank.test:443@бücher.evil.test:8443/login?next=/a#b')
  const host = new URL('https://бücher.evil.test').hostname
  await page.getByRole('heading', { name: 'A link from a visitor' }).waitFor()
  await page.getByText(host, { exact: true }).waitFor()
  await page.getByText('бücher.evil.test', { exact: true }).waitFor()
  const open = page.getByRole('link', { name: `Open ${host}` })
  assert.equal(await open.getAttribute('href'), `https://bank.test:443@${host}:8443/login?next=/a#b`)
  assert.equal(await open.getAttribute('rel'), 'noopener noreferrer nofollow')
  assert.equal(await open.getAttribute('referrerpolicy'), 'no-referrer')
  assert.equal(await open.getAttribute('target'), null)
  await looksRight(page, 'leave')
  await go(`https://${'very-long-'.repeat(5)}name.example/${'way/'.repeat(600)}`)
  await open.or(page.getByRole('link', { name: /^Open very/ })).waitFor()
  await looksRight(page, 'leave long')

  for (const to of ['javascript:alert(1)', 'data:text/html,<h1>x', 'mailto:a@b.test', '//evil.example', '/inbox', '']) {
    await go(to)
    await page.getByRole('heading', { name: 'This link can’t be opened' }).waitFor()
    assert.equal(await page.locator('a').count(), 0, to)
  }
  await page.goto('/leave')
  await page.getByRole('heading', { name: 'This link can’t be opened' }).waitFor()
  await looksRight(page, 'leave refused')
  // Back leads to the previous page.
  await page.getByRole('button', { name: 'Back' }).click()
  await page.waitForURL(/\/leave\?to=$/)
  assert.deepEqual([...new Set(asked)], [new URL(testServer.publicUrl).host])
  assert.deepEqual(faults, [])
  await stranger.close()
})
