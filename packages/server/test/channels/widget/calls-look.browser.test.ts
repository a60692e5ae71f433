import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { beyond } from '../../agent-app/looks.ts'
import { portrait } from '../../agent-app/pictures/drawings.ts'
import { axeViolations, screenshot } from '../../browser.ts'
import { ANN, tokenOf } from '../../test-server.ts'
import { answering, type Answering, type CallSite, startCallSite, TALKS, WITHIN } from './calling.ts'
import { call } from './site.ts'

let site: CallSite
let ann: Answering
let last = 0
before(async () => {
  site = await startCallSite()
  await site.server.agent().call('PATCH', '/me', { name: 'Ann Berger' })
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(await portrait('ann'))]), 'ann.png')
  const headers = { authorization: `Bearer ${tokenOf(ANN)}` }
  await site.server.ask('/api/me/photo', { method: 'PUT', headers, body: form })
  ann = await answering(site)
})
afterEach(() => ann.isFree())
after(async () => {
  await ann.close()
  await site.close()
})

const PHONE = { width: 360, height: 640 }
const DESKTOP = { width: 900, height: 720 }

const LOOKS: readonly [lang: string, context: BrowserContextOptions][] = [
  ['en', { viewport: DESKTOP, colorScheme: 'dark' }],
  ['de', { viewport: PHONE, colorScheme: 'light' }],
  ['ar', { viewport: PHONE, colorScheme: 'dark' }],
  ['hi', { viewport: { width: 320, height: 480 }, colorScheme: 'light' }],
  ['ru', { viewport: DESKTOP, colorScheme: 'light' }],
  ['fr', { viewport: { width: 640, height: 360 }, colorScheme: 'light' }],
]

for (const [lang, context] of LOOKS)
  test(`a call in ${lang}, ${context.viewport?.width} px wide and ${context.colorScheme}: nothing is cut off, and axe finds nothing`, async () => {
    const page = await site.visit({
      head: TALKS,
      attributes: `data-lang="${lang}"`,
      context: { ...context, reducedMotion: 'reduce' },
    })
    page.context().setDefaultTimeout(WITHIN)
    const act = (name: string) => page.locator(`.call [data-act=${name}]`)
    const looks = async (name: string) => {
      await screenshot(page, `calls ${lang} ${name}`)
      assert.equal(await beyond(page), 0, name)
      assert.equal(await isCutOff(page), '', name)
      assert.deepEqual(await axeViolations(page), [], name)
    }
    await call(page, 'open', { start: 'call' })
    await act('allow').waitFor()
    await looks('1 intro')
    await act('allow').click()
    await act('call').waitFor()
    await looks('2 check')
    await act('call').click()
    const id = (last = await ann.rings(last))
    await act('hang').waitFor()
    await looks('3 rings')
    await ann.accepts(id)
    await page.locator('.talks').waitFor()
    await looks('4 talks')
    await act('mute').click()
    await page.locator('.round.off').waitFor()
    await looks('5 muted')
    await act('messages').click()
    await page.locator('.callbar').waitFor()
    await looks('6 bar')
    await call(page, 'close')
    await page.locator('.calling').waitFor()
    await looks('7 label')
    await call(page, 'open', { start: 'call' })
    await act('hang').click()
    await act('again').waitFor()
    await looks('8 over')
    await page.context().close()
  })

/** The elements of the call whose content is wider than they are, or that lie outside the window. */
const isCutOff = (page: Page): Promise<string> =>
  page.evaluate<string>(`(() => {
    const root = document.querySelector('deskbell-widget').shadowRoot
    const panel = root.querySelector('.panel')?.getBoundingClientRect()
    return [...root.querySelectorAll('.call *, .callbar *')].filter((one) => {
      const { left, right, width } = one.getBoundingClientRect()
      if (!width || one.closest('svg, .callface, .level')) return false
      return left < panel.left - 1 || right > panel.right + 1 || (one.scrollWidth > one.clientWidth + 1 && one.matches('button, p, h2'))
    }).map((one) => one.className + ' ' + one.textContent).join()
  })()`)
