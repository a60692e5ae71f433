import type { Browser, Page } from 'playwright-core'
import { giveEars, levelOf } from '../calls/caller.ts'
import { WITHIN } from '../calls/trunk-of.ts'
import { soon } from '../channels/widget/soon.ts'
import type { TestServer } from '../test-server.ts'
import { openWindow, type Window } from './window.ts'

/** The pitch of the tone that is heard while a telephone rings (Hz). */
const RINGBACK = 425

/** Notes the pitches of the sounds that the page itself makes. */
const NOTED = `
  window.pitches = []
  const start = OscillatorNode.prototype.start
  OscillatorNode.prototype.start = function (...at) {
    window.pitches.push(this.frequency.value)
    return start.apply(this, at)
  }
`

/** The window of an agent whose microphone is a tone (Hz). */
export async function openDesk(
  browser: Browser,
  server: TestServer,
  { email, tone }: { email: string; tone: number | 'refused' },
): Promise<Window> {
  const window = await openWindow(browser, server, email)
  await giveEars(window.page, tone)
  await window.page.addInitScript({ content: NOTED })
  // The browser asks before a tab is left that carries a call.
  window.page.removeAllListeners('dialog')
  window.page.on('dialog', (dialog) => void dialog.accept())
  await window.go('/contacts', 'main h1')
  await window.page.locator('[data-connection=live]').waitFor({ state: 'attached' })
  return window
}

export const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' })
export const bar = (page: Page) => page.getByRole('region', { name: 'Your call' })
/** The text stands in the bar of the call. */
export const within = (page: Page, text: string | RegExp) => bar(page).getByText(text).first().waitFor()
export const shows = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor()
/** The tone of the other side comes to the page. */
export const hears = async (page: Page, tone: number) => soon(async () => (await levelOf(page, tone)) > -60, WITHIN)
/** The page itself has made the tone of a telephone that rings. */
export const hasRung = async (page: Page) =>
  soon(async () => (await page.evaluate<number[]>('pitches')).includes(RINGBACK), WITHIN)
/** The agent hangs up, and puts away how the call ended. */
export async function hangsUp(page: Page): Promise<void> {
  await button(page, 'Hang up').click()
  await shows(page, /^Over after /)
  await button(page, 'Close').click()
}
