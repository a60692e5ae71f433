import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'

const IN_PAGE = readFileSync(new URL('keyboard-reach.page.js', import.meta.url), 'utf8')

/** Presses of Shift+Tab, each of which must move the focus. */
const BACK = 5

/**
 * Presses Tab through the page. Returns what cannot be done with the keyboard: each field, button or link that Tab does not
 * reach, and each that looks the same with the focus as without; items of an open menu that the arrow keys do not reach; and
 * that Shift+Tab does not lead back. What lies behind an open dialog does not count.
 */
export async function keyboardFaults(page: Page): Promise<string[]> {
  await page.evaluate(IN_PAGE)
  const items = await menuFaults(page)
  const count = await page.evaluate<number>('keyboardReach.mark()')
  // Once around, the guards of a dialog's focus included; a list that closes when it is left begins the round again.
  let left = count
  for (let press = 0; press < count + 3 || (left > 0 && press < 2 * count + 3); press++) {
    await page.keyboard.press('Tab')
    // A dialog moves the focus from its end to its beginning in a frame of its own.
    left = await page.evaluate<number>('new Promise(requestAnimationFrame).then(() => keyboardReach.look())')
  }
  const ways: string[] = []
  for (let press = 0; press < Math.min(BACK, count - 1); press++) {
    const before = await page.evaluate<string>('keyboardReach.focused()')
    await page.keyboard.press('Shift+Tab')
    await page.evaluate('new Promise(requestAnimationFrame)')
    if ((await page.evaluate<string>('keyboardReach.focused()')) === before) ways.push(`Shift+Tab stays at: ${before}`)
  }
  return [...items, ...ways, ...(await page.evaluate<string[]>('keyboardReach.faults()'))]
}

/** Items of an open menu that Arrow down does not reach. */
async function menuFaults(page: Page): Promise<string[]> {
  const items = page.locator('[role=menu]:visible').locator('[role^=menuitem]:visible')
  const count = await items.count()
  const reached = new Set<string>()
  let missing: string[] = []
  // A menu that has just been opened or placed anew takes its first keys late.
  for (let press = 0; press < count + 1 || (missing.length > 0 && press < 2 * count + 3); press++) {
    await page.keyboard.press('ArrowDown')
    reached.add(await page.evaluate<string>('new Promise(requestAnimationFrame).then(() => keyboardReach.focused())'))
    missing = (await page.evaluate<string[]>('keyboardReach.items()')).filter((name) => !reached.has(name))
  }
  return missing.map((name) => `Arrow down does not reach: ${name}`)
}
