import assert from 'node:assert/strict'
import { after, afterEach, before, suite, test } from 'node:test'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { beyond } from '../agent-app/looks.ts'
import { axeViolations, screenshot } from '../browser.ts'
import { call, OPEN } from '../channels/widget/site.ts'
import { ANN } from '../test-server.ts'
import { without } from '../without.ts'
import { startTelephoneSite, type TelephoneSite } from './telephone-site.ts'

const skip = without('rtpengine', 'baresip', 'kamailio')
const PHONE = { width: 360, height: 640 }
const DESKTOP = { width: 900, height: 720 }

const LOOKS: readonly [lang: string, context: BrowserContextOptions][] = [
  ['en', { viewport: DESKTOP, colorScheme: 'light' }],
  ['de', { viewport: DESKTOP, colorScheme: 'dark' }],
  ['ar', { viewport: PHONE, colorScheme: 'light' }],
  ['hi', { viewport: { width: 320, height: 480 }, colorScheme: 'dark' }],
  ['ru', { viewport: PHONE, colorScheme: 'dark' }],
]

suite('the look of a call-back', { skip }, () => {
  let site: TelephoneSite
  let ann: Awaited<ReturnType<ReturnType<TelephoneSite['server']['agent']>['connects']>>
  before(async () => {
    site = await startTelephoneSite()
    await site.hasCalled()
    ann = await site.server.agent(ANN).connects()
  })
  afterEach(() => site.isFree())
  after(async () => {
    ann.close()
    await site.close()
  })

  for (const [lang, context] of LOOKS)
    test(`in ${lang}, ${context.viewport?.width} px wide and ${context.colorScheme}: nothing is cut off, and axe finds nothing`, async () => {
      const page = await site.visit({
        head: OPEN,
        attributes: `data-lang="${lang}"`,
        context: { ...context, reducedMotion: 'reduce' },
      })
      page.context().setDefaultTimeout(15_000)
      const act = (name: string) => page.locator(`.call [data-act=${name}]`)
      const looks = async (name: string) => {
        await screenshot(page, `callback ${lang} ${name}`)
        assert.equal(await beyond(page), 0, name)
        assert.equal(await isCutOff(page), '', name)
        assert.deepEqual(await axeViolations(page), [], name)
      }
      await site.server.agent().call('PATCH', '/call-settings', { fromPage: true, record: true })
      await call(page, 'open', { start: 'call' })
      await page.locator('.ways').waitFor()
      await page.locator('.hint:not(:empty)').waitFor()
      await looks('1 both ways')
      await site.server.agent().call('PATCH', '/call-settings', { fromPage: false, record: false })
      await page.locator('.ways').waitFor({ state: 'hidden' })
      await looks('2 form')
      await page.locator('#ftel').fill('0301')
      await page.locator('.telform .go').click()
      await page.locator('#eftel:not(:empty)').waitFor()
      await looks('3 wrong')
      await page.locator('#ftel').fill('030123456')
      await page.locator('.telform .go').click()
      const id = await site.rings()
      await act('hang').waitFor()
      await looks('4 looking')
      const rings = site.phone.until('CALL_INCOMING', 30_000)
      const closeTab = await site.accepts(id, ann)
      await rings
      await looks('5 rings')
      site.phone.does('accept')
      await page.locator('.talks').waitFor()
      await looks('6 talks')
      await act('messages').click()
      await page.locator('.callbar:not([hidden])').waitFor()
      await looks('7 bar')
      await call(page, 'close')
      await page.locator('.calling').waitFor()
      await looks('8 label')
      await call(page, 'open', { start: 'call' })
      await site.on(id, 'hang-up')
      await act('write').waitFor()
      await looks('9 over')
      await closeTab()
      await page.context().close()
    })
})

/** The elements of the call whose content is wider than they are, or that lie outside the window. */
const isCutOff = (page: Page): Promise<string> =>
  page.evaluate<string>(`(() => {
    const root = document.querySelector('deskbell-widget').shadowRoot
    const panel = root.querySelector('.panel')?.getBoundingClientRect()
    return [...root.querySelectorAll('.calls *, .callbar *')].filter((one) => {
      const { left, right, width } = one.getBoundingClientRect()
      if (!width || one.closest('svg, .callface, select')) return false
      return left < panel.left - 1 || right > panel.right + 1 || (one.scrollWidth > one.clientWidth + 1 && one.matches('button, p, h2'))
    }).map((one) => one.className + ' ' + one.textContent).join()
  })()`)
