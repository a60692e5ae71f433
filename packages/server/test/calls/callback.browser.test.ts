import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { after, before, beforeEach, suite, test } from 'node:test'
import type { Browser } from 'playwright-core'
import type { Call } from '@deskbell/protocol/agent/call'
import { nextId, openPage, WIDGET } from '../channels/widget/page.ts'
import { soon } from '../channels/widget/soon.ts'
import { ANN, type TestServer } from '../test-server.ts'
import { startWithCrm, type Crm } from '../webhooks/hook.ts'
import { openCallBrowser } from './call-browser.ts'
import { startExchange, type Exchange } from './exchange.ts'
import { listen } from './listen.ts'
import { without } from '../without.ts'
import { Phone } from './phone.ts'
import { talkingPage } from './talking-page.ts'
import { connectTrunk, mediaEnv, WITHIN } from './trunk-of.ts'

const skip = without('rtpengine', 'baresip', 'kamailio')
const NUMBER = '+4930123456'

suite('a visitor is called back', { skip }, () => {
  let exchange: Exchange
  let phone: Phone
  let server: TestServer
  let crm: Crm
  let close: () => Promise<void>
  let browser: Browser
  let trunk: Awaited<ReturnType<typeof connectTrunk>>
  let ann: Awaited<ReturnType<ReturnType<TestServer['agent']>['connects']>>
  const blank = createServer((_request, response) =>
    response.setHeader('content-type', 'text/html').end('<!doctype html>'),
  )

  before(async () => {
    exchange = await startExchange()
    phone = await Phone.open({ name: NUMBER, exchange: exchange.address, tone: 1000 })
    ;({ server, crm, close } = await startWithCrm({ channels: [WIDGET], env: await mediaEnv() }))
    trunk = await connectTrunk(server, exchange, { record: true, ring: 10, wait: 30 })
    ann = await server.agent(ANN).connects()
    blank.listen(0, '127.0.0.1')
    await once(blank, 'listening')
    browser = await openCallBrowser()
  })
  after(async () => {
    await browser?.close()
    blank.close()
    await close?.()
    await phone?.close()
    await exchange?.close()
  })
  beforeEach(() => {
    phone.forget()
    crm.requests.length = 0
  })

  const on = (call: number, what: string, body?: object) => server.agent().call('POST', `/calls/${call}/${what}`, body)
  const read = (call: number) => trunk.read(call)
  const until = (call: number, matches: (call: Call) => boolean) => trunk.until(call, matches)

  /** A visitor leaves a number; the call rings at Ann. */
  async function asked(visitor: string, number = '030 123456') {
    const page = await openPage(server, { visitor })
    assert.equal(page.ready.callback, 'on')
    const answer = await page.ask({ t: 'call', id: nextId(), phone: number })
    assert.ok(answer.t === 'done' && answer.call, JSON.stringify(answer))
    const { id } = answer.call
    await until(id, ({ rings }) => rings.length > 0)
    return { page, id }
  }

  /** Ann accepts in a browser, which offers its sound and takes the answer when it comes. */
  async function accepts(id: number) {
    assert.equal((await on(id, 'accept')).status, 200)
    const tab = await browser.newPage()
    await tab.goto(`http://127.0.0.1:${(blank.address() as AddressInfo).port}/`)
    const talks = await talkingPage(tab, 440)
    ann.send({ type: 'signal', call: id, to: 'visitor', signal: { kind: 'offer', offer: 1, sdp: await talks.offer() } })
    const answered = ann
      .sees((one) => one.type === 'signal' && one.call === id && one.signal.kind === 'answer')
      .then(async (one) => {
        if (one.type === 'signal' && one.signal.kind === 'answer') await talks.takes('answer', one.signal.sdp)
      })
      // A call may be over before its page has taken the answer.
      .catch((error: unknown) => {
        if (!tab.isClosed()) throw error
      })
    return { tab, talks, answered }
  }

  const told = async (count: number) => {
    const calls = []
    for (let n = 0; n < count; n++) calls.push((await crm.nextEvent('call_event')).event.call)
    return calls
  }

  test('C16 C17 the agent is rung first, then the client; both hear each other, and the recording has each on a side', async () => {
    phone.when('CALL_INCOMING', 'accept')
    const { page, id } = await asked('called back')
    const { tab, talks, answered } = await accepts(id)
    await answered
    await until(id, ({ status }) => status === 'client_connected')
    await soon(async () => Math.abs((await talks.hears()).hertz - 1000) < 15, WITHIN)
    await new Promise((resolve) => setTimeout(resolve, 2000))
    await on(id, 'hang-up', {})
    const over = await until(id, ({ status }) => status === 'end')
    assert.equal(over.recorded, true)
    const calls = await told(4)
    assert.deepEqual(
      calls.map(({ status }) => status),
      ['start', 'agent_connected', 'client_connected', 'end'],
    )
    for (const { type, phone: number } of calls) assert.deepEqual([type, number], ['callback', NUMBER])
    const [, , , end] = calls
    const url = end?.status === 'end' ? (end.record_url ?? '') : ''
    const recording = await fetch(url)
    assert.deepEqual([recording.status, recording.headers.get('content-type')], [200, 'audio/mpeg'])
    const mp3 = join(tmpdir(), `deskbell-recording-${process.pid}.mp3`)
    writeFileSync(mp3, Buffer.from(await recording.arrayBuffer()))
    const { loud, seconds } = await listen(mp3, undefined)
    assert.ok(seconds > 1.5, `${seconds} s`)
    assert.ok(loud('agent', 440, 0.5, 1.5) > 0.1, `${loud('agent', 440, 0.5, 1.5)}`)
    assert.ok(loud('client', 1000, 0.5, 1.5) > 0.1, `${loud('client', 1000, 0.5, 1.5)}`)
    assert.ok(loud('agent', 1000, 0.5, 1.5) < 0.02)
    const ours = await server.agent().call('GET', `/calls/${id}/recording`)
    assert.equal((await fetch(String(ours.body['url']))).status, 200)
    await tab.close()
    await page.close()
  })

  test('a client who hangs up ends the call, and one who is busy or does not exist fails it with words', async () => {
    phone.when('CALL_INCOMING', 'accept')
    phone.when('CALL_ESTABLISHED', 'hangup', { after: 700 })
    const first = await asked('hung up on')
    const talking = await accepts(first.id)
    await until(first.id, ({ status }) => status === 'end')
    await talking.tab.close()
    phone.forget()
    phone.when('CALL_INCOMING', 'hangup')
    const second = await asked('busy')
    const other = await accepts(second.id)
    assert.equal((await until(second.id, ({ status }) => status === 'error')).failure, 'client_busy')
    await other.tab.close()
    const third = await asked('nobody there', '+49 30 999999')
    const last = await accepts(third.id)
    assert.equal((await until(third.id, ({ status }) => status === 'error')).failure, 'wrong_number')
    await last.tab.close()
    for (const { page } of [first, second, third]) await page.close()
  })

  test('an agent who hangs up while the telephone rings stops it', async () => {
    const rings = phone.until('CALL_INCOMING', WITHIN)
    const { page, id } = await asked('given up')
    const { tab } = await accepts(id)
    await rings
    const stops = phone.until('CALL_CLOSED', WITHIN)
    await on(id, 'hang-up', {})
    await stops
    assert.equal((await until(id, ({ status }) => status === 'error')).failure, 'agent_gone')
    await tab.close()
    await page.close()
  })

  test('numbers of other countries, premium numbers and what is no number are refused', async () => {
    const page = await openPage(server, { visitor: 'refused' })
    for (const number of ['+1 212 555 0100', '0900 123456', '12', 'call me'])
      assert.deepEqual(
        await page.ask({ t: 'call', id: nextId(), phone: number }).then((one) => one.t === 'refused' && one.message),
        'Invalid phone number',
        number,
      )
    await page.close()
  })

  /** A call in which both talk. */
  async function talks(visitor: string) {
    phone.when('CALL_INCOMING', 'accept')
    const { page, id } = await asked(visitor)
    const { tab } = await accepts(id)
    await until(id, ({ status }) => status === 'client_connected')
    return { id, page, tab, closed: phone.until('CALL_CLOSED', WITHIN) }
  }

  test('when the engine dies in a call, the telephone is free, the call has failed, and the next one works', async () => {
    const { id, page, tab, closed } = await talks('cut off')
    process.kill(Number(readFileSync(join(server.services.config.dataDir, 'calls', 'pid'), 'utf8')), 'SIGKILL')
    await closed
    assert.equal((await until(id, ({ status }) => status === 'error')).failure, 'media_unavailable')
    await tab.close()
    await page.close()
    await trunk.isReady()
    const again = await talks('cut off again')
    await on(again.id, 'hang-up', {})
    await again.closed
    assert.equal((await until(again.id, ({ status }) => status === 'end')).recorded, true)
    await again.tab.close()
    await again.page.close()
  })

  test('when its visitor is erased, a call ends and nothing of it is left', async () => {
    const { id, page, tab, closed } = await talks('erased in a call')
    const { visitor } = await read(id)
    await page.close()
    assert.ok((await server.agent().call('DELETE', `/visitors/${visitor.number}`)).status < 300)
    await closed
    assert.equal((await server.agent().call('GET', `/calls/${id}`)).status, 404)
    await tab.close()
  })

  test('an agent’s page that loads anew goes on with the call', async () => {
    const { id, page, tab } = await talks('reloaded')
    await tab.close()
    ann.frames.length = 0
    const anew = await browser.newPage()
    await anew.goto(`http://127.0.0.1:${(blank.address() as AddressInfo).port}/`)
    const talking = await talkingPage(anew, 440)
    ann.send({
      type: 'signal',
      call: id,
      to: 'visitor',
      signal: { kind: 'offer', offer: 1, sdp: await talking.offer() },
    })
    const answer = await ann.sees((one) => one.type === 'signal' && one.call === id && one.signal.kind === 'answer')
    if (answer.type === 'signal' && answer.signal.kind === 'answer') await talking.takes('answer', answer.signal.sdp)
    await soon(async () => Math.abs((await talking.hears()).hertz - 1000) < 15, WITHIN)
    await on(id, 'hang-up', {})
    await until(id, ({ status }) => status === 'end')
    await anew.close()
    await page.close()
  })
})
