import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { addAgent } from '../agent-api/servers.ts'
import { openCallBrowser } from '../calls/call-browser.ts'
import { giveEars, levelOf, openCaller } from '../calls/caller.ts'
import { WITHIN } from '../calls/trunk-of.ts'
import { WIDGET } from '../channels/widget/page.ts'
import { soon } from '../channels/widget/soon.ts'
import { ANN, BOB, startTestServer, type TestServer } from '../test-server.ts'
import { looksRight } from './looks.ts'
import { openWindow, SCREENS, type Window } from './window.ts'

const [HER, HIS, THEIR, CLEOS] = [440, 660, 1200, 1800]
const CLEO = 'cleo@shop.test'
const browser = await openCallBrowser()
let server: TestServer
let ann: Window
let bob: Window
before(async () => {
  server = await startTestServer({ channels: [WIDGET] })
  // Pictures take longer than calls ring otherwise.
  const settings = { fromPage: true, perVisitor: 0, perAddress: 0, ring: 120, wait: 300 }
  await server.agent().call('PATCH', '/call-settings', settings)
  ;[ann, bob] = [await openDesk(ANN, HER), await openDesk(BOB, HIS)]
})
after(async () => {
  await browser.close()
  await server.close()
})

/** The window of an agent whose microphone is a tone. */
async function openDesk(email: string, tone: number | 'refused'): Promise<Window> {
  const window = await openWindow(browser, server, email)
  await giveEars(window.page, tone)
  // The browser asks before a tab is left that carries a call.
  window.page.removeAllListeners('dialog')
  window.page.on('dialog', (dialog) => void dialog.accept())
  await window.go('/contacts', 'main h1')
  await window.page.locator('[data-connection=live]').waitFor({ state: 'attached' })
  return window
}
const caller = (visitor: string) => openCaller(browser, server, { visitor, tone: THEIR })
const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' })
const bar = (page: Page) => page.getByRole('region', { name: 'Your call' })
const isHeard = async (level: () => Promise<number>) => soon(async () => (await level()) > -60, WITHIN)
const isSilent = async (level: () => Promise<number>) => soon(async () => (await level()) < -75, WITHIN)
/** Ann's page plays the other side, or not. */
const isLoud = (expected: boolean) => soon(async () => (await ann.page.evaluate('ears.isLoud()')) === expected, WITHIN)
const within = (page: Page, text: string | RegExp) => bar(page).getByText(text).first().waitFor()

test('a call rings at both agents, the first one has it, and both sides hear each other', async () => {
  const client = await caller('vera')
  await client.calls()
  await Promise.all([button(ann.page, 'Accept').waitFor(), button(bob.page, 'Accept').waitFor()])
  await soon(async () => /^Visitor \d+ is calling$/.test(await ann.page.title()), WITHIN)
  await looksRight(ann.page, 'a call rings')
  await button(ann.page, 'Accept').click()
  await button(bob.page, 'Accept').waitFor({ state: 'detached' })
  await within(ann.page, 'Talking')
  assert.match(ann.page.url(), /\/contacts\/\d+$/)
  await isHeard(() => client.hears(HER))
  await isHeard(() => levelOf(ann.page, THEIR))
  await looksRight(ann.page, 'in a call')

  await button(ann.page, 'Mute').click()
  await isSilent(() => client.hears(HER))
  await button(ann.page, 'Unmute').click()
  await isHeard(() => client.hears(HER))

  await button(ann.page, 'Hold').click()
  await within(ann.page, 'On hold')
  await isSilent(() => client.hears(HER))
  await isLoud(false)
  await button(ann.page, 'Resume').click()
  await within(ann.page, 'Talking')
  await isHeard(() => client.hears(HER))
  await isLoud(true)

  await button(ann.page, 'Hang up').click()
  await ann.page.getByText(/^Over after /).waitFor()
  await looksRight(ann.page, 'a call is over')
  await ann.page.getByRole('textbox', { name: 'Note about the call' }).fill('Wants a longer cable')
  await button(ann.page, 'Save note').click()
  await ann.page.getByText('The note is saved.').waitFor()
  await ann.page.getByText('Wants a longer cable').waitFor()
  await button(ann.page, 'Close').click()
  await client.close()
})

test('an answer to an earlier offer that arrives late is passed over, and both sides hear each other', async () => {
  const client = await caller('late')
  await client.calls()
  const offers = await client.answersTwiceLate(1, () => button(ann.page, 'Accept').click())
  await isHeard(() => client.hears(HER))
  await isHeard(() => levelOf(ann.page, THEIR))
  assert.equal(offers(), 2)
  await client.hangsUp()
  await ann.page.getByText(/^Over after /).waitFor()
  await button(ann.page, 'Close').click()
  await client.close()
})

test('a call rings over what the agent writes, the keys take it, and it stands in the chat beside it', async () => {
  const client = await caller('writer')
  await client.wire.writes('Can we talk?')
  const { page } = ann
  await ann.go('/inbox/waiting', '[role=option]')
  await page.getByRole('option').first().click()
  await page.locator('[role=log]').getByText('Can we talk?').waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('q')
  await client.calls()
  await button(page, 'Accept').waitFor()
  assert.equal(await page.evaluate('document.activeElement.value'), 'q')
  await page.evaluate('document.activeElement.blur()')
  await page.keyboard.press('p')
  await page.keyboard.press('a')
  await within(page, 'Talking')
  assert.match(page.url(), /\/inbox\/all\/\d+$/)
  await page.locator('[role=log]').getByText('In progress').waitFor()
  await looksRight(page, 'a call in its chat')
  await client.hangsUp()
  await page
    .locator('[role=log]')
    .getByText(/^Call with Ann, 0:\d\d$/)
    .waitFor()
  await page.getByRole('textbox', { name: 'Note about the call' }).fill('Will write again')
  await button(page, 'Save note').click()
  await page.locator('[role=log]').getByText('Will write again').waitFor()
  await button(page, 'Close').click()
  await client.close()
})

test('a call is missed when both agents decline it, stands in the list and on the rail, and is handled there', async () => {
  const client = await caller('missed')
  await client.calls()
  await button(ann.page, 'Decline').click()
  await button(bob.page, 'Decline').click()
  const { page } = ann
  await page.getByRole('link', { name: /1 missed call/ }).click()
  const row = page.getByRole('listitem').filter({ hasText: 'No agent answered' })
  await row.getByText('Missed call').waitFor()
  await page.getByRole('link', { name: 'Missed', exact: true }).click()
  await row.waitFor()
  await looksRight(page, 'missed calls')
  await row.getByRole('button', { name: /^Handled/ }).click()
  await page.getByText('No missed calls').waitFor()
  await page.getByRole('link', { name: 'Calls', exact: true }).waitFor()
  await page.getByRole('link', { name: 'All', exact: true }).click()
  await page
    .getByText(/^Call with Ann, 0:\d\d$/)
    .first()
    .waitFor()
  await looksRight(page, 'calls')
  await row.getByRole('link', { name: /^Visitor/ }).click()
  await page.getByRole('region', { name: 'Calls' }).getByText('Missed call').waitFor()
  await client.close()
})

test('an agent whose browser refuses the microphone reads what to do, and the call has failed', async () => {
  const deaf = await openDesk(BOB, 'refused')
  const client = await caller('unheard')
  await client.calls()
  await button(deaf.page, 'Accept').click()
  await deaf.page.getByText('Allow the microphone for this page').waitFor()
  await deaf.page.getByText('Over: The microphone could not be used').waitFor()
  await looksRight(deaf.page, 'no microphone')
  await client.close()
  await deaf.close()
})

test('a call is handed over to a colleague, who has it alone, and whose reload it survives', async () => {
  const client = await caller('handed')
  await client.calls()
  await button(ann.page, 'Accept').click()
  await within(ann.page, 'Talking')
  const handOver = async () => {
    await button(ann.page, 'Bring in a colleague').click()
    await ann.page.getByRole('combobox', { name: 'Colleague' }).selectOption('Bob')
    await ann.page.getByText('The call is theirs alone when they accept.').click()
  }
  await handOver()
  await looksRight(ann.page, 'a colleague is brought in')
  await button(ann.page, 'Hand over').click()
  await within(ann.page, 'The call is handed to Bob')
  await bob.page
    .getByText(/^Ann hands you the call with/)
    .first()
    .waitFor()
  await button(ann.page, 'Take back').click()
  await button(bob.page, 'Accept').waitFor({ state: 'detached' })
  await handOver()
  await button(ann.page, 'Hand over').click()
  await button(bob.page, 'Accept').click()
  await within(bob.page, 'Talking')
  await isHeard(() => client.hears(HIS))
  await isSilent(() => client.hears(HER))
  await ann.page.getByText('Handed over to Bob').waitFor()
  assert.equal(await bar(ann.page).count(), 0)
  await button(ann.page, 'Close').click()

  await bob.page.reload()
  await within(bob.page, 'Talking')
  await isHeard(() => client.hears(HIS))
  await isHeard(() => levelOf(bob.page, THEIR))
  await button(bob.page, 'Hang up').click()
  await bob.page.getByText(/^Over after /).waitFor()
  await button(bob.page, 'Close').click()
  await client.close()
})

test('three agents talk with the visitor, all hear each other, and one leaves it to the others', async () => {
  await addAgent(server, CLEO, 'admin')
  const cleo = await openDesk(CLEO, CLEOS)
  const client = await caller('many')
  await client.calls()
  await button(ann.page, 'Accept').click()
  await within(ann.page, 'Talking')
  for (const [name, { page }] of [['Bob', bob] as const, [CLEO, cleo] as const]) {
    await button(ann.page, 'Bring in a colleague').click()
    await ann.page.getByRole('combobox', { name: 'Colleague' }).selectOption(name)
    await button(ann.page, 'Ask').click()
    await button(page, 'Accept').click()
    await within(page, 'Talking')
  }
  await within(cleo.page, /^with Ann and Bob$/)
  await looksRight(cleo.page, 'three agents in a call')
  for (const tone of [HER, HIS, CLEOS]) await isHeard(() => client.hears(tone))
  for (const tone of [HIS, CLEOS, THEIR]) await isHeard(() => levelOf(ann.page, tone))
  for (const tone of [HER, HIS, THEIR]) await isHeard(() => levelOf(cleo.page, tone))
  await button(ann.page, 'Hang up').click()
  await ann.page.getByRole('menuitem', { name: /^Leave the call/ }).click()
  await bar(ann.page).waitFor({ state: 'detached' })
  await isSilent(() => client.hears(HER))
  await isHeard(() => client.hears(CLEOS))
  await button(cleo.page, 'Hang up').click()
  await cleo.page.getByRole('menuitem', { name: 'End for all' }).click()
  for (const { page } of [bob, cleo]) await page.getByText(/^Over after /).waitFor()
  for (const { page } of [ann, bob]) await button(page, 'Close').click()
  await client.close()
  await cleo.close()
})

test('another tab of the agent shows the call without carrying it, and takes it when asked to', async () => {
  const client = await caller('tabs')
  await client.calls()
  await button(ann.page, 'Accept').click()
  await within(ann.page, 'Talking')
  const second = await ann.context.newPage()
  await giveEars(second, CLEOS)
  await second.goto('/tasks')
  await within(second, 'In another tab')
  await looksRight(second, 'a call in another tab')
  await button(second, 'Continue here').click()
  await within(second, 'Talking')
  await within(ann.page, 'In another tab')
  await isHeard(() => client.hears(CLEOS))
  await isSilent(() => client.hears(HER))
  await button(ann.page, 'Hang up').click()
  await bar(ann.page).waitFor({ state: 'detached' })
  await second.close()
  await client.close()
})

test('a visitor whose page loads anew is connected again, and one whose page is gone ends the call', async () => {
  const client = await caller('reloaded')
  await client.calls()
  await button(ann.page, 'Accept').click()
  await within(ann.page, 'Talking')
  await client.reloads(1)
  await isHeard(() => client.hears(HER))
  await isHeard(() => levelOf(ann.page, THEIR))
  await within(ann.page, 'Talking')
  await client.page.close()
  await within(ann.page, 'Reconnecting…')
  await ann.page.getByText(/^Over after /).waitFor()
  await button(ann.page, 'Close').click()
  await client.close()
})

test('settings of calls are saved, wrong fields say so, and the microphone is checked', async () => {
  const { page } = ann
  await ann.go('/settings/calls', 'main h2')
  const ring = page.getByRole('textbox', { name: 'Ring time, in seconds' })
  await ring.fill('3')
  await page.getByText('Enter a whole number from 5 to 120.').waitFor()
  assert.equal(await button(page, 'Save').isDisabled(), true)
  await ring.fill('25')
  await button(page, 'Save').click()
  await page.getByText('Saved').waitFor()
  await button(page, 'Add server').click()
  const address = page.getByRole('textbox', { name: 'Address', exact: true })
  await address.fill('turn.example.org')
  await button(page, 'Save').last().click()
  await page.getByText(/^Begin with stun:/).waitFor()
  await looksRight(page, 'settings of calls with a wrong field')
  await address.fill('turn:127.0.0.1:3478')
  await page.getByRole('textbox', { name: 'User name' }).fill('desk')
  await page.getByRole('textbox', { name: 'Password' }).fill('bell')
  await button(page, 'Save').last().click()
  await page.getByText('Saved').nth(1).waitFor()
  const { body } = await server.agent().call('GET', '/call-settings')
  assert.equal(body['ring'], 25)
  assert.deepEqual(body['iceServers'], [{ url: 'turn:127.0.0.1:3478', username: 'desk', credential: 'bell' }])
  await button(page, 'Check microphone').click()
  const meter = page.getByRole('meter', { name: 'Level of your microphone' })
  await soon(async () => Number(await meter.getAttribute('aria-valuenow')) > 10)
  await looksRight(page, 'settings of calls')
  await button(page, 'Stop').click()
  // An agent without the permission has what is their own: where calls ring, and the microphone.
  await bob.go('/settings/calls', 'main h2')
  assert.deepEqual(await bob.page.locator('main h2').allTextContents(), ['Where calls ring', 'Your microphone'])
})

test('a call on a phone: a sheet at the top, and the bar in two lines', async () => {
  await ann.page.setViewportSize({ width: 390, height: 780 })
  await ann.go('/inbox/waiting', 'main')
  const client = await caller('phone')
  await client.calls()
  await button(ann.page, 'Accept').waitFor()
  const box = await button(ann.page, 'Accept').boundingBox()
  assert.ok(box && box.y < 200)
  await button(ann.page, 'Accept').click()
  await within(ann.page, 'Talking')
  await button(ann.page, 'Hang up').click()
  await ann.page.getByText(/^Over after /).waitFor()
  await button(ann.page, 'Close').click()
  await ann.page.setViewportSize(SCREENS.desktop)
  await client.close()
})
