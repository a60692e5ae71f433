import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { axeViolations, screenshot } from '../browser.ts'
import { soon } from '../channels/widget/soon.ts'
import { layoutFaults } from './layout-faults.ts'
import { SCREENS } from './window.ts'

/** Windows in which texts are twice as large: half of a large screen, where widths in rem are those of a phone, and all of it. */
const TWICE = { half: { width: 720, height: 900 }, whole: SCREENS.desktop }

/**
 * Checks the page: light and dark, wide and narrow, from right to left, and with texts twice as large. Nothing that axe
 * knows is wrong, nothing reaches beyond the side, no text is cut off or lies on another; pictures are named by `name`.
 */
export async function looksRight(page: Page, name: string): Promise<void> {
  for (const [screen, size] of Object.entries(SCREENS)) {
    await page.setViewportSize(size)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await screenshot(page, `${name} ${screen} ${colorScheme}`)
      // Only colours differ between the schemes.
      const rules = colorScheme === 'dark' ? ['color-contrast'] : undefined
      assert.deepEqual(await axeViolations(page, rules), [], `${name} ${screen} ${colorScheme}`)
    }
    await fits(page, `${name} ${screen}`)
  }
  const root = page.locator('html')
  const was = await root.evaluate((html) => html.dir)
  await root.evaluate((html) => (html.dir = html.dir === 'rtl' ? 'ltr' : 'rtl'))
  await screenshot(page, `${name} right to left`)
  await fits(page, `${name} in the other direction`)
  await root.evaluate((html, dir) => (html.dir = dir), was)
  await root.evaluate((html) => (html.style.fontSize = '200%'))
  for (const [part, size] of Object.entries(TWICE)) {
    await page.setViewportSize(size)
    await screenshot(page, `${name} 200 percent ${part}`)
    await fits(page, `${name} with texts twice as large, ${part} of the screen`)
  }
  await root.evaluate((html) => (html.style.fontSize = ''))
  await page.setViewportSize(SCREENS.desktop)
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
}

/** Nothing reaches beyond the side, is cut off, or lies on another text. */
export async function fits(page: Page, where: string): Promise<void> {
  // Open menus are placed anew with the frames after a change of size or direction.
  await soon(async () => (await beyond(page)) === 0).catch(() => {})
  assert.equal(await beyond(page), 0, `${where}: wider than the screen`)
  assert.deepEqual(await layoutFaults(page), [], where)
}

/** By how many pixels the page reaches beyond its side. */
export const beyond = (page: Page): Promise<number> =>
  page.locator('html').evaluate((root) => root.scrollWidth - root.clientWidth)
