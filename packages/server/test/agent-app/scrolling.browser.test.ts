import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { openBrowser } from '../browser.ts'
import { ANN, startTestServer } from '../test-server.ts'
import { openWindow, SCREENS } from './window.ts'

const testServer = await startTestServer()
const browser = await openBrowser()
after(async () => {
  await browser.close()
  await testServer.close()
})

/** Waits until the conversation is at its end and has rested there for a moment. */
const atEnd = (page: Page): Promise<void> =>
  page.locator('[role=log]').evaluate(async (box) => {
    const frame = () => new Promise(box.ownerDocument.defaultView.requestAnimationFrame)
    for (let rest = 0, frames = 0; rest < 10; frames++) {
      await frame()
      rest = box.scrollHeight - box.scrollTop - box.clientHeight < 2 ? rest + 1 : 0
      if (frames > 600) throw new Error(`${box.scrollHeight - box.scrollTop - box.clientHeight} px from the end`)
    }
  })

/** A long conversation of Ann's on the screen, at its end. */
async function conversation(id: string) {
  const visitor = testServer.visitor(id, { name: id })
  for (let index = 0; index < 160; index++)
    await visitor.writes(`before ${index}${index % 9 ? '' : ' and on'.repeat(40)}`)
  const ann = testServer.agent(ANN)
  const chat = (await ann.chats('?view=waiting')).find((one) => one.visitor.name === id)
  assert.ok(chat)
  await ann.accepts(chat.id)
  const window = await openWindow(browser, testServer)
  await window.go(`/inbox/mine/${chat.id}`, 'textarea')
  await atEnd(window.page)
  return { visitor, window, page: window.page, log: window.page.locator('[role=log]') }
}

/** Scrolls up in steps, each with a few frames. Returns by how much what is on the screen moved besides, where it did. */
async function readUp(log: Locator, steps: number): Promise<number[]> {
  const all: number[] = []
  for (let step = 0; step < steps; step++) {
    const moved = await log.evaluate(async (box) => {
      const frames = async () => {
        for (let index = 0; index < 6; index++) await new Promise(box.ownerDocument.defaultView.requestAnimationFrame)
      }
      const top = box.getBoundingClientRect().top
      const line = [...box.querySelectorAll('[data-n]')].find((one) => one.getBoundingClientRect().bottom > top + 250)
      const n = line?.getAttribute('data-n')
      const was = line?.getBoundingClientRect().top ?? 0
      const room = Math.min(200, box.scrollTop)
      box.scrollBy(0, -room)
      await frames()
      const now = box.querySelector(`[data-n="${n}"]`)?.getBoundingClientRect().top ?? 0
      return Math.round(now - was - room)
    })
    all.push(moved)
  }
  return all.filter((moved) => Math.abs(moved) > 1)
}

test('the position of an agent who reads earlier messages stays, with new messages and with pages of history', async () => {
  const { visitor, page, window, log } = await conversation('long')
  assert.deepEqual(await readUp(log, 25), [])
  const top = await log.evaluate((box) => box.scrollTop)
  await visitor.writes('news')
  await visitor.writes('more news')
  await page.getByRole('button', { name: '2 new messages' }).waitFor()
  assert.equal(await log.evaluate((box) => box.scrollTop), top)
  await page.getByRole('button', { name: '2 new messages' }).click()
  await page.locator('[data-n]').getByText('more news').waitFor()
  await page.getByRole('button', { name: '2 new messages' }).waitFor({ state: 'detached' })
  await window.close()
})

/** `moved`: scrolls up as soon as the newest messages are there, and measures one of them when those before it are. */
const SCROLL_EARLY = `moved = new Promise((resolve) => {
  const frame = () => new Promise(requestAnimationFrame)
  const lines = () => [...document.querySelectorAll('[role=log] [data-n]')]
  const watch = new MutationObserver(async () => {
    const [first] = lines()
    if (!first) return
    watch.disconnect()
    await frame()
    // They are at their end, and nothing else was done since.
    await scheduler.postTask(() => {}, { priority: 'user-blocking' })
    const box = first.closest('[role=log]')
    const top = () => document.querySelector('[data-n="' + first.dataset.n + '"]').getBoundingClientRect().top
    const room = box.scrollTop
    const was = top()
    box.scrollBy(0, -room)
    for (let frames = 0; lines()[0].dataset.n === first.dataset.n && frames < 600; frames++) await frame()
    for (let frames = 0; frames < 10; frames++) await frame()
    resolve({ room, earlier: first.dataset.n - lines()[0].dataset.n, moved: Math.round(top() - was - room) })
  })
  watch.observe(document, { childList: true, subtree: true })
})`

test('an agent who scrolls up before the earlier messages are drawn keeps the position', async () => {
  const { page, window } = await conversation('early')
  await page.addInitScript(SCROLL_EARLY)
  await page.reload()
  const { room, earlier, moved } = await page.evaluate<{ room: number; earlier: number; moved: number }>('moved')
  assert.ok(room > 60, `${room} px to scroll`)
  assert.ok(earlier > 0, 'the earlier messages were there already')
  assert.ok(Math.abs(moved) <= 1, `the message moved by ${moved} px`)
  await window.close()
})

test('an agent at the end stays there: with new messages, with a long draft, when the window is rotated', async () => {
  const { visitor, page, window } = await conversation('end')
  await visitor.writes('news '.repeat(60))
  await page.locator('[data-n]').getByText('news').waitFor()
  await atEnd(page)
  for (const lines of [12, 13, 200, 201, 2]) {
    await page.locator('textarea').fill('line\n'.repeat(lines))
    await atEnd(page)
  }
  await page.setViewportSize(SCREENS.phone)
  await atEnd(page)
  await page.setViewportSize({ width: SCREENS.phone.height, height: SCREENS.phone.width })
  await atEnd(page)
  await window.close()
})

test('messages that come while the agent is at the end do not add up in the page', async () => {
  const { visitor, page, window, log } = await conversation('goes on')
  for (let index = 0; index < 70; index++) await visitor.writes(`news ${index} ${'and on '.repeat(60)}`)
  await page.locator('[data-n]').getByText('news 69').waitFor()
  await atEnd(page)
  // 70 messages of five lines would be 9000 px; half of it is drawn, and what is far above only near the screen.
  const drawn = await log.locator('[data-n]').count()
  assert.ok(drawn < 70, `${drawn} messages are drawn`)
  await window.close()
})

test('the position of an agent who reads earlier messages stays on a slow device, too', async () => {
  const { page, window, log } = await conversation('slow')
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 20 })
  // To the first of the loaded messages, which are drawn and measured on the way; the page before them does not come.
  await page.route(/entries\?before=/, () => {})
  assert.deepEqual(await readUp(log, 11), [])
  await window.close()
})
