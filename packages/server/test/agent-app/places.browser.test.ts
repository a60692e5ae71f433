import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openBrowser } from '../browser.ts'
import { startTestServer } from '../test-server.ts'
import { openPage, WIDGET } from '../channels/widget/page.ts'
import { soon } from '../channels/widget/soon.ts'
import { looksRight } from './looks.ts'
import { openWindow } from './window.ts'

const testServer = await startTestServer({ channels: [WIDGET], env: { TRUST_PROXY: '127.0.0.1' } })
const browser = await openBrowser()
after(async () => {
  await browser.close()
  await testServer.close()
})

test('W17 W22 agents see a visitor’s location and its source, the number of visits and the first visit', async () => {
  const comes = (visit: string) =>
    openPage(testServer, { visitor: 'ada', visit, headers: { 'x-forwarded-for': '81.2.69.142' } })
  const first = await comes('tab-00001')
  await first.writes('hi there')
  const second = await comes('tab-00002')
  const chat = async () => (await testServer.agent().chats())[0]
  await soon(async () => (await chat())?.visitor.visits === 2, 20_000)

  const window = await openWindow(browser, testServer)
  const { page } = window
  const credit = page.getByRole('link', { name: 'IP geolocation by DB-IP' })
  await window.go(`/inbox/waiting/${(await chat())?.id}`, 'text=First seen')
  await page.getByText('London, England, United Kingdom').waitFor()
  assert.equal(await credit.getAttribute('href'), 'https://db-ip.com')
  const facts = await page
    .locator('dt')
    .evaluateAll((terms) =>
      Object.fromEntries(terms.map((term) => [term.textContent, term.nextElementSibling?.textContent])),
    )
  assert.equal(facts['Visits'], '2')
  assert.match(String(facts['First seen']), /^Today/)
  assert.equal(facts['Organisation'], 'Andrews & Arnold Ltd')
  await looksRight(page, 'places details')

  await page.getByRole('link', { name: 'Contact page' }).click()
  const map = page.getByRole('link', { name: 'London, England, United Kingdom: Open in OpenStreetMap' })
  await map.locator('circle').first().waitFor()
  assert.match(String(await map.getAttribute('href')), /mlat=51\.5\d*&mlon=-0\.\d+#/)
  // The point stands within what is drawn, and on land.
  const isOnLand = `(() => {
    const svg = document.querySelector('main a svg'), path = svg.querySelector('path'), dot = svg.querySelector('circle')
    const at = new DOMPoint(dot.cx.baseVal.value, dot.cy.baseVal.value), { x, y, width, height } = svg.viewBox.baseVal
    return path.isPointInFill(at) && at.x > x && at.x < x + width && at.y > y && at.y < y + height
  })()`
  assert.equal(await page.evaluate(isOnLand), true)
  await map.scrollIntoViewIfNeeded()
  await looksRight(page, 'places contact')

  await window.go('/visitors', 'text=2nd visit')
  assert.equal(await credit.count(), 1)
  await looksRight(page, 'places visitors')
  assert.deepEqual(window.faults, [])
  await first.close()
  await second.close()
  await window.close()
})
