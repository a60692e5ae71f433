import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { call, OPEN } from '../channels/widget/site.ts'
import { ANN } from '../test-server.ts'
import { without } from '../without.ts'
import { startTelephoneSite, type TelephoneSite } from './telephone-site.ts'

const skip = without('rtpengine', 'baresip', 'kamailio')

/** While the page holds frames of the server, the widget hears them when the test gives them. */
const HOLDS = `<script>{
  let held = []
  const kindOf = ({ data }) => JSON.parse(data).t
  window.holds = false
  window.has = (kind) => held.some(({ event }) => kindOf(event) === kind)
  window.gives = (kind) => {
    const now = held.filter(({ event }) => !kind || kindOf(event) === kind)
    held = held.filter((one) => !now.includes(one))
    for (const { fn, event } of now) fn(event)
  }
  window.WebSocket = class extends WebSocket {
    set onmessage(fn) {
      super.onmessage = fn && ((event) => (window.holds ? held.push({ fn, event }) : fn(event)))
    }
  }
}</script>`

suite('a call-back that is cancelled', { skip }, () => {
  let site: TelephoneSite
  let ann: Awaited<ReturnType<ReturnType<TelephoneSite['server']['agent']>['connects']>>
  before(async () => {
    site = await startTelephoneSite()
    ann = await site.server.agent(ANN).connects()
  })
  after(async () => {
    ann.close()
    await site.close()
  })

  test('while it starts: it ends also where the server tells of it before it answers', async () => {
    const page = await site.visit({ head: OPEN + HOLDS, context: { locale: 'de-DE' } })
    page.context().setDefaultTimeout(30_000)
    await call(page, 'open', { start: 'call' })
    await page.locator('.hint').getByText('For example').waitFor()
    const number = page.getByRole('textbox', { name: 'Phone number' })
    await number.fill('030123456')
    await page.evaluate('holds = true')
    await page.getByRole('button', { name: 'Call me', exact: true }).click()
    const id = await site.rings()
    await page.waitForFunction(`has('call') && has('done')`)
    await page.locator('.call [data-act=hang]').click()
    await number.waitFor()
    await page.evaluate(`gives('call')`)
    await page.locator('.call [role=status]').getByText('Looking for an agent.').waitFor()
    await page.evaluate('holds = false, gives()')
    await number.waitFor()
    await site.until(id, ({ ended }) => ended !== null)
    assert.equal((await site.read(id)).failure, 'client_gone')
    await page.context().close()
  })
})
