import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { axeViolations, screenshot } from '../browser.ts'
import { SCREENS } from './window.ts'

/**
 * Checks the page: light and dark, wide and narrow, from right to left, and with texts twice as large. Nothing
 * that axe knows is wrong, nothing reaches beyond the side; pictures are named by `name`.
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
    assert.equal(await beyond(page), 0, `${name} ${screen}`)
  }
  const root = page.locator('html')
  await root.evaluate((html) => (html.dir = 'rtl'))
  await screenshot(page, `${name} right to left`)
  assert.equal(await beyond(page), 0, `${name} from right to left`)
  await root.evaluate((html) => (html.dir = 'ltr'))
  await page.setViewportSize({ width: 720, height: 900 })
  await root.evaluate((html) => (html.style.fontSize = '200%'))
  await screenshot(page, `${name} 200 percent`)
  assert.equal(await beyond(page), 0, `${name} with texts twice as large`)
  await root.evaluate((html) => (html.style.fontSize = ''))
  await page.setViewportSize(SCREENS.desktop)
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
}

/** By how many pixels the page reaches beyond its side. */
export const beyond = (page: Page): Promise<number> =>
  page.locator('html').evaluate((root) => root.scrollWidth - root.clientWidth)
