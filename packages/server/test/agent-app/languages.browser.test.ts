import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { LANGUAGES } from '@deskbell/protocol/languages'
import { openBrowser, screenshot } from '../browser.ts'
import { WIDGET } from '../channels/widget/page.ts'
import { startTestServer } from '../test-server.ts'
import { beyond, looksRight } from './looks.ts'
import { openWindow, SCREENS } from './window.ts'

const server = await startTestServer({ channels: [{ ...WIDGET, widget: {} }] })
const browser = await openBrowser()
after(async () => {
  await browser.close()
  await server.close()
})
const ann = server.agent()
await server.visitor('vera', { name: 'Vera' }).writes('Where is my parcel?')
const [{ id: chat } = { id: 0 }] = await ann.chats()

test('an agent chooses a language, which all their devices then have, and the browser’s again', async () => {
  const window = await openWindow(browser, server)
  const { page } = window
  await window.go('/me', 'text=Your profile')
  await page.getByRole('combobox', { name: 'Language' }).selectOption({ label: 'Deutsch' })
  await page.locator('html[lang=de]').waitFor()
  assert.equal((await ann.call('GET', '/me')).body['language'], 'de')
  await window.go('/inbox/waiting', 'text=Vera')
  assert.equal(await page.getByText('Waiting', { exact: true }).count(), 0)

  const other = await openWindow(browser, server)
  await other.page.goto('/inbox/waiting')
  await other.page.locator('html[lang=de]').waitFor()
  await window.go('/me', 'html[lang=de]')
  await page.getByRole('combobox', { name: 'Sprache' }).selectOption('')
  await page.locator('html[lang=en]').waitFor()
  assert.equal((await ann.call('GET', '/me')).body['language'], null)
  assert.deepEqual([...window.faults, ...other.faults], [])
  await other.close()
  await window.close()
})

test('in Arabic the screens run from right to left', async () => {
  await ann.call('PATCH', '/me', { language: 'ar' })
  const window = await openWindow(browser, server)
  await window.go(`/inbox/waiting/${chat}`, 'html[dir=rtl][lang=ar]')
  await window.page.getByText('Where is my parcel?').last().waitFor()
  await looksRight(window.page, 'arabic chat')
  assert.deepEqual(window.faults, [])
  await window.close()
})

for (const language of LANGUAGES)
  test(`in the language ${language} no screen is wider than a phone`, async () => {
    await ann.call('PATCH', '/me', { language })
    const window = await openWindow(browser, server)
    const { page } = window
    await page.setViewportSize(SCREENS.phone)
    for (const path of [
      '/inbox/waiting',
      `/inbox/waiting/${chat}`,
      '/contacts',
      '/settings',
      '/me',
      '/me/alerts',
      '/team',
    ]) {
      await window.go(path, `html[lang=${language}]`)
      await page.locator('main h1, main header').first().waitFor({ state: 'attached' })
      await page.waitForLoadState('networkidle')
      await screenshot(page, `${language} ${path.replaceAll('/', ' ').trim()}`)
      assert.equal(await beyond(page), 0, `${language} ${path}`)
    }
    assert.deepEqual(window.faults, [])
    await window.close()
  })

test('in German an emoji is found by its German and its English words, and has its German name', async () => {
  await ann.call('PATCH', '/me', { language: 'de' })
  await ann.accepts(chat)
  const window = await openWindow(browser, server)
  const { page } = window
  await window.go(`/inbox/mine/${chat}`, 'html[lang=de]')
  await page.locator('textarea:focus').waitFor()
  await page.keyboard.press('Control+Shift+E')
  const list = page.getByRole('dialog', { name: 'Emojis' })
  await list.getByRole('option', { name: 'grinsendes Gesicht', exact: true }).waitFor()
  await page.keyboard.type('winkende')
  await list.getByRole('option', { name: 'winkende Hand' }).waitFor()
  await list.getByRole('combobox').fill('waving hand')
  await list.getByRole('option', { name: 'winkende Hand' }).waitFor()
  await screenshot(page, 'de emoji')
  assert.deepEqual(window.faults, [])
  await window.close()
})
