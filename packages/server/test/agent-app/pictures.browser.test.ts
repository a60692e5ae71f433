import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { after, before, test } from 'node:test'
import sharp from 'sharp'
import { openBrowser } from '../browser.ts'
import { beyond } from './looks.ts'
import { MORNING } from './pictures/set-clock.ts'
import { type Shop, SHOP_SCREENS, startShop } from './shop-screens.ts'
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

for (const { name, path, wait, act } of SHOP_SCREENS) {
  test(`${name}: the screen fits on a desktop and a phone, and its pictures are kept when asked`, async () => {
    const { page } = window
    await page.setViewportSize(LOOKS[0][1])
    await window.go(path(shop), wait)
    await act?.(window)
    for (const [look, size, colorScheme] of LOOKS) {
      await page.setViewportSize(size)
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      assert.equal(await beyond(page), 0, look)
      if (!KEPT) continue
      await page.waitForLoadState('networkidle')
      const png = await page.screenshot()
      // Few colours: a palette makes the file a quarter of its size.
      writeFileSync(`${PICTURES}app-${name}${look}.png`, await sharp(png).png({ palette: true, effort: 8 }).toBuffer())
    }
  })
}
