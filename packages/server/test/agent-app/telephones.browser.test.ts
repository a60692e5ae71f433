import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import type { CallSettings } from '@deskbell/protocol/agent/call-settings'
import type { TrunkStatus } from '@deskbell/protocol/agent/call-trunk'
import { openBrowser } from '../browser.ts'
import { startExchange, type Exchange } from '../calls/exchange.ts'
import { without } from '../without.ts'
import { Phone } from '../calls/phone.ts'
import { soon } from '../channels/widget/soon.ts'
import { freePairs } from '../free-port.ts'
import { ANN, BOB, startTestServer, type TestServer } from '../test-server.ts'
import { keyboardFaults } from './keyboard-reach.ts'
import { looksRight } from './looks.ts'
import { openWindow, type Window } from './window.ts'

const WITHIN = 30_000
const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: typeof name === 'string' })

const NUMBER = '+4930123456'

suite('the settings of calls to telephones', { skip: without('rtpengine', 'kamailio', 'baresip') }, () => {
  let exchange: Exchange
  let phone: Phone
  let server: TestServer
  let browser: Browser
  let ann: Window
  before(async () => {
    exchange = await startExchange()
    phone = await Phone.open({ name: NUMBER, exchange: exchange.address, tone: 1000 })
    const [first = 0] = await freePairs(20)
    const env = { ALLOW_TARGETS: '127.0.0.1', MEDIA_ADDRESS: '127.0.0.1', MEDIA_PORTS: `${first}-${first + 39}` }
    server = await startTestServer({ env })
    browser = await openBrowser()
    ann = await openWindow(browser, server, ANN)
  })
  after(async () => {
    await browser?.close()
    await server?.close()
    await phone?.close()
    await exchange?.close()
  })
  const settings = async () => (await server.agent().call('GET', '/call-settings')).body as unknown as CallSettings
  const status = async () => (await server.agent().call('GET', '/call-trunk')).body as unknown as TrunkStatus
  const field = (name: string) => ann.page.getByRole('textbox', { name, exact: true })

  test('countries are searched by name, accent and calling code, and the first one counts for numbers without +', async () => {
    const { page } = ann
    await ann.go('/settings/calls', 'main h2')
    const needs = page.getByRole('list', { name: 'What call-backs need' })
    await needs.getByText('At least one country').waitFor()
    await needs.getByRole('link', { name: 'Set up the trunk' }).waitFor()
    const box = page.getByRole('combobox', { name: 'Add a country' })
    await box.fill('germ')
    await page.getByRole('option', { name: 'Germany +49' }).waitFor()
    await looksRight(page, 'a country is searched')
    await page.keyboard.press('Enter')
    await box.fill('+43')
    await page.getByRole('option', { name: 'Austria +43' }).click()
    await box.fill('cote')
    await page.keyboard.press('Enter')
    const chosen = page.getByRole('list', { name: 'Countries whose numbers may be called' })
    assert.equal(await chosen.getByRole('listitem').count(), 3)
    await chosen.getByRole('listitem').first().getByText('Numbers without + are of this country').waitFor()
    await button(page, 'Make Austria the first').click()
    await button(page, 'Remove Côte d’Ivoire').click()
    await page.locator('form', { has: box }).getByRole('button', { name: 'Save' }).click()
    await page.locator('form', { has: box }).getByText('Saved').waitFor()
    assert.deepEqual((await settings()).countries, ['AT', 'DE'])
    await needs.getByText('Countries whose numbers may be called: 2').waitFor()
    await page.getByRole('switch', { name: 'Visitors can ask to be called back' }).click()
    await page.getByRole('switch', { name: 'Record calls', exact: true }).click()
    await page.getByRole('textbox', { name: 'Calls to one number in 24 hours' }).fill('7')
    await page.getByRole('textbox', { name: 'Minutes with one number in 24 hours' }).fill('90')
    const limits = page.locator('form', { hasText: 'Calls to one number' })
    await limits.getByRole('button', { name: 'Save' }).click()
    await limits.getByText('Saved').waitFor()
    const { callback, record, perNumber, minutesPerNumber } = await settings()
    assert.deepEqual([callback, record, perNumber, minutesPerNumber], [true, true, 7, 90])
    for (const name of ['Landline', 'Free of charge', 'Internet']) await page.getByRole('switch', { name }).click()
    await page.getByText('At least one kind of numbers is called.').waitFor()
    assert.equal(await page.getByRole('switch', { name: 'Mobile' }).isDisabled(), true)
    // What is switched shows at once, and is stored in its turn.
    await soon(async () => (await settings()).kinds.join() === 'mobile')
    await page.getByRole('switch', { name: 'Landline' }).click()
    await page.getByRole('switch', { name: 'Mobile', disabled: false }).waitFor()
    await soon(async () => (await settings()).kinds.join() === 'mobile,landline')
    await looksRight(page, 'settings of call-backs')
    assert.deepEqual(await keyboardFaults(page), [])
  })

  test('a trunk whose password is wrong says so with its words, and takes calls when it is right', async () => {
    const { page } = ann
    await ann.go('/settings/calls/trunk', 'main h2')
    await button(page, 'Connect').waitFor()
    await field('Host').fill('127.0.0.1')
    await button(page, 'Connect').click()
    assert.equal(await page.getByText('Fill in this field.').count(), 2)
    await page.getByText('TLS', { exact: true }).click()
    assert.equal(await field('Port').inputValue(), '5061')
    await looksRight(page, 'a trunk by TLS')
    await page.getByText('UDP', { exact: true }).click()
    assert.equal(await field('Port').inputValue(), '5060')
    await field('Port').fill(String(exchange.port))
    await field('User name').fill('desk')
    await field('Password').fill('wrong')
    await button(page, 'Connect').click()
    await page.getByText('127.0.0.1 does not accept the user name or the password.').waitFor()
    assert.match(await page.getByText(/^The trunk said:/).innerText(), /401/)
    await looksRight(page, 'a trunk that refuses')
    assert.equal(await field('Password').getAttribute('placeholder'), 'unchanged')
    await field('Password').fill('p-desk')
    await button(page, 'Save').click()
    await page.getByText('Takes calls').waitFor()
    await page.getByText('It carries the sound of calls.').waitFor()
    await looksRight(page, 'a trunk that takes calls')
    assert.deepEqual(await keyboardFaults(page), [])
    // The password stays when something else is saved.
    await field('Caller id · optional').fill('+49 30 123456')
    await button(page, 'Save').click()
    await soon(async () => (await status()).trunk?.callerId === '+4930123456')
    await soon(async () => (await status()).state === 'ready', WITHIN)
    await ann.go('/settings/calls', 'main h2')
    await page.getByText('Everything is there: call-backs work.').waitFor()
  })

  test('a test call shows each step, what to do, and that it works; and what went wrong', async () => {
    const { page } = ann
    await ann.go('/settings/calls/trunk', 'main h2')
    const steps = page.getByRole('list', { name: 'Steps of the test call' })
    const number = field('Number of a telephone beside you')
    await number.fill('call me')
    await button(page, 'Call me to test').click()
    await page.getByText('This must be a phone number, such as +31 20 555 0100.').waitFor()
    await number.fill('+49 30 123456')
    await button(page, 'Call me to test').click()
    await page.getByText('Your telephone rings: answer it.').waitFor()
    await steps.getByText('Telephone rings').waitFor()
    await looksRight(page, 'a test call rings')
    phone.does('accept')
    await page.getByText('Do you hear the melody?').waitFor()
    phone.does('sndcode', '7')
    await page.getByText('The test call works').last().waitFor()
    await page.getByText('Key pressed').waitFor()
    await page.getByText('your key came back').waitFor()
    assert.deepEqual(await keyboardFaults(page), [])
    await looksRight(page, 'a test call works')
    await number.fill('+49 30 999999')
    await button(page, 'Call again').click()
    await page.getByText('The trunk knows no such number.').waitFor()
    await looksRight(page, 'a test call fails')
    // A test that rings is ended with a button.
    await number.fill(NUMBER)
    await button(page, 'Call again').click()
    await page.getByText('Your telephone rings: answer it.').waitFor()
    await button(page, 'Hang up').click()
    await page.getByText('The test call was ended').last().waitFor()
  })

  test('a caller id that is no number is refused at its field', async () => {
    const { page } = ann
    await ann.go('/settings/calls/trunk', 'main h2')
    await field('Caller id · optional').fill('our desk')
    await button(page, 'Save').click()
    await page.getByText('This must be a number of 3 to 15 digits, with + or without.').waitFor()
    assert.equal(await field('Caller id · optional').getAttribute('aria-invalid'), 'true')
    await button(page, 'Cancel').click()
  })

  test('a trunk that is lost says why, and when the next attempt comes; and is removed with a question', async () => {
    const { page } = ann
    await ann.go('/settings/calls/trunk', 'main h2')
    await page.getByText('TCP', { exact: true }).click()
    await field('Port').fill('9')
    await button(page, 'Save').click()
    await page.getByText('The server does not reach 127.0.0.1.').waitFor()
    await page.getByText(/^Next attempt in \d+ seconds?\.$/).waitFor()
    await looksRight(page, 'a trunk that is lost')
    await button(page, 'Remove trunk').click()
    await page.getByRole('alertdialog').or(page.getByRole('dialog')).waitFor()
    await page
      .getByRole('alertdialog')
      .or(page.getByRole('dialog'))
      .getByRole('button', { name: 'Remove trunk' })
      .click()
    await page.getByText('Not set up').waitFor()
    assert.equal((await status()).trunk, null)
  })

  test('an agent without the permission sees neither tab', async () => {
    const bob = await openWindow(browser, server, BOB)
    await bob.go('/settings/calls', 'main h2')
    assert.equal(await bob.page.getByRole('link', { name: 'Trunk' }).count(), 0)
    await bob.go('/settings/calls/trunk', 'main h1')
    await bob.page.getByText('There is no page at this address').first().waitFor()
    await bob.close()
  })
})

suite('a server without rtpengine', { skip: without('kamailio') }, () => {
  let exchange: Exchange
  let server: TestServer
  let browser: Browser
  before(async () => {
    exchange = await startExchange()
    server = await startTestServer({ env: { ALLOW_TARGETS: '127.0.0.1', RTPENGINE: '/nowhere/rtpengine' } })
    browser = await openBrowser()
  })
  after(async () => {
    await browser?.close()
    await server?.close()
    await exchange?.close()
  })

  test('names the command, which is copied', async () => {
    const ann = await openWindow(browser, server, ANN)
    const { port } = exchange
    const trunk = { kind: 'udp', host: '127.0.0.1', port, user: 'desk', password: 'p-desk', registers: true }
    await server.agent().call('PUT', '/call-trunk', trunk)
    await ann.go('/settings/calls/trunk', 'main h2')
    await ann.page.getByText('apt install rtpengine-daemon').waitFor()
    await button(ann.page, 'Copy command').click()
    await button(ann.page, 'Copied').waitFor()
    await looksRight(ann.page, 'rtpengine is missing')
    await ann.go('/settings/calls', 'main h2')
    const needs = ann.page.getByRole('list', { name: 'What call-backs need' })
    await needs.getByText('apt install rtpengine-daemon').waitFor()
    await looksRight(ann.page, 'what call-backs need')
  })
})
