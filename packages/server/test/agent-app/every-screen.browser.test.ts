import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openBrowser, screenshot } from '../browser.ts'
import { keyboardFaults } from './keyboard-reach.ts'
import { ANN } from '../test-server.ts'
import { fits, looksRight } from './looks.ts'
import { press, type Shop, SHOP_SCREENS, type ShopScreen, startShop } from './shop-screens.ts'
import { openWindow, SCREENS, type Window } from './window.ts'

const browser = await openBrowser()
let shop: Shop
let window: Window
before(async () => {
  shop = await startShop()
  window = await openWindow(browser, shop.testServer)
})
after(async () => {
  await browser.close()
  await shop.close()
})

/** Screens and dialogs of which the documentation has no picture. */
const FURTHER: readonly ShopScreen[] = [
  { name: 'an archived chat', path: ({ closed }) => `/inbox/closed/${closed}`, wait: '[role=log]' },
  { name: 'my chats', path: () => '/inbox/mine', wait: '[role=option]' },
  { name: 'all chats', path: () => '/inbox/all', wait: '[role=option]' },
  { name: 'closed chats', path: () => '/inbox/closed', wait: '[role=option]' },
  { name: 'done tasks', path: () => '/tasks/done', wait: 'main h1' },
  { name: 'missed calls', path: () => '/calls/missed', wait: 'main h1' },
  { name: 'the provider of calls', path: () => '/settings/calls/provider', wait: 'text=Open the trunk' },
  { name: 'the tasks of all', path: () => '/tasks?of=all', wait: 'main h2' },
  {
    name: 'the menu of a task',
    path: () => '/tasks',
    wait: 'main h2',
    act: press(/^Actions for the task/, '[role=menu]'),
  },
  { name: 'the forms of the widget', path: () => '/channels/2/forms', wait: 'main h2' },
  { name: 'the agents of a channel', path: () => '/channels/2/agents', wait: 'main h2' },
  { name: 'the hours of a channel', path: () => '/channels/2/hours', wait: 'main h2' },
  { name: 'the settings of the widget', path: () => '/channels/2/settings', wait: 'main h2' },
  { name: 'the sandbox of a bot', path: () => '/bots/1/try', wait: 'main h1' },
  { name: 'the log of a bot', path: () => '/bots/1/deliveries', wait: 'main h1' },
  { name: 'the log of a channel', path: () => '/channels/1/deliveries', wait: 'main li' },
  { name: 'the notes of a channel', path: () => '/channels/1/notes', wait: 'main h1' },
  { name: 'the log of a webhook', path: () => '/settings/webhooks/1/deliveries', wait: 'main h1' },
  { name: 'no page', path: () => '/nowhere', wait: 'h1' },
  { name: 'a link that leaves', path: () => '/leave?to=https%3A%2F%2Fexample.com%2F', wait: 'h1' },
  { name: 'an invitation', path: () => '/invitation', wait: 'h1' },
  { name: 'a new password', path: () => '/new-password', wait: 'h1' },
  { name: 'your menu', path: () => '/inbox/waiting', wait: '[role=option]', act: press('Your menu', '[role=menu]') },
  { name: 'a new channel', path: () => '/channels', wait: 'main li', act: press('New channel') },
  { name: 'a new agent', path: () => '/team', wait: 'text=Bob', act: press('Add agent') },
  { name: 'a new webhook', path: () => '/settings/webhooks', wait: 'main li', act: press('New webhook') },
  { name: 'a new bot', path: () => '/bots', wait: 'main li', act: press('Add bot') },
  { name: 'a new canned answer', path: () => '/settings/canned', wait: 'main h1', act: press(/^New/) },
  { name: 'a new macro', path: () => '/settings/macros', wait: 'main h1', act: press(/^New/) },
  { name: 'an exception of routing', path: () => '/settings/routing', wait: 'main h2', act: press('Add exception') },
  { name: 'new working hours', path: () => '/settings/routing', wait: 'main h2', act: press('Add working hours') },
  { name: 'a new tag', path: () => '/settings/tags', wait: 'main h1', act: press('Add tag') },
  { name: 'a new department', path: () => '/team', wait: 'text=Workshop', act: press('Add department') },
  { name: 'a new rule', path: () => '/channels/2/rules', wait: 'main h2', act: press('Add rule') },
  { name: 'an invitation of a colleague', path: () => '/team', wait: 'text=Bob', act: press('Invite colleague') },
  {
    name: 'the menu of an agent',
    path: () => '/team',
    wait: 'text=Bob',
    act: press(/^Actions for Bob/, '[role=menu]'),
  },
  {
    name: 'the menu of a chat',
    path: ({ mine }) => `/inbox/all/${mine}`,
    wait: 'textarea',
    act: press('More actions', '[role=menu]'),
  },
  {
    name: 'the snooze of a chat',
    path: ({ mine }) => `/inbox/all/${mine}`,
    wait: 'textarea',
    act: press('Snooze', '[role=menu]'),
  },
  { name: 'the rules of a visitor', path: () => '/visitors', wait: 'main ul li', act: press(/^Rules for/) },
  { name: 'a chat with a visitor', path: () => '/visitors', wait: 'main ul li', act: press(/^Start a chat with/) },
  {
    name: 'the test of an alert',
    path: () => '/me/alerts',
    wait: 'text=How you are alerted',
    act: press(/^Test/, 'main [role=status], main [role=alert]'),
  },
]
const ALL = [...SHOP_SCREENS, ...FURTHER]

/** Addresses that differ in a number or in the filters of the inbox alone are one screen. */
const toPattern = (path: string) =>
  path
    .replace(/[?#].*/, '')
    .replace(/,[^/]*/, '')
    .replaceAll(/\/\d+/g, '/#')
const linked = new Map<string, string>()

for (const { name, path, wait, act } of ALL)
  test(`${name}: axe, phone, dark, right to left, texts twice as large, the keyboard alone`, async () => {
    const { page } = window
    await page.setViewportSize(SCREENS.desktop)
    await window.go(path(shop), wait)
    await page.waitForLoadState('networkidle')
    for (const href of await page.locator('a[href^="/"]').evaluateAll((all) => all.map((a) => a.getAttribute('href')!)))
      if (!linked.has(toPattern(href))) linked.set(toPattern(href), name)
    const further = await page.locator('html').evaluate((root) => root.scrollHeight - root.clientHeight)
    assert.equal(further, 0, 'the page itself scrolls')
    await act?.(window)
    await looksRight(page, name)
    if (act) {
      // Narrow screens have other ways to what is open.
      await window.go(path(shop), wait)
      await act(window)
    }
    assert.deepEqual(await keyboardFaults(page), [])
    const open = page.locator('[role=dialog]:visible, [role=menu]:visible')
    if (act && (await open.count()) > 0) {
      await page.keyboard.press('Escape')
      await open.waitFor({ state: 'hidden' })
    }
    // A link without a token answers 410, and an address without a page 404.
    assert.deepEqual(
      window.faults.splice(0).filter((fault) => !/(?:404|410) \(/.test(fault)),
      [],
    )
  })

test('every page that a screen leads to is in the list of screens', () => {
  const known = new Set(ALL.map(({ path }) => toPattern(path(shop))))
  // The manual and the visitors' page are pages of the server; files are no screens.
  const unknown = [...linked].filter(
    ([pattern]) => !known.has(pattern) && !/^\/(?:docs|talk|api|files)(?:\/|$)/.test(pattern),
  )
  assert.deepEqual(unknown, [])
})

test('signing in, and asking for a new password: axe, phone, dark, right to left, texts twice as large, the keyboard alone', async () => {
  const signedOut = await openWindow(browser, shop.testServer)
  const { page, context } = signedOut
  await context.clearCookies()
  await signedOut.go('/inbox/waiting', 'input[type=password]')
  await looksRight(page, 'sign-in')
  assert.deepEqual(await keyboardFaults(page), [])
  await page.getByRole('button', { name: /forgot/i }).click()
  await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor()
  await looksRight(page, 'a forgotten password')
  assert.deepEqual(await keyboardFaults(page), [])
  await signedOut.close()
})

const NO_WORDS = 'main h1, main header, [role=log]'
for (const { name, path, act } of ALL)
  if (!act)
    test(`${name}: in Arabic, on a desktop and a phone, nothing is cut off or wider than the screen`, async () => {
      const { page } = window
      await shop.testServer.agent(ANN).call('PATCH', '/me', { language: 'ar' })
      await page.setViewportSize(SCREENS.desktop)
      await window.go(path(shop), 'html[dir=rtl]')
      await page.locator(NO_WORDS).first().waitFor({ state: 'attached' })
      await page.waitForLoadState('networkidle')
      for (const [screen, size] of Object.entries(SCREENS)) {
        await page.setViewportSize(size)
        await screenshot(page, `${name} in Arabic ${screen}`)
        await fits(page, `${name} in Arabic, ${screen}`)
      }
      window.faults.splice(0)
    })
