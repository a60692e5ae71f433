import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { openBrowser } from '../browser.ts'
import { soon } from '../channels/widget/soon.ts'
import { ANN, startTestServer } from '../test-server.ts'
import { openWindow } from './window.ts'

const testServer = await startTestServer()
const browser = await openBrowser()
after(async () => {
  await browser.close()
  await testServer.close()
})
const ann = testServer.agent(ANN)

/** On a machine that is busy with other tests (ms). */
const LATE = 20_000

/** The element with the focus, in the notation of CSS; `BODY`: the focus is lost. */
const focused = (page: Page) =>
  page.evaluate('document.activeElement.id || document.activeElement.tagName') as Promise<string>
const isIn = (page: Page, selector: string) =>
  page.evaluate(`document.activeElement.closest(${JSON.stringify(selector)}) !== null`) as Promise<boolean>

test('the focus stays beside what went away: a filter, the last one, a button of an empty list', async () => {
  await testServer.visitor('v1', { name: 'Vera' }).writes('hello')
  const window = await openWindow(browser, testServer)
  const { page } = window
  await window.go('/inbox/all,channel=1,agent=0,unread=true', 'text=Vera')
  const chips = page.getByRole('list', { name: 'Filters' }).getByRole('button')
  await chips.nth(2).waitFor()
  await chips.nth(1).focus()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/inbox/all,*')
  await soon(async () => (await chips.count()) === 2 && (await isIn(page, 'ul[aria-label=Filters]')), LATE)
  await page.keyboard.press('Enter')
  await soon(async () => (await chips.count()) === 1 && (await isIn(page, 'ul[aria-label=Filters]')), LATE)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/inbox/all')
  await soon(async () => (await chips.count()) === 0 && (await focused(page)) !== 'BODY', LATE)

  await window.go('/inbox/all,tag=99', 'text=No chat fits the filters')
  await page.getByRole('button', { name: 'Clear filters' }).last().focus()
  await page.keyboard.press('Enter')
  await page.getByRole('option', { name: /Vera/ }).waitFor()
  await soon(async () => (await focused(page)) !== 'BODY', LATE)
  assert.deepEqual(window.faults, [])
  await window.close()
})

test('another screen has the focus when the one before goes away, and a removed row hands it to the next', async () => {
  for (const name of ['Refund', 'VIP', 'Wholesale']) await ann.call('POST', '/tags', { name })
  const window = await openWindow(browser, testServer)
  const { page } = window
  await window.go('/inbox/all', '[role=option]')
  await page.getByRole('option', { name: /Vera/ }).focus()
  await page.keyboard.press('g')
  await page.keyboard.press('k')
  await page.getByRole('heading', { name: 'Contacts', level: 1 }).waitFor()
  await soon(async () => (await focused(page)) === 'content', LATE)

  // A colleague removes what has the focus.
  const tags = (await ann.call('GET', '/tags')).body['tags'] as unknown as { id: number; name: string }[]
  await window.go('/settings/tags', 'text=VIP')
  await page.getByRole('listitem').filter({ hasText: 'VIP' }).getByRole('button').first().focus()
  await ann.call('DELETE', `/tags/${tags.find(({ name }) => name === 'VIP')?.id}`)
  await page.getByRole('listitem').filter({ hasText: 'VIP' }).waitFor({ state: 'detached' })
  await soon(async () => {
    const row = page.getByRole('listitem').filter({ hasText: 'Wholesale' })
    return (
      (await row
        .getByRole('button')
        .first()
        .evaluate((one) => one === one.ownerDocument.activeElement)) === true
    )
  }, LATE)
  assert.deepEqual(window.faults, [])
  await window.close()
})
