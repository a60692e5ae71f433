import assert from 'node:assert/strict'
import { after, before, test, type TestContext } from 'node:test'
import type { Channel } from '@deskbell/protocol/agent/channel'
import { ANN } from '../test-server.ts'
import { call, composer, OPEN, startSite } from '../channels/widget/site.ts'
import { STRANGE } from './payloads.ts'
import { looksRight } from './looks.ts'
import { openWindow, type Window } from './window.ts'

const rule = (name: string, conditions: object[], more: object = {}) => ({
  name,
  enabled: true,
  type: 'all',
  conditions,
  commands: [{ command: 'proactive', params: { message: 'May I help?' } }],
  ...more,
})
const RULES = [
  rule('Long reader', [
    { condition: 'time_on_page', comparator: 'greater_equal', value: 3600 },
    { condition: 'online', comparator: 'equal', value: false },
  ]),
  rule('Prices', [{ condition: 'page_url', comparator: 'contain', value: '/prices' }]),
  rule('Asleep', [], { enabled: false }),
]

let site: Awaited<ReturnType<typeof startSite>>
let window: Window
before(async () => {
  site = await startSite({ widget: { rules: RULES } })
  window = await openWindow(site.browser, site.server)
  // An agent is online from here on.
  await window.go('/visitors', 'main')
})
after(() => site.close())

/** A visitor with a browser context of their own, which is closed when the test ends. */
async function visit(test: TestContext) {
  const visitor = await site.visit({ head: OPEN })
  test.after(() => visitor.context().close())
  return visitor
}

async function openRules() {
  await window.go('/visitors', 'main li')
  await window.page.getByRole('button', { name: /^Rules for/ }).click()
  const dialog = window.page.getByRole('dialog')
  return {
    dialog,
    named: (name: string) => dialog.getByRole('listitem').filter({ has: dialog.page().getByRole('heading', { name }) }),
  }
}

test('W19 an agent reads what each rule waits for, and sees it fire on the page', async (t) => {
  const { page } = window
  const visitor = await visit(t)
  const { dialog, named } = await openRules()
  const reader = named('Long reader')
  await reader.getByText('waits').waitFor()
  await reader.getByText(/the visitor has been on the page for at least 1 hour/).waitFor()
  await reader.getByText(/\d+ seconds? so far/).waitFor()
  // The agent who looks is online.
  await reader.getByText('— an agent is online').waitFor()
  await named('Prices').getByText('— it does not').waitFor()
  await named('Asleep').getByText('off', { exact: true }).waitFor()
  await looksRight(page, 'rules of a visitor')

  // On to another page: the rule for it fires, and the list says so by itself.
  await visitor.evaluate("history.pushState({}, '', '/prices')")
  await visitor.getByText('May I help?').waitFor()
  await named('Prices').getByText('fired on this page').waitFor()
  await named('Long reader').getByText('The visit already had its one invitation.').waitFor()
  await named('Long reader').getByText('no longer possible in this visit').waitFor()
  await looksRight(page, 'rules that fired')

  await visitor.close()
  await dialog.getByText('This visitor has left the page.').waitFor()
  assert.deepEqual(
    window.faults.filter((fault) => !fault.includes('404')),
    [],
  )
  window.faults.length = 0
})

test('W19 T1 the page’s report of its rules is shown as text, and names an open window as an obstacle', async (t) => {
  const visitor = await visit(t)
  const name = '<img src=x onerror=alert(1)>'
  await call(visitor, 'setRules', [rule(name, [{ condition: 'page_url', comparator: 'contain', value: name }])])
  await call(visitor, 'open')
  await composer(visitor).waitFor()
  const { dialog } = await openRules()
  await dialog.getByRole('heading', { name }).waitFor()
  await dialog.getByText(/The window or a chat is open/).waitFor()
  assert.equal(await window.page.locator(STRANGE).count(), 0)
  await call(visitor, 'setRules', [])
  await dialog.getByText('No rules on this page').waitFor()
  await looksRight(window.page, 'rules none')
})

/** A visitor whose page does not open the widget: only the button and the socket are loaded. */
async function visitQuietly(test: TestContext) {
  const visitor = await site.visit({ head: OPEN, attributes: 'data-prefix="quiet_"' })
  test.after(() => visitor.context().close())
  return visitor
}

async function setRules(rules: object[]): Promise<void> {
  const ann = site.server.agent(ANN)
  const channels = (await ann.call('GET', '/channels')).body['channels'] as unknown as Channel[]
  const widget = channels.find(({ kind }) => kind === 'widget')
  assert.equal((await ann.call('PATCH', `/channels/${widget?.id}`, { widget: { rules } })).status, 200)
}

test('W19 a page without rules sends no report, and the agent reads that there are none', async (t) => {
  await setRules([])
  await visitQuietly(t)
  const { dialog } = await openRules()
  await dialog.getByText('This widget has no rules').waitFor()
  await setRules(RULES)
  await dialog.getByText('The page did not answer').waitFor()
})

test('W9 an agent starts a chat with a visitor on the site who has no number yet', async (t) => {
  await setRules([])
  const visitor = await visitQuietly(t)
  const { page } = window
  await window.go('/visitors', 'main li')
  await page.getByRole('button', { name: 'Start a chat with a new visitor' }).click()
  await page.locator('textarea').fill('Do you need help?')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/inbox\/mine\/\d+$/)
  await page.getByRole('log').getByText('Do you need help?').waitFor()
  await visitor.getByRole('button', { name: /New messages: 1/ }).click()
  await visitor.getByRole('log').getByText('Do you need help?').waitFor()
})
