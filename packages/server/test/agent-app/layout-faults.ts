import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'

const IN_PAGE = readFileSync(new URL('layout-faults.page.js', import.meta.url), 'utf8')

/**
 * Texts that cannot be read as the page is laid out: those that are cut off without dots or a way to scroll to the rest,
 * that reach out of their button, that lie on another text, or under a part of the page.
 */
export async function layoutFaults(page: Page): Promise<string[]> {
  await page.evaluate(IN_PAGE)
  return page.evaluate<string[]>('layoutFaults()')
}
