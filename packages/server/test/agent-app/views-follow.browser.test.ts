import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { SavedView } from '@deskbell/protocol/agent/saved-view'
import { axeViolations, openBrowser, screenshot } from '../browser.ts'
import { soon } from '../channels/widget/soon.ts'
import { ANN, BOB, startTestServer } from '../test-server.ts'
import { openWindow } from './window.ts'

const testServer = await startTestServer()
const browser = await openBrowser()
after(async () => {
  await browser.close()
  await testServer.close()
})
const ann = testServer.agent(ANN)

test('N12 a view is given new filters on the screen, and follows a colleague who changes it', async () => {
  await testServer.visitor('v-1', { name: 'Vera' }).writes('hello')
  const view = { name: 'Refunds', view: 'all', filter: { unread: 'true' }, shared: true }
  const saved = (await ann.call('POST', '/views', view)).body as unknown as SavedView
  const stored = async () => {
    const { views } = (await ann.call('GET', '/views')).body as unknown as { views: SavedView[] }
    return views.find(({ id }) => id === saved.id)
  }

  const bobs = await openWindow(browser, testServer, BOB)
  await bobs.go('/inbox/all', 'text=Vera')
  await bobs.page
    .getByRole('navigation', { name: 'Saved views' })
    .getByRole('link', { name: /Refunds/ })
    .click()
  await bobs.page.waitForURL('**/inbox/all,unread=true')

  const window = await openWindow(browser, testServer)
  const { page } = window
  await window.go('/inbox/all', 'text=Vera')
  const views = page.getByRole('navigation', { name: 'Saved views' })
  await views.getByRole('link', { name: /Refunds/ }).click()
  await page.getByRole('button', { name: /Filters/ }).click()
  await page.getByRole('combobox', { name: 'Agent', exact: true }).selectOption('No agent')
  const update = page.getByRole('button', { name: /Update .*Refunds/ })
  await update.waitFor()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await screenshot(page, `update view ${colorScheme}`)
    assert.deepEqual(await axeViolations(page), [], colorScheme)
  }
  await update.focus()
  await page.keyboard.press('Enter')
  await update.waitFor({ state: 'detached' })
  assert.deepEqual((await stored())?.filter, { unread: 'true', agent: 0 })
  assert.equal(await page.evaluate('document.activeElement.textContent'), 'Save as view')
  await views
    .getByRole('link', { name: /Refunds/, exact: false })
    .and(page.locator('[aria-current=page]'))
    .waitFor()

  await bobs.page.waitForURL(/inbox\/all,agent=0,unread=true/)
  await ann.call('PATCH', `/views/${saved.id}`, { name: 'Refunds, new' })
  await bobs.page.getByRole('link', { name: /Refunds, new/ }).waitFor()
  assert.deepEqual([window.faults, bobs.faults], [[], []])
  await bobs.close()
  await window.close()
})

test('a view that an agent renames and moves with one click has the new name and the new place', async () => {
  const namesOf = async () =>
    ((await ann.call('GET', '/views')).body as unknown as { views: SavedView[] }).views.map(({ name }) => name)
  for (const name of ['First', 'Second']) {
    const made = await ann.call('POST', '/views', { name, view: 'all', filter: { unread: 'true' } })
    assert.equal(made.status, 201, made.text)
  }
  const others = (await namesOf()).filter((name) => name !== 'First' && name !== 'Second')
  const window = await openWindow(browser, testServer)
  const { page } = window
  await window.go('/inbox/all', 'text=Vera')
  await page.getByRole('button', { name: 'Edit saved views' }).click()
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/views/*', async (route) => {
    if (route.request().method() === 'PATCH') await held
    await route.continue()
  })
  await page.getByRole('textbox', { name: 'Rename First' }).fill('Renamed')
  // The field loses the focus by the click, and is saved.
  await page.getByRole('button', { name: 'Move First down' }).click()
  release()
  await soon(async () => (await namesOf()).join() === [...others, 'Second', 'Renamed'].join(), 20_000)
  await page.getByRole('textbox', { name: 'Rename Renamed' }).waitFor()
  assert.deepEqual(window.faults, [])
  await window.close()
})
