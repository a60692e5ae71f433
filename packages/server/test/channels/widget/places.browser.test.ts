import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { statement } from '../../../src/db/statement.ts'
import { axeViolations, screenshot } from '../../browser.ts'
import { openPage } from './page.ts'
import { call, chatOf, composer, OPEN, startSite } from './site.ts'

const insertWaits = statement(
  'test_queue_waits',
  `insert into chat_wait (account_id, chat_id, channel_id, visitor_number, began_at, ended_at, agent_id)
   select 1, 1000 + i, c.id, 1000 + i, now() - i * interval '10 minutes' - interval '4 minutes', now() - i * interval '10 minutes', 1
   from channel c, generate_series(0, 5) as i where c.kind = 'widget'`,
)

let site: Awaited<ReturnType<typeof startSite>>
let ann: Awaited<ReturnType<ReturnType<typeof site.server.agent>['connects']>>
before(async () => {
  site = await startSite()
  ann = await site.server.agent().connects()
  await site.server.services.db.query(insertWaits, [])
})
after(async () => {
  ann.close()
  await site.close()
})

const line = (page: Page) => page.locator('.typing[aria-live=polite]:not([hidden])')
const texts = async (page: Page) => (await line(page).allTextContents()).join()
/** Px. The row of a message is replaced when the server has it, and has no place while it is. */
const topOf = async (page: Page): Promise<number> => (await page.locator('.msg').last().boundingBox())?.y ?? topOf(page)

for (const [lang, colorScheme, first, second] of [
  ['en', 'light', 'You are next · about 5 minutes', 'Your place in line: 2 · about 10 minutes'],
  ['en', 'dark', 'You are next · about 5 minutes', 'Your place in line: 2 · about 10 minutes'],
  ['ar', 'light', 'دورك هو التالي · المدة بالدقائق: نحو 5', 'ترتيبك في الانتظار: 2 · المدة بالدقائق: نحو 10'],
  ['de', 'dark', 'Sie sind als Nächstes dran · etwa 5 Minuten', 'Ihr Platz in der Warteschlange: 2 · etwa 10 Minuten'],
] as const)
  test(`W25 a waiting visitor sees their place and the expected wait, ${lang}, ${colorScheme}`, async () => {
    const agent = site.server.agent()
    const other = await openPage(site.server, { visitor: `other-${lang}-${colorScheme}` })
    await other.writes(`before ${lang} ${colorScheme}`)
    const page = await site.visit({
      head: OPEN,
      attributes: `data-lang="${lang}"`,
      context: { colorScheme, reducedMotion: 'reduce', viewport: { width: 420, height: 700 } },
    })
    await call(page, 'open')
    const field = lang === 'en' ? composer(page) : page.getByRole('textbox')
    await field.fill(`mine ${lang} ${colorScheme}`)
    await page.keyboard.press('Enter')
    const mine = await chatOf(site.server, `mine ${lang} ${colorScheme}`)
    await page.locator('.msg .meta').first().waitFor()
    // The team above the messages comes with a part of the widget that is loaded later.
    await page.locator('.faces').waitFor()
    const before = await topOf(page)
    await line(page).getByText(second, { exact: true }).waitFor()
    assert.equal(await topOf(page), before, 'nothing moves when the place comes')
    await screenshot(page, `place-${lang}-${colorScheme}`)
    assert.deepEqual(await axeViolations(page), [])
    const ahead = await chatOf(site.server, `before ${lang} ${colorScheme}`)
    await agent.closes(ahead.id)
    await line(page).getByText(first, { exact: true }).waitFor()
    // The line is read aloud when it changes, and only then.
    await field.fill('half a sent')
    assert.equal(await texts(page), first)
    await agent.accepts(mine.id)
    await line(page).waitFor({ state: 'detached' })
    assert.equal(await texts(page), '')
    await agent.closes(mine.id)
    await other.close()
    await page.context().close()
  })
