import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Locator } from 'playwright-core'
import { axeViolations, openBrowser, screenshot } from '../browser.ts'
import { startIntegratorServer } from '../integrator-server.ts'
import { BOB, startTestServer } from '../test-server.ts'
import { WIDGET } from '../channels/widget/page.ts'
import { openShop } from './shop.ts'
import { openWindow, SCREENS, type Window } from './window.ts'

const integrator = await startIntegratorServer()
const testServer = await startTestServer({
  channel: { serverUrl: `${integrator.url}/chat` },
  channels: [WIDGET],
})
const browser = await openBrowser()
let shop: Awaited<ReturnType<typeof openShop>>
let window: Window
before(async () => {
  shop = await openShop(testServer, integrator)
  window = await openWindow(browser, testServer)
})
after(async () => {
  await browser.close()
  await shop.close()
  await testServer.close()
  await integrator.close()
})

const boxOf = async (one: Locator) => {
  const box = await one.boundingBox()
  assert.ok(box)
  return box
}

test('a tall picture is shown whole on a dark backdrop in both themes, and its controls lie on nothing else', async () => {
  const { page } = window
  await window.go(`/inbox/mine/${shop.mine}`, 'button[aria-label^="Open"] img')
  await page.locator('button[aria-label^="Open"]').first().click()
  const dialog = page.getByRole('dialog')
  const picture = dialog.locator('img')
  await picture.waitFor()
  for (const [screen, size] of Object.entries(SCREENS)) {
    await page.setViewportSize(size)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await screenshot(page, `picture ${screen} ${colorScheme}`)
      // The browser draws any notation of a colour as numbers.
      const alpha = await page.evaluate<number[]>(`(() => {
        const pen = document.createElement('canvas').getContext('2d')
        pen.fillStyle = getComputedStyle(document.querySelector('[data-backdrop]')).backgroundColor
        pen.fillRect(0, 0, 1, 1)
        return [...pen.getImageData(0, 0, 1, 1).data]
      })()`)
      assert.ok(alpha[3]! > 230 && Math.max(...alpha.slice(0, 3)) < 40, `${screen} ${colorScheme}: ${alpha.join()}`)
      const box = await boxOf(picture)
      const natural = await page.evaluate<number>(
        `(({ naturalWidth, naturalHeight }) => naturalWidth / naturalHeight)(document.querySelector('[role=dialog] img'))`,
      )
      assert.ok(
        box.y >= 0 && box.y + box.height <= size.height && box.x >= 0 && box.x + box.width <= size.width,
        screen,
      )
      assert.ok(Math.abs(box.width / box.height - natural) < 0.02, `${screen}: ${box.width} x ${box.height}`)
      for (const name of [/^Close/, /^Download/]) {
        const control = await boxOf(dialog.getByRole(name.source.includes('Close') ? 'button' : 'link', { name }))
        assert.ok(control.y + control.height <= box.y, 'a control is above the picture')
      }
      assert.deepEqual(await axeViolations(page, ['color-contrast']), [])
    }
  }
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await page.setViewportSize(SCREENS.desktop)
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
})

test('offline, a screen that is not loaded says that it needs the connection, and loads when it is back', async () => {
  const window = await openWindow(browser, testServer)
  const { page, context } = window
  // As if no file of a screen were in the cache of a service worker.
  await context.route(/\/sw\.js$/, (route) => route.abort())
  await window.go('/inbox/waiting', '[role=option]')
  // What the inbox loads when it is idle has parts that the archive has, too.
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Archive' }).click()
  await page.locator('main').getByText('You’re offline').waitFor()
  assert.equal(await page.getByText('There’s a new version').count(), 0)
  // A chat that is loaded can be read meanwhile.
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Inbox' }).click()
  await page.locator('[role=option]').first().waitFor()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Archive' }).click()
  await page.locator('main').getByText('You’re offline').waitFor()
  await page.evaluate(`globalThis.isSame = 1`)
  await context.setOffline(false)
  await page.getByRole('heading', { level: 1, name: 'Archive' }).waitFor()
  await page.locator('main li').first().waitFor()
  assert.equal(await page.evaluate(`globalThis.isSame`), 1, 'the page was not reloaded')
  await window.close()
})

test('a screen whose script fails once is loaded by itself, and one whose script is gone asks for a reload', async () => {
  const window = await openWindow(browser, testServer)
  const { page, context } = window
  await context.route(/\/sw\.js$/, (route) => route.abort())
  await window.go('/inbox/waiting', '[role=option]')
  let failed = 0
  await context.route(/\/assets\/archive-[^/]*\.js$/, (route) => (failed++ === 0 ? route.abort() : route.continue()))
  const main = page.getByRole('navigation', { name: 'Main' })
  await main.getByRole('link', { name: 'Archive' }).click()
  await page.getByRole('heading', { level: 1, name: 'Archive' }).waitFor()
  assert.ok(failed > 0, 'the script of the screen was asked for')
  await context.route(/\/assets\/visitors-[^/]*\.js/, (route) => route.fulfill({ status: 404 }))
  await main.getByRole('link', { name: 'Visitors' }).click()
  await page.getByText('There’s a new version').waitFor()
  await window.close()
})

test('a screen of which one part was cut off asks for a reload, after which it is there', async () => {
  const window = await openWindow(browser, testServer)
  const { page, context } = window
  await context.route(/\/sw\.js$/, (route) => route.abort())
  await window.go('/inbox/waiting', '[role=option]')
  let cut = 0
  await context.route(/\/assets\/list-[^/]*\.js$/, (route) => (cut++ === 0 ? route.abort() : route.continue()))
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Archive' }).click()
  await page.getByText('Something went wrong on this screen').waitFor()
  await page.getByRole('button', { name: 'Reload' }).click()
  await page.getByRole('heading', { level: 1, name: 'Archive' }).waitFor()
  await window.close()
})

test('the notice of a lost connection covers neither the navigation nor the screen', async () => {
  const window = await openWindow(browser, testServer)
  const { page, context } = window
  await window.go('/inbox/waiting', '[role=option]')
  await context.setOffline(true)
  const notice = page.locator('[data-connection=offline]')
  await notice.getByText('You’re offline').waitFor()
  for (const [screen, size] of Object.entries(SCREENS)) {
    await page.setViewportSize(size)
    await screenshot(page, `connection notice ${screen}`)
    const box = await boxOf(notice)
    for (const other of [page.getByRole('navigation', { name: 'Main' }), page.locator('main')]) {
      const { x, y, width, height } = await boxOf(other)
      const apart = x >= box.x + box.width || box.x >= x + width || y >= box.y + box.height || box.y >= y + height
      assert.ok(apart, screen)
    }
    assert.deepEqual(await axeViolations(page), [])
  }
  await context.setOffline(false)
  await page.locator('[data-connection=live]').waitFor({ state: 'attached' })
  await window.close()
})

test('on a phone the lists have no line at their edges, and the bar leads everywhere', async () => {
  const { page } = window
  await page.setViewportSize(SCREENS.phone)
  await window.go('/inbox/waiting', '[role=option]')
  await page.getByRole('region', { name: 'Inbox' }).waitFor()
  const edges = await page.evaluate<string[]>(`(() => {
    const { borderInlineStartWidth, borderInlineEndWidth } = getComputedStyle(document.querySelector('section[aria-label=Inbox]'))
    return [borderInlineStartWidth, borderInlineEndWidth]
  })()`)
  assert.deepEqual(edges, ['0px', '0px'])

  const bar = page.getByRole('navigation', { name: 'Main' })
  assert.deepEqual(
    await bar.locator('a, button').evaluateAll((all) => all.map((one) => one.textContent?.replace(/\d.*/, ''))),
    ['Inbox', 'Search', 'Visitors', 'Archive', 'More'],
  )
  await bar.getByRole('button', { name: 'More' }).click()
  const sheet = page.getByRole('dialog', { name: 'Ann' })
  await sheet.waitFor()
  await screenshot(page, 'more sheet')
  assert.deepEqual(await axeViolations(page), [])
  await sheet.getByText('Away', { exact: true }).click()
  await sheet.getByText('You get no new chats').waitFor()
  await sheet.getByText('Online', { exact: true }).click()
  await sheet.getByRole('link', { name: 'Team' }).click()
  await sheet.waitFor({ state: 'detached' })
  await page.getByRole('heading', { level: 1, name: 'Team' }).waitFor()
  await page.setViewportSize(SCREENS.desktop)
})

test('at 1024 pixels the settings keep the width of their fields, and agents see only the sections they may read', async () => {
  const { page } = window
  await page.setViewportSize({ width: 1024, height: 768 })
  await window.go('/channels/1', 'text=Server URL')
  const field = await boxOf(page.getByLabel('Server URL'))
  assert.ok(field.width >= 480, `${field.width}`)
  await screenshot(page, 'settings 1024')
  await page.setViewportSize({ width: 800, height: 700 })
  assert.ok((await boxOf(page.getByLabel('Server URL'))).width >= 480)
  await page.setViewportSize(SCREENS.desktop)

  const theirs = await openWindow(browser, testServer, BOB)
  await theirs.go('/team', 'main li')
  const sections = theirs.page.getByRole('navigation', { name: 'Settings' })
  const names = await sections.getByRole('link').allTextContents()
  assert.ok(names.includes('Team') && names.includes('Channels'), names.join())
  assert.deepEqual(
    names.filter((name) => /Bots|Webhooks|Delivery log/.test(name)),
    [],
  )
  await theirs.close()
})
