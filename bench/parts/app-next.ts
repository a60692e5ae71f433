import type { Browser, Page } from 'playwright-core'
import { openAgentBrowser, SLOWER } from './app-window.ts'
import type { Deskbell } from './deskbell.ts'

/** Times from the click or key until the chat's messages are drawn, ms. */
export interface Shown {
  readonly near: { readonly click: number[]; readonly key: number[] }
  readonly far: { readonly click: number[]; readonly key: number[] }
}

/** How long the agent reads a chat before the next one, ms. */
const READING = 1200
/** Rows between a chat and one that is neither loaded nor beside it. */
const FAR = 7

const idsOf = (page: Page) =>
  page.evaluate<number[]>(`[...document.querySelectorAll('[role=option]')].map(({ id }) => Number(id.slice(5)))`)

/** Opens chat after chat of the inbox, by mouse and by Enter in turns: the one beside, and one far away. */
export async function openChats(browser: Browser, deskbell: Deskbell, turns: number): Promise<Shown> {
  const agent = await openAgentBrowser(browser, deskbell)
  const found: Shown = { near: { click: [], key: [] }, far: { click: [], key: [] } }
  try {
    const { page } = await agent.open(SLOWER)
    await page.goto('/inbox/waiting')
    await page.evaluate('firstRowAt')
    const [first = 0] = await idsOf(page)
    await page.evaluate(`shownAfter(${first})`)
    await page.locator(`#chat-${first}`).click()
    await page.evaluate('shown')
    let at = first
    for (let turn = 0; turn < turns; turn++)
      for (const by of ['click', 'key'] as const)
        for (const [where, rows] of [
          ['near', 1],
          ['far', FAR],
        ] as const) {
          await page.waitForTimeout(READING)
          const chat = await bring(page, at, rows)
          await page.evaluate(`shownAfter(${chat})`)
          if (by === 'click') await click(page, chat)
          else await page.keyboard.press('Enter')
          found[where][by].push(await page.evaluate<number>('shown'))
          at = chat
        }
    return found
  } finally {
    await agent.close()
  }
}

/** Moves to the row some places further: by arrow keys, which also scroll the list. Returns its chat. */
async function bring(page: Page, from: number, rows: number): Promise<number> {
  await page.locator(`#chat-${from}`).focus()
  for (let row = 0; row < rows; row++) await page.keyboard.press('ArrowDown')
  return page.evaluate<number>('Number(document.activeElement.id.slice(5))')
}

/** As a hand does: the pointer arrives, and the button goes down and up. */
async function click(page: Page, chat: number): Promise<void> {
  const box = await page.locator(`#chat-${chat}`).boundingBox()
  if (!box) throw new Error(`chat ${chat} has no row on the screen`)
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
}
