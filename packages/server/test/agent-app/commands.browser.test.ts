import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { axeViolations, openBrowser, screenshot } from '../browser.ts'
import { ANN, startTestServer } from '../test-server.ts'
import { looksRight } from './looks.ts'
import { openWindow } from './window.ts'

const testServer = await startTestServer()
const browser = await openBrowser()
after(async () => {
  await browser.close()
  await testServer.close()
})

const menu = (page: Page) => page.getByRole('dialog', { name: 'Command menu' })
const chosen = (page: Page) => menu(page).locator('[role=option][aria-selected=true]')

async function openMenu(page: Page): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.locator('input[role=combobox]:focus').waitFor()
}

test('the command menu finds commands and people by typing, and runs them by keyboard alone', async () => {
  await testServer.visitor('v1', { name: 'Vera' }).writes('hello')
  await testServer.visitor('v2', { name: 'Otto' }).writes('me too')
  const window = await openWindow(browser, testServer)
  const { page } = window
  await window.go('/inbox', '[role=option]')

  // The keys after Ctrl K belong to the search even before its part of the application is loaded.
  await page.keyboard.press('Control+k')
  await page.keyboard.type('arch')
  await chosen(page).getByText('Archive').waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/archive')
  await menu(page).waitFor({ state: 'detached' })

  await openMenu(page)
  await page.keyboard.type('vera')
  await chosen(page).getByText('Vera').waitFor()
  await looksRight(page, 'command menu')
  await page.keyboard.press('Enter')
  await page.locator('[role=log]').getByText('hello').waitFor()

  await openMenu(page)
  // The recent command is first, then what can be done with this chat.
  await chosen(page).getByText('Archive').waitFor()
  await page.keyboard.type('repl')
  await page.keyboard.press('Enter')
  await page.locator('textarea:focus').waitFor()
  assert.equal((await testServer.agent(ANN).chats('?view=mine')).length, 1)

  // From the field in which the agent writes, and back to it.
  await page.keyboard.type('Good day')
  await openMenu(page)
  await page.keyboard.type('no such thing')
  await menu(page).getByText('No command matches', { exact: true }).first().waitFor()
  await page.keyboard.press('Escape')
  await page.locator('textarea:focus').waitFor()
  assert.equal(await page.locator('textarea').inputValue(), 'Good day')
  assert.deepEqual(window.faults, [])
  await window.close()
})

test('arrows move in the command menu from end to end, and the screen reader hears where', async () => {
  const window = await openWindow(browser, testServer)
  const { page } = window
  await window.go('/team', 'main h1 >> text=Team')
  await openMenu(page)
  const first = await chosen(page).getAttribute('id')
  await page.keyboard.press('ArrowUp')
  const last = await chosen(page).getAttribute('id')
  assert.notEqual(last, first)
  assert.equal(await page.locator('input[role=combobox]').getAttribute('aria-activedescendant'), last)
  await page.keyboard.press('ArrowDown')
  assert.equal(await chosen(page).getAttribute('id'), first)
  await page.keyboard.press('Control+k')
  await menu(page).waitFor({ state: 'detached' })
  await window.close()
})

test('one-key shortcuts act outside of fields only, and can be switched off', async () => {
  const window = await openWindow(browser, testServer)
  const { page } = window
  const mine = (await testServer.agent(ANN).chats('?view=mine'))[0]
  await window.go(`/inbox/mine/${mine?.id}`, 'textarea:focus')
  await page.keyboard.type('geb?')
  assert.equal(await page.locator('textarea').inputValue(), 'geb?')
  await page.keyboard.press('Escape')
  await page.locator('[role=option]:focus').waitFor()
  // The menu of the chat, with the command, is loaded after the conversation.
  await page.getByRole('button', { name: 'More actions' }).waitFor()
  await page.keyboard.press('b')
  await page.locator('[role=alertdialog] :focus').waitFor()
  // A key of the dialog runs no command.
  await page.keyboard.press('g')
  await page.keyboard.press('a')
  await page.keyboard.press('Escape')
  await page.getByRole('alertdialog').waitFor({ state: 'detached' })
  assert.match(page.url(), /\/inbox\/mine/)

  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  assert.deepEqual(await axeViolations(page), [])
  await screenshot(page, 'shortcuts sheet')
  await page.getByRole('button', { name: 'Switch off one-key shortcuts' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.keyboard.press('g')
  await page.keyboard.press('t')
  await page.keyboard.press('b')
  await openMenu(page)
  assert.equal(await page.getByRole('alertdialog').count(), 0)
  assert.match(page.url(), /\/inbox\/mine/)
  await page.keyboard.type('one-key')
  await page.keyboard.press('Enter')
  await menu(page).waitFor({ state: 'detached' })
  await page.keyboard.press('g')
  await page.keyboard.press('t')
  await page.waitForURL('**/team')
  assert.deepEqual(window.faults, [])
  await window.close()
})

test('the menu has what the screen shows, saved views and every section of the settings', async () => {
  const ann = testServer.agent(ANN)
  await ann.call('POST', '/views', { name: 'Harbour desk', view: 'closed', filter: { channel: 1 } })
  const mine = (await ann.chats('?view=mine'))[0]
  const window = await openWindow(browser, testServer)
  const { page } = window
  // Each button of these screens without a command of its own.
  const buttons = '#content button:visible:not(:disabled, [data-keys], [aria-keyshortcuts], [data-menu-of])'
  for (const [path, wait] of [
    [`/inbox/mine/${mine?.id}`, 'textarea:focus'],
    ['/inbox/closed', 'role=searchbox'],
    ['/contacts', 'main h1 >> text=Contacts'],
    ['/team', 'main h1 >> text=Team'],
    ['/settings/tags', 'main h1 >> text=Tags'],
    ['/settings', 'role=button[name="Choose a logo"]'],
    ['/me', 'text=Taking messages back'],
  ] as const) {
    await window.go(path, wait)
    const shown = (await page
      .locator(buttons)
      .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? one.textContent))) as string[]
    const names = [...new Set(shown.map((name) => name.replaceAll(/\s+/g, ' ').trim()).filter(Boolean))]
    assert.ok(names.length > 0, path)
    await openMenu(page)
    const titles = await menu(page).locator('[role=option] bdi:first-child').allTextContents()
    assert.deepEqual(
      names.filter((name) => !titles.includes(name)),
      [],
      path,
    )
    await page.keyboard.press('Escape')
    await menu(page).waitFor({ state: 'detached' })
  }

  await window.go('/settings/tags', 'main h1 >> text=Tags')
  await openMenu(page)
  await page.keyboard.type('add tag')
  await chosen(page).getByText('Add tag').waitFor()
  await looksRight(page, 'command menu of a screen')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Add tag' }).locator(':focus').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  await openMenu(page)
  await page.keyboard.type('harbour desk')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/inbox/closed,channel=1')
  await openMenu(page)
  await page.keyboard.type('alerts')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/me/alerts')
  await openMenu(page)
  await page.keyboard.type('low rows')
  await page.keyboard.press('Enter')
  await menu(page).waitFor({ state: 'detached' })
  assert.equal(await page.evaluate("localStorage.getItem('deskbell.density')"), 'compact')
  assert.deepEqual(window.faults, [])
  await window.close()
})
