import assert from 'node:assert/strict'
import { after, afterEach, before, suite, test } from 'node:test'
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
} from './calling.ts'
import { WIDGET_ID } from './page.ts'
import { call, composer } from './site.ts'

let site: CallSite
let ann: Answering
let last = 0
before(async () => {
  site = await startCallSite()
  ann = await answering(site)
})
afterEach(() => ann.isFree())
after(async () => {
  await ann.close()
  await site.close()
})

/** The agent takes the call, both hear each other, and the visitor hangs up. */
async function goesWell(page: Awaited<ReturnType<CallSite['visit']>>): Promise<void> {
  const id = (last = await ann.rings(last))
  await ann.accepts(id)
  await says(page, 'You are connected.').waitFor()
  await Promise.all([visitorHears(page, AGENT_TONE), ann.hears(VISITOR_TONE)])
  await button(page, 'Hang up').click()
  assert.equal((await ann.ends(id)).status, 'end')
  assert.equal(await openTracks(page), 0)
}

suite('calls from every page', () => {
  test('on a page with a strict policy', async () => {
    const { publicUrl } = site.server
    const policy = `default-src 'none'; script-src 'nonce-n0nce' ${publicUrl}; connect-src ${publicUrl} ${publicUrl.replace('http', 'ws')}; img-src ${publicUrl}; media-src ${publicUrl}; require-trusted-types-for 'script'; trusted-types 'none'`
    const broken: string[] = []
    const page = await site.visit({
      html: `<html lang="en"><title>Shop</title>${TALKS.replaceAll('<script>', '<script nonce="n0nce">')}<body>WIDGET`,
      headers: { 'content-security-policy': policy },
    })
    page.on('console', (message) => {
      if (/Content Security Policy/.test(message.text())) broken.push(message.text())
    })
    await page.getByRole('button', { name: 'Chat with us' }).click()
    await composer(page).waitFor()
    await button(page, 'Call us').click()
    await button(page, 'Use the microphone').click()
    await button(page, 'Call now').click()
    await goesWell(page)
    assert.deepEqual(broken, [])
    await page.context().close()
  })

  test('T32 on a page that has given properties to all objects, and names to elements', async () => {
    const properties = [
      'iceTransportPolicy',
      'iceServers',
      'video',
      'candidate',
      'sdpMid',
      'phone',
      'trouble',
      'icon',
      'time',
      'agent',
      'drawing',
    ]
    const given = properties.map((name) => `Object.prototype.${name} = 'relay'`).join(';')
    const names = ['call', 'calls', 'title'].map((name) => `<img name="${name}" id="${name}">`).join('')
    const page = await site.visit({
      html: `<html lang="en"><title>Shop</title>${TALKS}<body>${names}<script>${given}</script>WIDGET`,
    })
    await page.getByRole('button', { name: 'Chat with us' }).click()
    await button(page, 'Call us').click()
    await button(page, 'Use the microphone').click()
    await button(page, 'Call now').click()
    await goesWell(page)
    await page.context().close()
  })

  test('on the standalone page', async () => {
    const context = await site.browser.newContext()
    await context.addInitScript({ content: TALKS.replaceAll(/<\/?script>/g, '') })
    const page = await context.newPage()
    await page.goto(`${site.server.publicUrl}/talk/${WIDGET_ID}`)
    await button(page, 'Call us').click()
    await button(page, 'Use the microphone').click()
    await button(page, 'Call now').click()
    await goesWell(page)
    await context.close()
  })

  test('where sockets are blocked', async () => {
    const blocked = `<script>window.WebSocket = class extends EventTarget { readyState = 3; constructor() { super(); setTimeout(() => this.onclose?.({ code: 1006 })) } send() {} close() {} }</script>`
    const page = await site.visit({ head: TALKS + blocked })
    page.context().setDefaultTimeout(45_000)
    await places(page)
    await goesWell(page)
    await page.context().close()
  })

  test('with the keyboard alone, whose focus stays in the call', async () => {
    const page = await site.visit({ head: TALKS })
    const focused = () =>
      page.evaluate(
        `(() => { const one = document.querySelector('deskbell-widget').shadowRoot.activeElement; return one?.ariaLabel || one?.textContent })()`,
      )
    const presses = async (name: string) => {
      for (let n = 0; n < 12 && (await focused()) !== name; n++) await page.keyboard.press('Tab')
      assert.equal(await focused(), name)
      await page.keyboard.press('Enter')
    }
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await button(page, 'Call us').waitFor()
    await page.waitForFunction(
      `document.querySelector('deskbell-widget').shadowRoot.activeElement?.matches('textarea')`,
    )
    await page.keyboard.press('Shift+Tab')
    for (let n = 0; n < 12 && (await focused()) !== 'Call us'; n++) await page.keyboard.press('Shift+Tab')
    await presses('Call us')
    await page.waitForFunction(
      `document.querySelector('deskbell-widget').shadowRoot.activeElement?.textContent === 'Use the microphone'`,
    )
    await presses('Use the microphone')
    await page.waitForFunction(
      `document.querySelector('deskbell-widget').shadowRoot.activeElement?.textContent === 'Call now'`,
    )
    await presses('Call now')
    const id = (last = await ann.rings(last))
    await ann.accepts(id)
    await says(page, 'You are connected.').waitFor()
    await presses('Mute')
    await says(page, 'Your microphone is off.').waitFor()
    assert.equal(await focused(), 'Unmute')
    await presses('Messages')
    await page.waitForFunction(
      `document.querySelector('deskbell-widget').shadowRoot.activeElement?.matches('textarea')`,
    )
    for (let n = 0; n < 12 && (await focused()) !== 'Hang up'; n++) await page.keyboard.press('Shift+Tab')
    await presses('Hang up')
    assert.equal((await ann.ends(id)).status, 'end')
    await page.context().close()
  })

  test('a browser that plays no sound yet lets the visitor turn it on', async () => {
    const silent = `<script>{const play = HTMLMediaElement.prototype.play; let n = 0; HTMLMediaElement.prototype.play = function () { return n++ ? play.call(this) : Promise.reject(new DOMException('', 'NotAllowedError')) }}</script>`
    const page = await site.visit({ head: TALKS + silent })
    await places(page)
    const id = (last = await ann.rings(last))
    await ann.accepts(id)
    await button(page, 'Sound on').click()
    await button(page, 'Sound on').waitFor({ state: 'detached' })
    await visitorHears(page, AGENT_TONE)
    await call(page, 'close')
    await ann.does('hang-up', {})
    await page.context().close()
  })
})
