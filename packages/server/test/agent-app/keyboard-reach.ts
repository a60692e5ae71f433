import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'

const IN_PAGE = readFileSync(new URL('keyboard-reach.page.js', import.meta.url), 'utf8')

/**
 * Presses Tab through the page. Returns what cannot be done with the keyboard: each field, button or link that Tab does not
 * reach, and each that looks the same with the focus as without. What lies behind an open dialog does not count.
 */
export async function keyboardFaults(page: Page): Promise<string[]> {
  await page.evaluate(IN_PAGE)
  const count = await page.evaluate<number>('keyboardReach.mark()')
  // Once around, the guards of a dialog's focus included.
  for (let press = 0; press < count + 3; press++) {
    await page.keyboard.press('Tab')
    // A dialog moves the focus from its end to its beginning in a frame of its own.
    await page.evaluate('new Promise(requestAnimationFrame).then(() => keyboardReach.look())')
  }
  return page.evaluate<string[]>('keyboardReach.faults()')
}
