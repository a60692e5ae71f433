import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, suite, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { openCallBrowser } from '../calls/call-browser.ts'
import { giveEars } from '../calls/caller.ts'
import { listen } from '../calls/listen.ts'
import { without } from '../without.ts'
import { startTelephones, type Telephones } from '../calls/telephones.ts'
import { WITHIN } from '../calls/trunk-of.ts'
import { nextId, openPage } from '../channels/widget/page.ts'
import { soon } from '../channels/widget/soon.ts'
import { ANN, BOB } from '../test-server.ts'
import { bar, button, hangsUp, hasRung, hears, openDesk, shows, within } from './call-desk.ts'
import { looksRight } from './looks.ts'
import type { Window } from './window.ts'

const skip = without('rtpengine', 'baresip', 'kamailio')
const NUMBER = '+4930123456'
const [HERS, THEIRS, BOBS] = [440, 1000, 660]

suite('the application carries calls to telephones', { skip }, () => {
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

  const isHeard = (page: Page) => hears(page, THEIRS)
  const isLoud = (page: Page, expected: boolean) =>
    soon(async () => (await page.evaluate('ears.isLoud()')) === expected, WITHIN)
  /** A visitor leaves a number, and the call rings at Ann. */
  async function asked(visitor: string) {
    const client = await openPage(telephones.server, { visitor })
    const answer = await client.ask({ t: 'call', id: nextId(), phone: NUMBER })
    assert.ok(answer.t === 'done' && answer.call, JSON.stringify(answer))
    await button(ann.page, 'Accept').waitFor()
    return { client, id: answer.call.id }
  }

  test('an agent who accepts a call-back hears it ring, then the client; the client hears the agent', async () => {
    const { phone, read, until, server } = telephones
    const { page } = ann
    const { client, id } = await asked('called back')
    await looksRight(page, 'a call-back rings')
    const rings = phone.until('CALL_INCOMING', WITHIN)
    await button(page, 'Accept').click()
    await within(page, `Calling ${NUMBER}`)
    await rings
    await hasRung(page)
    await looksRight(page, 'the telephone of a client rings')
    // A way to a visitor's page would be sought anew by now: a telephone takes its time.
    await new Promise((resolve) => setTimeout(resolve, 7500))
    await within(page, `Calling ${NUMBER}`)
    assert.equal(await page.evaluate('ears.opened'), 1)
    assert.equal((await read(id)).status, 'agent_connected')
    phone.does('accept')
    await within(page, 'Talking')
    await isHeard(page)
    await looksRight(page, 'in a call with a telephone')
    const talked = await until(id, ({ status }) => status === 'client_connected')
    assert.equal(talked.agents[0]?.name, 'Ann')
    await new Promise((resolve) => setTimeout(resolve, 1500))
    const closed = phone.until('CALL_CLOSED', WITHIN)
    await button(page, 'Hang up').click()
    await closed
    await shows(page, /^Over after /)
    await button(page, 'Close').click()
    await until(id, ({ status, recorded }) => status === 'end' && recorded)
    const { body } = await server.agent().call('GET', `/calls/${id}/recording`)
    const mp3 = join(tmpdir(), `deskbell-outgoing-${process.pid}.mp3`)
    writeFileSync(mp3, Buffer.from(await (await fetch(String(body['url']))).arrayBuffer()))
    const { loud } = await listen(mp3, undefined)
    assert.ok(loud('agent', HERS, 0.5, 1.3) > 0.1, `${loud('agent', HERS, 0.5, 1.3)}`)
    assert.ok(loud('client', THEIRS, 0.5, 1.3) > 0.1, `${loud('client', THEIRS, 0.5, 1.3)}`)
    await client.close()
  })

  test('a telephone that is busy, and one that hangs up, end the call with words', async () => {
    const { phone } = telephones
    phone.when('CALL_INCOMING', 'hangup')
    const busy = await asked('busy')
    await button(ann.page, 'Accept').click()
    await shows(ann.page, 'Over: The number was busy')
    await looksRight(ann.page, 'a telephone was busy')
    await button(ann.page, 'Close').click()
    phone.forget()
    phone.when('CALL_INCOMING', 'accept')
    phone.when('CALL_ESTABLISHED', 'hangup', { after: 1500 })
    const short = await asked('short')
    await button(ann.page, 'Accept').click()
    await within(ann.page, 'Talking')
    await shows(ann.page, /^Over after /)
    await button(ann.page, 'Close').click()
    for (const { client } of [busy, short]) await client.close()
  })

  test('a window that loads anew goes on with the call, while it rings and while both talk', async () => {
    const { phone } = telephones
    const { page } = ann
    const rings = phone.until('CALL_INCOMING', WITHIN)
    const { client } = await asked('reloaded')
    await button(page, 'Accept').click()
    await rings
    await page.reload()
    await within(page, `Calling ${NUMBER}`)
    phone.does('accept')
    await within(page, 'Talking')
    await isHeard(page)
    await page.reload()
    await within(page, 'Talking')
    await isHeard(page)
    await hangsUp(page)
    await client.close()
  })

  test('another tab of the agent takes the call, and the first one is silent', async () => {
    const { phone } = telephones
    phone.when('CALL_INCOMING', 'accept')
    const { client } = await asked('tabs')
    await button(ann.page, 'Accept').click()
    await within(ann.page, 'Talking')
    const second = await ann.context.newPage()
    await giveEars(second, 660)
    await second.goto('/tasks')
    await within(second, 'In another tab')
    await button(second, 'Continue here').click()
    await within(second, 'Talking')
    await within(ann.page, 'In another tab')
    await isHeard(second)
    await button(second, 'Hang up').click()
    await bar(ann.page).waitFor({ state: 'detached' })
    await second.close()
    await client.close()
  })

  test('on hold neither side hears the other, and the call goes on after it', async () => {
    const { phone } = telephones
    phone.when('CALL_INCOMING', 'accept')
    const { client } = await asked('held')
    const { page } = ann
    await button(page, 'Accept').click()
    await within(page, 'Talking')
    await isHeard(page)
    await button(page, 'Hold').click()
    await within(page, 'On hold')
    await isLoud(page, false)
    assert.equal(await button(page, 'Keypad').count(), 0)
    await button(page, 'Resume').click()
    await within(page, 'Talking')
    await isLoud(page, true)
    await hangsUp(page)
    await client.close()
  })

  test('keys of the keypad come to the telephone, whether clicked or typed', async () => {
    const { phone } = telephones
    phone.when('CALL_INCOMING', 'accept')
    // A client who is told that the call is recorded hears nothing of the agent meanwhile.
    await telephones.server.agent().call('PATCH', '/call-settings', { record: false })
    const { client } = await asked('keys')
    const { page } = ann
    await button(page, 'Accept').click()
    await within(page, 'Talking')
    await isHeard(page)
    await page.evaluate('pitches.length = 0')
    await page.evaluate('document.activeElement.blur()')
    await page.keyboard.press('p')
    await page.keyboard.press('k')
    const keypad = page.getByRole('dialog', { name: 'Keypad' })
    await keypad.waitFor()
    await keypad.getByRole('button', { name: '5 JKL' }).click()
    await page.keyboard.type('27#')
    await soon(async () => (await keypad.getByRole('status').textContent()) === '527#', WITHIN)
    await soon(() => phone.keys === '527#', WITHIN).catch(() => assert.equal(phone.keys, '527#'))
    // Each key has two pitches, which the agent hears: those of 5 are the first.
    assert.deepEqual((await page.evaluate<number[]>('pitches')).slice(0, 2), [770, 1336])
    await looksRight(page, 'the keypad of a call')
    await page.keyboard.press('Escape')
    await keypad.waitFor({ state: 'detached' })
    await within(page, 'Talking')
    await hangsUp(page)
    await client.close()
  })

  test('a call is handed over to a colleague, who hears the telephone from then on', async () => {
    const { phone } = telephones
    phone.when('CALL_INCOMING', 'accept')
    const bob = await openDesk(browser, telephones.server, { email: BOB, tone: BOBS })
    const { client, id } = await asked('handed over')
    await button(ann.page, 'Accept').click()
    await within(ann.page, 'Talking')
    await isHeard(ann.page)
    await button(ann.page, 'Bring in a colleague').click()
    await ann.page.getByRole('combobox', { name: 'Colleague' }).selectOption('Bob')
    await ann.page.getByText('The call is theirs alone when they accept.').click()
    await looksRight(ann.page, 'a call with a telephone is handed over')
    await button(ann.page, 'Hand over').click()
    await button(bob.page, 'Accept').click()
    await within(bob.page, 'Talking')
    await isHeard(bob.page)
    await shows(ann.page, 'Handed over to Bob')
    assert.deepEqual(
      (await telephones.read(id)).agents.map(({ name }) => name),
      ['Bob'],
    )
    await button(ann.page, 'Close').click()
    await hangsUp(bob.page)
    await bob.close()
    await client.close()
  })

  test('a colleague joins a call with a telephone: each of the three hears the other two, and the call goes on with the last', async () => {
    const { phone, until } = telephones
    phone.when('CALL_INCOMING', 'accept')
    const bob = await openDesk(browser, telephones.server, { email: BOB, tone: BOBS })
    const { client, id } = await asked('of three')
    await button(ann.page, 'Accept').click()
    await within(ann.page, 'Talking')
    await isHeard(ann.page)
    await button(ann.page, 'Bring in a colleague').click()
    await ann.page.getByRole('combobox', { name: 'Colleague' }).selectOption('Bob')
    await button(ann.page, 'Ask').click()
    await button(bob.page, 'Accept').click()
    await until(id, ({ agents }) => agents.length === 2)
    await within(bob.page, 'Talking')
    for (const tone of [THEIRS, HERS]) await hears(bob.page, tone)
    for (const tone of [THEIRS, BOBS]) await hears(ann.page, tone)
    for (const tone of [HERS, BOBS]) await soon(async () => (await phone.hears(tone)) > 0.02, WITHIN)
    await button(ann.page, 'Hang up').click()
    await ann.page.getByRole('menuitem', { name: 'Leave the call' }).click()
    await until(id, ({ agents }) => agents.length === 1)
    await hears(bob.page, THEIRS)
    await soon(async () => (await phone.hears(BOBS)) > 0.02, WITHIN)
    await soon(async () => (await phone.hears(HERS)) < 0.01, WITHIN)
    await button(ann.page, 'Close').click()
    await hangsUp(bob.page)
    await bob.close()
    await client.close()
  })

  test('a way that is lost is found anew', async () => {
    const { phone } = telephones
    phone.when('CALL_INCOMING', 'accept')
    const { client } = await asked('lost')
    const { page } = ann
    await button(page, 'Accept').click()
    await within(page, 'Talking')
    await isHeard(page)
    await page.evaluate('ears.cut()')
    await within(page, 'Reconnecting…')
    await within(page, 'Talking')
    await isHeard(page)
    await hangsUp(page)
    await client.close()
  })

  test('an agent whose browser refuses the microphone reads what to do, and the call has failed', async () => {
    const deaf = await openDesk(browser, telephones.server, { email: BOB, tone: 'refused' })
    const { client } = await asked('unheard')
    await button(deaf.page, 'Accept').click()
    await deaf.page.getByText('Allow the microphone for this page').waitFor()
    await deaf.page.getByText('Over: The microphone could not be used').waitFor()
    await client.close()
    await deaf.close()
  })
})
