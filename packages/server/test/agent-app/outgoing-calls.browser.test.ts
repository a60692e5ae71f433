import assert from 'node:assert/strict'
import { after, afterEach, before, suite, test } from 'node:test'
import type { Browser } from 'playwright-core'
import type { Call } from '@deskbell/protocol/agent/call'
import { openCallBrowser } from '../calls/call-browser.ts'
import { without } from '../without.ts'
import { startTelephones, type Telephones } from '../calls/telephones.ts'
import { WITHIN } from '../calls/trunk-of.ts'
import { nextId, openPage } from '../channels/widget/page.ts'
import { ANN } from '../test-server.ts'
import { bar, button, hangsUp, hasRung, hears, openDesk, shows, within } from './call-desk.ts'
import { looksRight } from './looks.ts'
import type { Window } from './window.ts'

const skip = without('rtpengine', 'baresip', 'kamailio')
const NUMBER = '+4930123456'
const [HERS, THEIRS] = [440, 1000]

suite('agents call contacts', { skip }, () => {
  let telephones: Telephones
  let browser: Browser
  let ann: Window
  before(async () => {
    browser = await openCallBrowser()
    telephones = await startTelephones({ number: NUMBER, tone: THEIRS })
    ann = await openDesk(browser, telephones.server, { email: ANN, tone: HERS })
  })
  after(async () => {
    await browser?.close()
    await telephones?.close()
  })
  afterEach(() => telephones.phone.forget())

  const api = () => telephones.server.agent()
  const newest = async () => {
    const { body } = await api().call('GET', '/calls?limit=1')
    return (body as unknown as { calls: Call[] }).calls[0] ?? assert.fail('no call')
  }

  /** A visitor who has written, and of whom a number is known. */
  async function known(visitor: string, phone = NUMBER) {
    const client = await openPage(telephones.server, { visitor })
    await client.writes('Hello')
    const { body } = await api().call('GET', '/contacts')
    const [contact] = (body as unknown as { contacts: { id: number }[] }).contacts
    assert.ok(contact)
    await api().call('PATCH', `/contacts/${contact.id}`, { phone, name: visitor })
    return { client, contact: contact.id }
  }

  test('an agent calls the number of a contact from its page, and both hear each other', async () => {
    const { phone, until } = telephones
    const { page } = ann
    const { client, contact } = await known('Vera Walther')
    const rings = phone.until('CALL_INCOMING', WITHIN)
    await ann.go(`/contacts/${contact}`, 'main h1')
    await button(page, `Call ${NUMBER}`).waitFor()
    await looksRight(page, 'a contact who can be called')
    await button(page, `Call ${NUMBER}`).click()
    await within(page, `Calling ${NUMBER}`)
    await rings
    await hasRung(page)
    const { id, type, status, agents, chat } = await newest()
    assert.deepEqual([type, status, agents[0]?.name], ['outgoing', 'agent_connected', 'Ann'])
    assert.ok(chat !== null, 'the call belongs to the open chat')
    phone.does('accept')
    await within(page, 'Talking')
    await hears(page, THEIRS)
    await hangsUp(page)
    await until(id, (one) => one.status === 'end' && one.recorded)
    await client.close()
  })

  test('an agent calls from the details of a chat by keys; the number is busy, and is called again', async () => {
    const { phone } = telephones
    const { page } = ann
    const { client } = await known('Bela Busch')
    phone.when('CALL_INCOMING', 'hangup')
    await ann.go('/inbox/waiting', '[role=option]')
    await page.getByRole('option').filter({ hasText: 'Bela Busch' }).click()
    await button(page, `Call ${NUMBER}`).waitFor()
    await looksRight(page, 'a chat whose visitor can be called')
    await page.evaluate('document.activeElement.blur()')
    await page.keyboard.press('p')
    await page.keyboard.press('c')
    await shows(page, 'Over: The number was busy')
    await looksRight(page, 'a call that was not answered is made again')
    phone.forget()
    phone.when('CALL_INCOMING', 'accept')
    await button(page, 'Call again').click()
    await within(page, 'Talking')
    await hears(page, THEIRS)
    await hangsUp(page)
    await client.close()
  })

  test('the menu of commands calls the contact on the screen', async () => {
    const { phone } = telephones
    const { page } = ann
    phone.when('CALL_INCOMING', 'accept')
    const { client, contact } = await known('Mena')
    await ann.go(`/contacts/${contact}`, 'main h1')
    await button(page, `Call ${NUMBER}`).waitFor()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('Call the con')
    await page.getByRole('option', { name: /^Call the contact/ }).waitFor()
    await page.keyboard.press('Enter')
    await within(page, 'Talking')
    await hangsUp(page)
    await client.close()
  })

  test('a missed call is called back with one key, and is handled when both have talked', async () => {
    const { phone } = telephones
    const { page } = ann
    const client = await openPage(telephones.server, { visitor: 'missed' })
    const answer = await client.ask({ t: 'call', id: nextId(), phone: NUMBER })
    assert.ok(answer.t === 'done')
    await button(page, 'Decline').click()
    await button(page, 'Decline').waitFor({ state: 'detached' })
    phone.when('CALL_INCOMING', 'accept')
    await ann.go('/calls/missed', 'main h1')
    await button(page, /^Call back/).waitFor()
    await looksRight(page, 'a missed call that can be called back')
    await page.evaluate('document.activeElement.blur()')
    await page.keyboard.press('j')
    await page.keyboard.press('c')
    await within(page, 'Talking')
    await hears(page, THEIRS)
    assert.match(page.url(), /\/contacts\/\d+$/)
    await hangsUp(page)
    await ann.go('/calls/missed', 'main h1')
    await page.getByText('No missed calls').waitFor()
    await client.close()
  })

  test('a number that may not be called is refused in words, and so is a second call', async () => {
    const { phone } = telephones
    const { page } = ann
    const abroad = await known('Abroad', '+1 212 555 0100')
    await ann.go(`/contacts/${abroad.contact}`, 'main h1')
    await button(page, 'Call +1 212 555 0100').click()
    await page.getByText('Numbers of US are not called; the settings of calls allow DE.').waitFor()
    await looksRight(page, 'a number that is not called')
    assert.equal(await bar(page).count(), 0)
    phone.when('CALL_INCOMING', 'accept')
    await api().call('PATCH', `/contacts/${abroad.contact}`, { phone: NUMBER })
    await button(page, `Call ${NUMBER}`).click()
    await within(page, 'Talking')
    await button(page, `Call ${NUMBER}`).click()
    await page.getByText('You’re in a call already. End it first.').waitFor()
    await hangsUp(page)
    await abroad.client.close()
  })

  test('a client who does not answer, and an agent who gives up, end the call with words', async () => {
    const { phone, until } = telephones
    const { page } = ann
    const { client, contact } = await known('Nora')
    await api().call('PATCH', '/call-settings', { wait: 10 })
    await ann.go(`/contacts/${contact}`, 'main h1')
    await button(page, `Call ${NUMBER}`).click()
    await shows(page, 'Over: The client did not answer')
    await button(page, 'Close').click()
    await api().call('PATCH', '/call-settings', { wait: 300 })
    const rings = phone.until('CALL_INCOMING', WITHIN)
    await button(page, `Call ${NUMBER}`).click()
    await rings
    const closed = phone.until('CALL_CLOSED', WITHIN)
    await button(page, 'Hang up').click()
    await closed
    await shows(page, 'Over: The agent hung up early')
    await button(page, 'Close').click()
    const { id } = await newest()
    assert.equal((await until(id, ({ ended }) => ended !== null)).missed, false)
    await client.close()
  })
})
