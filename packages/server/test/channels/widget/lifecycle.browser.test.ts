import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { openLine } from '../../agent-app/line.ts'
import { makePlace } from '../../db.ts'
import { startTestServer } from '../../test-server.ts'
import { call, composer, loaded, OPEN, startSite } from './site.ts'
import { WIDGET } from './page.ts'
import { soon } from './soon.ts'

const line = await openLine()
const place = await makePlace('embedded')
let site: Awaited<ReturnType<typeof startSite>>
let { server } = {} as Pick<typeof site, 'server'>
let ann: Awaited<ReturnType<ReturnType<typeof server.agent>['connects']>>
before(async () => {
  site = await startSite({ place, env: { PUBLIC_URL: `http://localhost:${line.port}` } })
  server = site.server
  line.leadsTo(Number(new URL(server.url).port))
  ann = await server.agent().connects()
})
after(async () => {
  ann.close()
  await site.close()
  await server.stop()
  await place.drop()
  line.close()
})

const says = (page: Page, text: string) => page.getByRole('log').getByText(text, { exact: true })
async function write(page: Page, text: string): Promise<void> {
  await composer(page).fill(text)
  await page.keyboard.press('Enter')
}

/** A visitor in a chat that an agent has accepted. */
async function talking(first: string): Promise<{ page: Page; chat: number }> {
  const page = await site.visit({ head: OPEN })
  await call(page, 'open')
  await write(page, first)
  const agent = server.agent()
  let chat: number | undefined
  for (const until = performance.now() + 10_000; chat === undefined && performance.now() < until;)
    chat = (await agent.chats('?limit=200')).find(({ preview }) => preview === first)?.id
  assert.ok(chat, `no chat begins with "${first}"`)
  await agent.accepts(chat)
  await agent.writes(chat, `${first}: one`)
  await says(page, `${first}: one`).waitFor()
  return { page, chat }
}

/** Checks that the window shows each message once and in order, as the server has them. */
async function isWhole(page: Page, chat: number, expected: readonly string[]): Promise<void> {
  for (const text of expected) await says(page, text).waitFor()
  const shown = await page.getByRole('log').locator('.text').allTextContents()
  assert.deepEqual(shown, expected)
  let kept: string[] = []
  for (const until = performance.now() + 10_000; kept.length < expected.length && performance.now() < until;)
    kept = (await server.agent().entries(chat)).flatMap((entry) => (entry.type === 'message' ? [entry.text] : []))
  assert.deepEqual(kept, expected)
}

suite('the page lifecycle of browsers', () => {
  test('R15 a page with the widget can enter the back/forward cache, and the widget works after it returns', async () => {
    const { page, chat } = await talking('cached')
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Page.enable')
    const inTheWay: string[] = []
    devtools.on('Page.backForwardCacheNotUsed', ({ notRestoredExplanations }) => {
      // Circumstantial reasons concern this browser, which may have no such cache.
      for (const { type, reason } of notRestoredExplanations) if (type !== 'Circumstantial') inTheWay.push(reason)
    })
    await composer(page).fill('half a sent')
    await page.goto(`${site.url}/elsewhere`)
    await server.agent().writes(chat, 'cached: two')
    await page.goBack({ waitUntil: 'commit' })
    await isWhole(page, chat, ['cached', 'cached: one', 'cached: two'])
    assert.equal(await composer(page).inputValue(), 'half a sent')
    assert.deepEqual(inTheWay, [])
  })

  test('R15 a page that was frozen and resumed gets the messages in between, and continues', async () => {
    const { page, chat } = await talking('put away')
    await composer(page).fill('half a sent')
    const says = (event: string) => `dispatchEvent(new PageTransitionEvent('${event}', { persisted: true }))`
    await page.evaluate(says('pagehide'))
    await server.agent().writes(chat, 'put away: two')
    await page.evaluate(says('pageshow'))
    await isWhole(page, chat, ['put away', 'put away: one', 'put away: two'])
    assert.equal(await composer(page).inputValue(), 'half a sent')
    await write(page, 'put away: three')
    await isWhole(page, chat, ['put away', 'put away: one', 'put away: two', 'put away: three'])
  })

  test('R15 a tab that was suspended has all messages within three seconds of waking', async () => {
    const { page, chat } = await talking('asleep')
    const devtools = await page.context().newCDPSession(page)
    await composer(page).fill('half a sent')
    await devtools.send('Page.setWebLifecycleState', { state: 'frozen' })
    await server.agent().writes(chat, 'asleep: two')
    line.cut()
    await server.agent().writes(chat, 'asleep: three')
    await devtools.send('Page.setWebLifecycleState', { state: 'active' })
    const woken = performance.now()
    await isWhole(page, chat, ['asleep', 'asleep: one', 'asleep: two', 'asleep: three'])
    assert.ok(performance.now() - woken < 3000, `${Math.round(performance.now() - woken)} ms`)
    assert.equal(await composer(page).inputValue(), 'half a sent')
  })

  test('R15 messages that are written without a network are sent once when it returns', async () => {
    const { page, chat } = await talking('in a tunnel')
    await page.context().setOffline(true)
    line.cut()
    await write(page, 'in a tunnel: two')
    await write(page, 'in a tunnel: three')
    await page.getByText('Sending').first().waitFor()
    // A break of some seconds is shown in the head of the window.
    await page.getByRole('status').getByText('No connection. Reconnecting…').waitFor()
    await server.agent().writes(chat, 'in a tunnel: meanwhile')
    await composer(page).fill('half a sent')
    await page.context().setOffline(false)
    await isWhole(page, chat, [
      'in a tunnel',
      'in a tunnel: one',
      'in a tunnel: meanwhile',
      'in a tunnel: two',
      'in a tunnel: three',
    ])
    await page.getByText('No connection. Reconnecting…').waitFor({ state: 'detached' })
    assert.equal(await composer(page).inputValue(), 'half a sent')
  })

  test('R15 a message of a tab that was closed without a network is sent once by the next page, beside those of another tab', async () => {
    const { page, chat } = await talking('two tabs')
    const context = page.context()
    const other = await context.newPage()
    await other.goto(`${site.url}/other`)
    await loaded(other)
    await call(other, 'open')
    await says(other, 'two tabs: one').waitFor()
    await context.setOffline(true)
    line.cut()
    for (const [tab, text] of [
      [page, 'two tabs: of the first'],
      [other, 'two tabs: of the second'],
    ] as const) {
      await write(tab, text)
      await says(tab, text).waitFor()
    }
    await page.close()
    await context.setOffline(false)
    const next = await context.newPage()
    await next.goto(`${site.url}/next`)
    await loaded(next)
    await call(next, 'open')
    const written = async () =>
      (await server.agent().entries(chat))
        .flatMap((entry) => (entry.type === 'message' && entry.text.startsWith('two tabs: of') ? [entry.text] : []))
        .toSorted()
    const both = ['two tabs: of the first', 'two tabs: of the second']
    await soon(async () => (await written()).length >= both.length, 30_000)
    for (const text of both) for (const tab of [other, next]) await says(tab, text).waitFor()
    assert.deepEqual(await written(), both)
    await context.close()
  })

  test('R14 when the network of a page is gone, the window says so although the connection only falls silent', async () => {
    const { page } = await talking('silence')
    line.deafenOpen()
    await page.context().setOffline(true)
    // Without the browser's event, the silence would be noticed after 34 s.
    await page.getByRole('status').getByText('No connection. Reconnecting…').waitFor({ timeout: 30_000 })
    await page.context().setOffline(false)
    await page.getByText('No connection. Reconnecting…').waitFor({ state: 'detached' })
    await write(page, 'silence: two')
    await page.getByText('Sending').waitFor({ state: 'detached' })
  })

  test('R14 the page abandons a dead connection, and messages arrive once', async () => {
    const { page, chat } = await talking('one way')
    line.deafenOpen()
    await server.agent().writes(chat, 'one way: two')
    await write(page, 'one way: three')
    // The online event makes the page ping, and abandon the connection without an answer.
    await page.evaluate(`dispatchEvent(new Event('online'))`)
    await isWhole(page, chat, ['one way', 'one way: one', 'one way: two', 'one way: three'])
  })

  test('R14 after a restart of the server no message is missing or shown twice', async () => {
    const { page, chat } = await talking('restart')
    await server.agent().writes(chat, 'restart: two')
    await server.stop()
    line.cut()
    await write(page, 'restart: while away')
    await composer(page).fill('half a sent')
    server = await startTestServer({ place, channels: [WIDGET], env: { PUBLIC_URL: `http://localhost:${line.port}` } })
    line.leadsTo(Number(new URL(server.url).port))
    ann = await server.agent().connects()
    await isWhole(page, chat, ['restart', 'restart: one', 'restart: two', 'restart: while away'])
    assert.equal(await composer(page).inputValue(), 'half a sent')
    await page.reload()
    await loaded(page)
    await isWhole(page, chat, ['restart', 'restart: one', 'restart: two', 'restart: while away'])
  })
})
