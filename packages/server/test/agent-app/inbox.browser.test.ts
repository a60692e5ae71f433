import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { axeViolations, openBrowser, screenshot } from '../browser.ts'
import { ANN, BOB, startTestServer } from '../test-server.ts'
import { openWindow, SCREENS } from './window.ts'
import { beyond } from './looks.ts'

const testServer = await startTestServer({ channel: { serverUrl: null } })
const browser = await openBrowser()
after(async () => {
  await browser.close()
  await testServer.close()
})

test('each list is fetched once at a start, and an event of a chat that is not loaded makes no request', async () => {
  const ann = testServer.agent(ANN)
  // More chats than a page has: the first visitors are not in the list All, and not in Mine.
  for (let index = 0; index < 55; index++) {
    const visitor = testServer.visitor(`v${index}`, { name: `Visitor ${index} of many` })
    await visitor.writes('hello')
    await visitor.writes('is anybody there?')
  }
  const window = await openWindow(browser, testServer)
  const { page } = window
  const asked = new Array<string>()
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname.startsWith('/api/chats')) asked.push(`${pathname}${search}`)
  })
  await window.go('/inbox/waiting', '[role=option]')
  await page.waitForLoadState('networkidle')
  const lists = asked.filter((path) => path.includes('?view=')).map((path) => /view=(\w+)/.exec(path)?.[1])
  assert.deepEqual(new Set(lists), new Set(['all', 'mine', 'snoozed', 'waiting']))
  assert.equal(lists.length, 4)

  // A chat beyond the loaded page of Waiting moves into Mine.
  const newest = (await ann.chats('?view=waiting&limit=200')).at(-1)
  assert.ok(newest)
  asked.length = 0
  await ann.accepts(newest.id)
  await testServer.visitor(newest.visitor.id).writes('are you there?')
  await page.getByRole('link', { name: 'Mine 1' }).waitFor()
  await testServer.settled()
  await page.waitForLoadState('networkidle')
  assert.equal(asked.length, 0, asked.join('\n'))
  await page.getByRole('link', { name: 'Mine' }).click()
  const row = page.getByRole('option')
  await row.getByText('are you there?').waitFor()
  await row.getByText('3 unread messages').waitFor({ state: 'attached' })
  assert.deepEqual(
    asked.filter((path) => !path.includes('/entries')),
    [],
  )
  assert.deepEqual(window.faults, [])
  await window.close()
})

const HEBREW = 'שלום, ההזמנה שלי לא הגיעה עדיין ואני ממתין כבר שבוע לתשובה מכם בבקשה'

test('a row shows channel, name, one time, one line, draft, holder and unread messages, at most 60 px high', async () => {
  const [ann, bob] = [testServer.agent(ANN), testServer.agent(BOB)]
  const chatOf = async (id: string) => (await ann.chats('?limit=200')).find(({ visitor }) => visitor.id === id)?.id ?? 0
  await testServer.visitor('mail', { email: 'mira@shop.test' }).writes('Where is my parcel? It was sent last week.')
  await testServer.visitor('phone', { phone: '+49 30 1234567' }).writes('hello')
  await testServer.visitor('hebrew', { name: 'נועה לוי' }).writes('hello')
  await testServer.visitor('long', { name: 'Bartholomew of a very long name indeed' }).writes('long '.repeat(60))
  for (const id of ['hebrew', 'mail']) await ann.accepts(await chatOf(id))
  await ann.writes(await chatOf('hebrew'), HEBREW)
  await bob.accepts(await chatOf('phone'))
  await testServer.visitor('none').writes('hello')
  const window = await openWindow(browser, testServer)
  const { page } = window
  await window.go(`/inbox/mine/${await chatOf('mail')}`, 'textarea')
  await page.locator('textarea').fill('a draft')
  await window.go('/inbox/all', '[role=option]')
  const row = (name: string | RegExp) => page.getByRole('option', { name })
  await row('mira@shop.test').getByText('Draft').waitFor()
  await row('+49 30 1234567').getByText('with Bob').waitFor({ state: 'attached' })
  await row(/Visitor \d+ .*Channel: /s)
    .first()
    .waitFor()
  for (const [density, most] of [
    ['Comfortable', 60],
    ['Compact', 40],
  ] as const) {
    await window.go('/me', 'text=Inbox rows')
    await page.getByText(density, { exact: true }).click()
    await window.go('/inbox/all', '[role=option]')
    const box = await row('mira@shop.test').boundingBox()
    assert.ok(box && box.height <= most, `${density} ${box?.height}`)
    // The first letter of a text that is written from right to left is inside the row.
    const inside = await row('נועה לוי')
      .locator('[data-preview]')
      .evaluate((preview) => {
        const range = preview.ownerDocument.createRange()
        range.setStart(preview.firstChild, 0)
        range.setEnd(preview.firstChild, 4)
        const [letters, shown] = [range.getBoundingClientRect(), preview.getBoundingClientRect()]
        return letters.left >= shown.left && letters.right <= shown.right + 1 && letters.width > 0
      })
    assert.ok(inside, density)
    for (const [screen, size] of Object.entries(SCREENS)) {
      await page.setViewportSize(size)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        await screenshot(page, `inbox ${density} ${screen} ${colorScheme}`)
        assert.deepEqual(await axeViolations(page), [], `${density} ${screen} ${colorScheme}`)
      }
      assert.equal(await beyond(page), 0)
    }
    await page.locator('html').evaluate((html) => (html.dir = 'rtl'))
    await page.setViewportSize(SCREENS.desktop)
    await screenshot(page, `inbox ${density} right to left`)
    assert.equal(await beyond(page), 0)
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  }
  assert.deepEqual(window.faults, [])
  await window.close()
})

test('a long list is drawn in part, reads its pages while it is scrolled, and keeps the place of its reader', async () => {
  for (let index = 0; index < 130; index++) await testServer.visitor(`long${index}`).writes(`message ${index}`)
  const window = await openWindow(browser, testServer)
  const { page } = window
  await window.go('/inbox/all', '[role=option]')
  const list = page.getByRole('listbox')
  const count = () => list.evaluate((box) => box.querySelectorAll('[role=option]').length)
  assert.ok((await count()) < 60)
  await page.getByRole('option').first().focus()
  const all = (await testServer.agent(ANN).chats('?limit=200')).length
  const end = page.locator(`[role=option][aria-posinset="${all}"]:focus`)
  while ((await end.count()) === 0) await page.keyboard.press('End')
  assert.ok((await count()) < 60)
  // A reader in the middle keeps the rows, while a chat above them moves to the top.
  await page.keyboard.press('PageUp')
  const focused = page.locator('[role=option]:focus')
  const before = await focused.boundingBox()
  await testServer.visitor('newest of all', { name: 'Newest' }).writes('hello')
  await page.locator(`[role=option][aria-posinset="${all - 7}"]:focus`).waitFor()
  assert.deepEqual(await focused.boundingBox(), before)
  await page.keyboard.press('Home')
  await page.locator('[role=option]:focus', { hasText: 'Newest' }).waitFor()
  assert.deepEqual(window.faults, [])
  await window.close()
})
