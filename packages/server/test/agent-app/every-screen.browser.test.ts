import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openBrowser } from '../browser.ts'
import { keyboardFaults } from './keyboard-reach.ts'
import { looksRight } from './looks.ts'
import { type Shop, SHOP_SCREENS, type ShopScreen, startShop } from './shop-screens.ts'
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

const press =
  (name: string | RegExp, wait = '[role=dialog]') =>
  async ({ page }: Window): Promise<void> => {
    await page.getByRole('button', { name }).first().click()
    await page.locator(wait).first().waitFor()
  }
const key =
  (keys: string, wait: string) =>
  async ({ page }: Window): Promise<void> => {
    await page.keyboard.press(keys)
    await page.locator(wait).first().waitFor()
  }

/** Screens and dialogs of which the documentation has no picture. */
const FURTHER: readonly ShopScreen[] = [
  { name: 'an archived chat', path: ({ closed }) => `/inbox/closed/${closed}`, wait: '[role=log]' },
  { name: 'my chats', path: () => '/inbox/mine', wait: '[role=option]' },
  { name: 'all chats', path: () => '/inbox/all', wait: '[role=option]' },
  { name: 'closed chats', path: () => '/inbox/closed', wait: '[role=option]' },
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
  {
    name: 'the command menu',
    path: () => '/inbox/waiting',
    wait: '[role=option]',
    act: key('Control+k', '[role=dialog]'),
  },
  { name: 'the shortcuts', path: () => '/inbox/waiting', wait: '[role=option]', act: key('?', '[role=dialog]') },
  { name: 'your menu', path: () => '/inbox/waiting', wait: '[role=option]', act: press('Your menu', '[role=menu]') },
  { name: 'a new channel', path: () => '/channels', wait: 'main li', act: press('New channel') },
  { name: 'a new agent', path: () => '/team', wait: 'text=Bob', act: press('Add agent') },
  { name: 'a new webhook', path: () => '/settings/webhooks', wait: 'main li', act: press('New webhook') },
  { name: 'a new bot', path: () => '/bots', wait: 'main li', act: press('Add bot') },
  { name: 'a new canned answer', path: () => '/settings/canned', wait: 'main h1', act: press(/^New/) },
  { name: 'a new macro', path: () => '/settings/macros', wait: 'main h1', act: press(/^New/) },
  { name: 'a new tag', path: () => '/settings/tags', wait: 'main h1', act: press('Add tag') },
  { name: 'an import of contacts', path: () => '/contacts', wait: 'main li', act: press(/^Import/) },
]
const ALL = [...SHOP_SCREENS, ...FURTHER]

/** Addresses that differ in a number alone are one screen. */
const toPattern = (path: string) => path.replace(/[?#].*/, '').replaceAll(/\/\d+/g, '/#')
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
    assert.deepEqual(await keyboardFaults(page), [])
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
