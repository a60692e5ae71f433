import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { after, before, test } from 'node:test'
import sharp from 'sharp'
import { openBrowser } from '../browser.ts'
import { ANN } from '../test-server.ts'
import { beyond, fits } from './looks.ts'
import { MORNING } from './pictures/set-clock.ts'
import { PICTURED, type Shop, startShop } from './shop-screens.ts'
import { openWindow, type Window } from './window.ts'

/** Set: the pictures of the documentation are made anew. */
const KEPT = process.env['SCREENSHOTS_KEPT']
const PICTURES = fileURLToPath(new URL('../../../../docs/pictures/', import.meta.url))

const browser = await openBrowser()
let shop: Shop
let window: Window
before(async () => {
  shop = await startShop()
  window = await openWindow(browser, shop.testServer)
  await window.page.clock.setFixedTime(MORNING)
})
after(async () => {
  await browser.close()
  await shop.close()
})

const LOOKS = [
  ['', { width: 1440, height: 900 }, 'light'],
  ['-dark', { width: 1440, height: 900 }, 'dark'],
  ['-phone', { width: 390, height: 844 }, 'light'],
  ['-phone-dark', { width: 390, height: 844 }, 'dark'],
] as const

for (const { name, path, wait, act } of PICTURED) {
  test(`${name}: the screen fits on a desktop and a phone, and its pictures are kept when asked`, async () => {
    const { page } = window
    await page.setViewportSize(LOOKS[0][1])
    // Some screens begin with the colours of the window.
    await page.emulateMedia({ colorScheme: LOOKS[0][2], reducedMotion: 'reduce' })
    await window.go(path(shop), wait)
    await act?.(window)
    for (const [look, size, colorScheme] of LOOKS) {
      await page.setViewportSize(size)
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      assert.equal(await beyond(page), 0, look)
      if (!KEPT) continue
      await keep(window, `${name}${look}`)
    }
  })
}

test('pictures show the sign-in, a chat from right to left, and one with texts twice as large', async () => {
  const { page } = window
  // A screen of 1440 pixels on which everything is twice as large.
  await page.setViewportSize({ width: 720, height: 900 })
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await window.go(`/inbox/all/${shop.mine}`, 'textarea')
  await page.locator('html').evaluate((html) => (html.style.fontSize = '200%'))
  await fits(page, 'texts twice as large')
  if (KEPT) await keep(window, 'chat-large-text')
  await page.setViewportSize(LOOKS[0][1])
  const ann = shop.testServer.agent(ANN)
  await ann.call('PATCH', '/me', { language: 'ar' })
  await window.go(`/inbox/all/${shop.mine}`, 'html[dir=rtl] textarea')
  await fits(page, 'from right to left')
  if (KEPT) await keep(window, 'chat-right-to-left')
  await ann.call('PATCH', '/me', { language: null })
  const signedOut = await openWindow(browser, shop.testServer)
  await signedOut.context.clearCookies()
  await signedOut.go('/', 'input[type=password]')
  await fits(signedOut.page, 'sign-in')
  if (KEPT) await keep(signedOut, 'sign-in')
  await signedOut.close()
})

test('pictures show a call that rings', async () => {
  const { page } = window
  await window.go(`/inbox/all/${shop.mine}`, 'textarea')
  const end = await shop.rings()
  await page.getByRole('button', { name: 'Accept' }).waitFor()
  for (const [look, size, colorScheme] of LOOKS) {
    await page.setViewportSize(size)
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await fits(page, `a call rings${look}`)
    if (KEPT) await keep(window, `call${look}`)
  }
  await end()
})

async function keep({ page }: Window, name: string): Promise<void> {
  await page.waitForLoadState('networkidle')
  const png = await page.screenshot()
  // Few colours: a palette makes the file a quarter of its size.
  writeFileSync(`${PICTURES}app-${name}.png`, await sharp(png).png({ palette: true, effort: 8 }).toBuffer())
}
