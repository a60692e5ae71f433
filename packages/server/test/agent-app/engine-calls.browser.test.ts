import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { openCallBrowser } from '../calls/call-browser.ts'
import { levelOf, openCaller, toldBy } from '../calls/caller.ts'
import { listen } from '../calls/listen.ts'
import { without } from '../without.ts'
import { Phone } from '../calls/phone.ts'
import { startTelephones, type Telephones } from '../calls/telephones.ts'
import { WITHIN } from '../calls/trunk-of.ts'
import { soon } from '../channels/widget/soon.ts'
import { ANN, BOB } from '../test-server.ts'
import { button, hangsUp, hears, openDesk, shows, within } from './call-desk.ts'
import { looksRight } from './looks.ts'
import type { Window } from './window.ts'

const skip = without('rtpengine', 'baresip', 'kamailio')
const NUMBER = '+4930123456'
const [HERS, THEIRS, BOBS, OUTSIDE] = [440, 1200, 660, 1000]
/** A tone is this loud where it is heard: in a recording and at a telephone. */
const LOUD = 0.02

suite('the media engine carries calls from pages', { skip }, () => {
  let telephones: Telephones
  let browser: Browser
  let ann: Window
  before(async () => {
    browser = await openCallBrowser()
    telephones = await startTelephones({ number: NUMBER, tone: OUTSIDE })
    await telephones.server.agent().call('PATCH', '/call-settings', { fromPage: true })
    ann = await openDesk(browser, telephones.server, { email: ANN, tone: HERS })
  })
  after(async () => {
    await browser?.close()
    await telephones?.close()
  })

  const caller = (visitor: string) => openCaller(browser, telephones.server, { visitor, tone: THEIRS })
  type Caller = Awaited<ReturnType<typeof caller>>
  const heardBy = (client: Caller, tone: number) =>
    soon(async () => (await client.hears(tone)) > -60, WITHIN).catch(async () => {
      const levels = await Promise.all([HERS, THEIRS, BOBS, OUTSIDE].map((one) => client.hears(one)))
      const [visitor, agent] = await Promise.all([client.page, ann.page].map(toldBy))
      assert.fail(
        `the visitor does not hear ${tone} Hz; of ${[HERS, THEIRS, BOBS, OUTSIDE].join()} Hz: ${levels.join()} dB; ` +
          `their page: ${visitor}, Ann's: ${agent}`,
      )
    })
  const isSilent = (page: Page, tone: number) => soon(async () => (await levelOf(page, tone)) < -75, WITHIN)
  /** A visitor calls, and Ann talks with them. */
  async function talks(visitor: string) {
    const client = await caller(visitor)
    const id = await client.calls()
    await button(ann.page, 'Accept').click()
    await within(ann.page, 'Talking')
    await hears(ann.page, THEIRS)
    await heardBy(client, HERS)
    return { client, id, agent: (await telephones.read(id)).agents[0]?.id ?? 0 }
  }

  test('a visitor and an agent hear each other, and the recording has each on a side of its own', async () => {
    const { client, id } = await talks('recorded')
    assert.equal((await telephones.read(id)).carrier, 'engine')
    await new Promise((resolve) => setTimeout(resolve, 1500))
    await hangsUp(ann.page)
    await telephones.until(id, ({ status, recorded }) => status === 'end' && recorded)
    const { body } = await telephones.server.agent().call('GET', `/calls/${id}/recording`)
    const mp3 = join(tmpdir(), `deskbell-engine-${process.pid}.mp3`)
    writeFileSync(mp3, Buffer.from(await (await fetch(String(body['url']))).arrayBuffer()))
    const { loud, seconds } = await listen(mp3, undefined)
    const [from, to] = [seconds - 1.5, seconds - 0.3]
    assert.ok(loud('agent', HERS, from, to) > LOUD, `agent ${loud('agent', HERS, from, to)}`)
    assert.ok(loud('client', THEIRS, from, to) > LOUD, `client ${loud('client', THEIRS, from, to)}`)
    assert.ok(loud('agent', THEIRS, from, to) < LOUD / 10)
    assert.ok(loud('client', HERS, from, to) < LOUD / 10)
    await client.close()
  })

  test('on hold neither side hears the other', async () => {
    const { client } = await talks('held')
    await button(ann.page, 'Hold').click()
    await within(ann.page, 'On hold')
    await isSilent(client.page, HERS)
    await button(ann.page, 'Resume').click()
    await within(ann.page, 'Talking')
    await heardBy(client, HERS)
    await hears(ann.page, THEIRS)
    await hangsUp(ann.page)
    await client.close()
  })

  test('the call goes on when the page of the agent, and that of the visitor, load anew', async () => {
    const { client, agent } = await talks('reloaded')
    await ann.page.reload()
    await within(ann.page, 'Talking')
    await hears(ann.page, THEIRS)
    await heardBy(client, HERS)
    await client.reloads(agent)
    await heardBy(client, HERS)
    await hears(ann.page, THEIRS)
    await client.hangsUp()
    await shows(ann.page, /^Over after /)
    await button(ann.page, 'Close').click()
    await client.close()
  })

  test('an answer to an earlier offer of the engine that arrives late is passed over', async () => {
    const client = await caller('late')
    await client.calls()
    const offers = await client.answersTwiceLate(1, () => button(ann.page, 'Accept').click())
    await heardBy(client, HERS)
    await hears(ann.page, THEIRS)
    assert.equal(offers(), 2)
    await client.hangsUp()
    await shows(ann.page, /^Over after /)
    await button(ann.page, 'Close').click()
    await client.close()
  })

  test('a call is handed over to a colleague, who hears the visitor from then on', async () => {
    const bob = await openDesk(browser, telephones.server, { email: BOB, tone: BOBS })
    const { client, id } = await talks('handed over')
    await button(ann.page, 'Bring in a colleague').click()
    await ann.page.getByRole('combobox', { name: 'Colleague' }).selectOption('Bob')
    await ann.page.getByText('The call is theirs alone when they accept.').click()
    await button(ann.page, 'Hand over').click()
    await button(bob.page, 'Accept').click()
    await within(bob.page, 'Talking')
    await hears(bob.page, THEIRS)
    await heardBy(client, BOBS)
    await shows(ann.page, 'Handed over to Bob')
    await button(ann.page, 'Close').click()
    await hangsUp(bob.page)
    await telephones.until(id, ({ status }) => status === 'end')
    await bob.close()
    await client.close()
  })

  test('a colleague joins: each of the three hears the other two, and the call goes on with the last', async () => {
    const bob = await openDesk(browser, telephones.server, { email: BOB, tone: BOBS })
    const { client, id } = await talks('of three')
    await button(ann.page, 'Bring in a colleague').click()
    await ann.page.getByRole('combobox', { name: 'Colleague' }).selectOption('Bob')
    await button(ann.page, 'Ask').click()
    await button(bob.page, 'Accept').click()
    await telephones.until(id, ({ agents }) => agents.length === 2)
    await within(bob.page, 'Talking')
    for (const tone of [THEIRS, HERS]) await hears(bob.page, tone)
    for (const tone of [THEIRS, BOBS]) await hears(ann.page, tone)
    for (const tone of [HERS, BOBS]) await heardBy(client, tone)
    await button(ann.page, 'Hang up').click()
    await ann.page.getByRole('menuitem', { name: 'Leave the call' }).click()
    await telephones.until(id, ({ agents }) => agents.length === 1)
    await hears(bob.page, THEIRS)
    await heardBy(client, BOBS)
    await button(ann.page, 'Close').click()
    await hangsUp(bob.page)
    await bob.close()
    await client.close()
  })

  test("a call from a page rings at the agent's own telephone, and both hear each other", async () => {
    const { server, exchange } = telephones
    const phone = await Phone.open({ name: '202', exchange: exchange.address, tone: BOBS })
    const bob = server.agent(BOB)
    await bob.call('PATCH', '/me', { phone: '202' })
    assert.equal((await bob.call('PUT', '/me/calls', { on: 'phone' })).status, 200)
    const socket = await bob.connects()
    phone.when('CALL_INCOMING', 'accept')
    phone.when('CALL_ESTABLISHED', 'sndcode', { after: 1500, params: '1' })
    const client = await caller('to a telephone')
    const id = await client.calls()
    const { agents } = await telephones.until(id, (call) => call.agents.length > 0)
    assert.deepEqual(
      agents.map(({ name, on }) => [name, on]),
      [['Bob', 'phone']],
    )
    await heardBy(client, BOBS)
    await soon(async () => (await phone.hears(THEIRS)) > LOUD, WITHIN)
    const closed = phone.until('CALL_CLOSED', WITHIN)
    await client.hangsUp()
    await closed
    await telephones.until(id, ({ status, recorded }) => status === 'end' && recorded)
    await bob.call('PUT', '/me/calls', { on: 'browser' })
    socket.close()
    await phone.close()
    await client.close()
  })

  test('a call is handed over to a number: it stays with the agent until the telephone answers, and ends with it', async () => {
    const { phone } = telephones
    const { client, id } = await talks('forwarded')
    const { page } = ann
    await button(page, 'Bring in a colleague').click()
    const dialog = page.getByRole('dialog', { name: 'Bring in a colleague' })
    const number = dialog.getByRole('textbox', { name: 'Telephone number' })
    await number.fill('12')
    await button(page, 'Hand over').click()
    await dialog.getByText(/phone number, such as/).waitFor()
    await looksRight(page, 'a call is handed over to a wrong number')
    await number.fill('030 123456')
    const rings = phone.until('CALL_INCOMING', WITHIN)
    await button(page, 'Hand over').click()
    await rings
    await shows(page, `Calling ${NUMBER}: the call goes there when it is answered`)
    await looksRight(page, 'a call is handed over to a number, which rings')
    await hears(page, THEIRS)
    await heardBy(client, HERS)
    phone.does('hangup')
    await telephones.until(id, ({ forwarding }) => forwarding === undefined)
    await within(page, 'Talking')

    phone.forget()
    phone.when('CALL_INCOMING', 'accept')
    await button(page, 'Bring in a colleague').click()
    await number.fill(NUMBER)
    await button(page, 'Hand over').click()
    await shows(page, `Handed over to ${NUMBER}`)
    await button(page, 'Close').click()
    await heardBy(client, OUTSIDE)
    await soon(async () => (await phone.hears(THEIRS)) > LOUD, WITHIN)
    const { agents, forwarded } = await telephones.read(id)
    assert.deepEqual([agents, forwarded], [[], NUMBER])
    phone.does('hangup')
    const over = await telephones.until(id, ({ status, recorded }) => status === 'end' && recorded)
    assert.equal(over.failure, undefined)
    await client.close()
  })

  test('a visitor whose page is gone has left the call', async () => {
    const { client, id } = await talks('gone')
    await client.close()
    const { failure } = await telephones.until(id, ({ status }) => status === 'end')
    assert.equal(failure, undefined)
    await shows(ann.page, /^Over after /)
    await button(ann.page, 'Close').click()
  })

  test('a call whose media engine dies is over at once', async () => {
    const { client, id } = await talks('engine')
    telephones.killEngine()
    const { failure } = await telephones.until(id, ({ ended }) => ended !== null)
    assert.equal(failure, 'media_unavailable')
    await shows(ann.page, /^Over: /)
    await client.close()
  })
})
