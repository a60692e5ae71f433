import assert from 'node:assert/strict'
import { after, afterEach, before, suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { axeViolations, screenshot } from '../../browser.ts'
import {
  AGENT_TONE,
  answering,
  type Answering,
  button,
  type CallSite,
  openTracks,
  places,
  says,
  startCallSite,
  TALKS,
  VISITOR_TONE,
  visitorHears,
  WITHIN,
} from './calling.ts'
import { call, composer, heard, loaded, type SiteOptions } from './site.ts'
import { soon } from './soon.ts'

let site: CallSite
let ann: Answering
before(async () => {
  site = await startCallSite()
  ann = await answering(site)
})
after(async () => {
  await ann.close()
  await site.close()
})

afterEach(() => ann.isFree())

const told = async (page: Page) =>
  (await heard(page)).filter(([name]) => ['onCallStart', 'onCallEnd', 'onChangeState'].includes(name as string))

/** A visitor with a microphone. */
async function visits(options: SiteOptions = {}) {
  const page = await site.visit({ head: TALKS, ...options })
  page.context().setDefaultTimeout(WITHIN)
  return page
}

/** A visitor whose call the agent has taken. */
async function talking(after = 0) {
  const page = await visits()
  await places(page)
  const id = await ann.rings(after)
  await ann.accepts(id)
  await says(page, 'You are connected.').waitFor()
  return { page, id }
}
let last = 0

suite('a call from the page', () => {
  test('W12 W13 it rings, an agent takes it, both hear each other, and the page is told of its start and end', async () => {
    const page = await visits()
    await call(page, 'open')
    await button(page, 'Call us').click()
    await says(page, /Your browser asks whether it may be used/).waitFor()
    await screenshot(page, 'call intro')
    await button(page, 'Use the microphone').click()
    await says(page, 'Your microphone works.').waitFor()
    await screenshot(page, 'call check')
    assert.deepEqual(await axeViolations(page), [])
    await button(page, 'Call now').click()
    await says(page, 'Calling… An agent will answer soon.').waitFor()
    await screenshot(page, 'call rings')
    assert.deepEqual(await axeViolations(page), [])
    const id = (last = await ann.rings())
    await ann.accepts(id)
    await page.getByRole('heading', { name: 'Ann' }).waitFor()
    await says(page, 'You are connected.').waitFor()
    await Promise.all([visitorHears(page, AGENT_TONE), ann.hears(VISITOR_TONE)])
    await screenshot(page, 'call talks')
    assert.deepEqual(await axeViolations(page), [])
    await ann.does('hang-up', {})
    await says(page, /The call has ended\. It took .*0:0\d/).waitFor()
    await screenshot(page, 'call over')
    assert.equal(await openTracks(page), 0)
    await button(page, 'Back to chat').click()
    await composer(page).waitFor()
    assert.deepEqual(await told(page), [
      ['onChangeState', 'chat'],
      ['onChangeState', 'chat/call'],
      ['onCallStart'],
      ['onCallEnd', { result: 'ok' }],
      ['onChangeState', 'chat'],
    ])
    await page.context().close()
  })

  test('the visitor mutes, waits on hold, writes during the call, and hangs up', async () => {
    const { page, id } = await talking(last)
    last = id
    await ann.hears(VISITOR_TONE)
    await button(page, 'Mute').click()
    await says(page, 'Your microphone is off.').waitFor()
    await ann.hearsNothing()
    await button(page, 'Unmute').click()
    await ann.hears(VISITOR_TONE)
    await ann.does('hold', { on: true })
    await says(page, 'You are on hold. Please stay on the line.').waitFor()
    await ann.hearsNothing()
    await ann.does('hold', { on: false })
    await says(page, 'You are connected.').waitFor()
    await button(page, 'Messages').click()
    await composer(page).fill('My number is 17')
    await page.keyboard.press('Enter')
    await page.getByRole('log').getByText('My number is 17').waitFor()
    await page.locator('.callbar').getByText('Ann').waitFor()
    await screenshot(page, 'call bar')
    assert.deepEqual(await axeViolations(page), [])
    // With the window closed, the label shows the call.
    await button(page, 'Minimise').click()
    const label = page.getByRole('button', { name: /^Call in progress/ })
    assert.match((await label.locator('.callmark').getAttribute('data-time')) ?? '', /0:\d\d/)
    await screenshot(page, 'call label')
    assert.deepEqual(await axeViolations(page), [])
    await label.click()
    await page.locator('.callbar').getByRole('button', { name: 'Hang up' }).click()
    await says(page, 'The call has ended.').waitFor()
    await screenshot(page, 'call bar over')
    assert.equal((await ann.ends(id)).status, 'end')
    assert.equal(await openTracks(page), 0)
    assert.deepEqual((await told(page)).slice(2), [
      ['onCallStart'],
      ['onChangeState', 'chat'],
      ['onChangeState', 'chat/min'],
      ['onChangeState', 'chat'],
      ['onCallEnd', { result: 'ok' }],
    ])
    await page.locator('.callbar').waitFor({ state: 'hidden' })
    await page.context().close()
  })

  test('a call that no agent takes has failed, in words and for the page', async () => {
    const page = await visits()
    await call(page, 'open', { start: 'call' })
    await button(page, 'Use the microphone').click()
    await button(page, 'Call now').click()
    const id = (last = await ann.rings(last))
    await site.server.agent().call('POST', `/calls/${id}/decline`)
    await says(page, /No agent could answer/).waitFor()
    await screenshot(page, 'call failed')
    assert.deepEqual(await axeViolations(page), [])
    assert.deepEqual(await told(page), [
      ['onChangeState', 'call'],
      ['onCallStart'],
      ['onCallEnd', { result: 'fail', reason: 'No agent answered' }],
    ])
    // And once more, given up by the visitor.
    await button(page, 'Call again').click()
    await button(page, 'Call now').click()
    last = await ann.rings(last)
    await button(page, 'Hang up').click()
    await says(page, 'The call ended before an agent answered.').waitFor()
    assert.equal((await ann.ends(last)).failure, 'client_gone')
    assert.equal(await openTracks(page), 0)
    await page.context().close()
  })

  test('a reload during the call goes on with it, also with a closed window, and an agent’s reload does too', async () => {
    const { page, id } = await talking(last)
    last = id
    await page.reload()
    await loaded(page)
    await says(page, 'You are connected.').waitFor()
    await Promise.all([visitorHears(page, AGENT_TONE), ann.hears(VISITOR_TONE)])
    await ann.offers()
    await Promise.all([visitorHears(page, AGENT_TONE), ann.hears(VISITOR_TONE)])
    await button(page, 'Close').click()
    await page.reload()
    await loaded(page)
    await page.getByRole('button', { name: /^Call in progress/ }).waitFor()
    await Promise.all([visitorHears(page, AGENT_TONE), ann.hears(VISITOR_TONE)])
    await ann.does('hang-up', {})
    await soon(async () => (await told(page)).some(([name]) => name === 'onCallEnd'), WITHIN)
    assert.equal(await openTracks(page), 0)
    await page.context().close()
  })

  test('another tab says that the call goes on elsewhere, and offers calls again when it is over', async () => {
    const { page, id } = await talking(last)
    last = id
    const other = await page.context().newPage()
    await other.goto(`${site.url}/other`)
    await loaded(other)
    await call(other, 'open', { start: 'call' })
    await says(other, 'Your call goes on in another tab.').waitFor()
    await screenshot(other, 'call elsewhere')
    assert.equal(await openTracks(other), 0)
    // A duplicated tab has a copy of what the tab stores.
    const [copy] = await Promise.all([page.context().waitForEvent('page'), page.evaluate(`void open('/copy')`)])
    await loaded(copy)
    await says(copy, 'Your call goes on in another tab.').waitFor()
    assert.equal(await openTracks(copy), 0)
    await Promise.all([visitorHears(page, AGENT_TONE), ann.hears(VISITOR_TONE)])
    await ann.does('hang-up', {})
    await button(other, 'Use the microphone').waitFor()
    assert.equal(
      (await told(other)).some(([name]) => name === 'onCallEnd'),
      false,
    )
    await page.context().close()
  })

  test('a connection that breaks off is made anew', async () => {
    const { page, id } = await talking(last)
    last = id
    await visitorHears(page, AGENT_TONE)
    await ann.breaks()
    await says(page, 'The connection is interrupted. Reconnecting…').waitFor({ timeout: 30_000 })
    await says(page, 'You are connected.').waitFor({ timeout: 30_000 })
    await Promise.all([visitorHears(page, AGENT_TONE), ann.hears(VISITOR_TONE)])
    await ann.does('hang-up', {})
    await page.context().close()
  })

  test('a page that is left while its call rings hangs up at once', async () => {
    const page = await visits()
    await places(page)
    const id = (last = await ann.rings(last))
    await says(page, 'Calling… An agent will answer soon.').waitFor()
    await page.goto('about:blank')
    assert.equal((await ann.ends(id)).failure, 'client_gone')
    await page.context().close()
  })
})
