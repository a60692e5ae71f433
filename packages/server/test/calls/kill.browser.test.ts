import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, suite, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { extent, isFull, tell } from '../../../../tools/extent.ts'
import { nextId, openPage } from '../channels/widget/page.ts'
import { testKinds } from '../db.ts'
import { connect } from '../test-server.ts'
import { openCallBrowser } from './call-browser.ts'
import { without } from '../without.ts'
import { Phone } from './phone.ts'
import { authorization, soon, startTelephonyToKill, WITHIN, type TelephonyToKill } from './server-to-kill.ts'
import { NUMBER } from './telephone-states.ts'
import { talkingPage } from './talking-page.ts'

const skip = without('rtpengine', 'baresip', 'kamailio')

/** How often in each state. */
const ROUNDS = extent(1, 5)
/** The states of a call in which the server is killed. */
const STATES = ['rings at the agent', 'rings at the client', 'is talked in', 'is stored'] as const

for (const kind of testKinds())
  suite(`calls of a killed server, ${kind}`, { skip }, () => {
    let telephony: TelephonyToKill
    let phone: Phone
    let browser: Browser
    const blank = createServer((_request, response) =>
      response.setHeader('content-type', 'text/html').end('<!doctype html>'),
    )

    before(async () => {
      telephony = await startTelephonyToKill(kind)
      phone = await Phone.open({ name: NUMBER, exchange: telephony.exchange.address, tone: 1000 })
      blank.listen(0, '127.0.0.1')
      await once(blank, 'listening')
      browser = await openCallBrowser()
    })
    let tried = 0
    after(async () => {
      tell({ what: `C17 kills of the server in each state of a call, ${kind}`, count: tried, violations: 0 })
      await browser?.close()
      blank.close()
      await phone?.close()
      await telephony?.close()
    })

    const all = Array.from({ length: ROUNDS }, (_, round) =>
      [...STATES.entries()].map((one) => [round, ...one] as const),
    )
    for (const [round, place, state] of all.flat()) {
      // `npm test` tries one for each store: each costs two starts of the server.
      if (!isFull && state !== (kind === 'server' ? 'rings at the client' : 'is talked in')) continue
      test(`C17 when the server is killed while a call ${state}, its telephone becomes free, and it has one final status${round > 0 ? `, ${round + 1}` : ''}`, async () => {
        const { integrator, server, ask, isReady, readCall, told } = telephony
        phone.forget()
        integrator.requests.length = 0
        const ann = await connect(server.url, authorization)
        const page = await openPage(server, { visitor: `killed ${'abcd'[place]}${'e'.repeat(round)}` })
        await soon('call-backs', async () => page.frames.some((one) => 'callback' in one && one.callback === 'on'))
        const answer = await page.ask({ t: 'call', id: nextId(), phone: '030 123456' })
        assert.ok(answer.t === 'done' && answer.call, JSON.stringify(answer))
        const { id } = answer.call
        await ann.sees((one) => one.type === 'call' && one.call.id === id && one.call.rings.length > 0)
        const rings = phone.until('CALL_INCOMING', WITHIN)
        rings.catch(() => {})
        const closed = phone.until('CALL_CLOSED', WITHIN)
        closed.catch(() => {})
        const tab = await browser.newPage()
        if (state !== 'rings at the agent') {
          if (state !== 'rings at the client') phone.when('CALL_INCOMING', 'accept')
          await ask('POST', `/calls/${id}/accept`)
          await tab.goto(`http://127.0.0.1:${(blank.address() as AddressInfo).port}/`)
          const talking = await talkingPage(tab, 440)
          ann.send({
            type: 'signal',
            call: id,
            to: 'visitor',
            signal: { kind: 'offer', offer: 1, sdp: await talking.offer() },
          })
          await rings
        }
        if (state === 'is talked in' || state === 'is stored')
          await ann.sees((one) => one.type === 'call' && one.call.id === id && one.call.status === 'client_connected')
        if (state === 'is stored') await ask('POST', `/calls/${id}/hang-up`, {})
        await server.kill()
        await server.start()
        if (state !== 'rings at the agent') await closed
        await soon(
          'the final status',
          async () => (await readCall(id)).ended !== null && ['end', 'error'].includes((await readCall(id)).status),
        )
        const over = await readCall(id)
        assert.equal(over.status, state === 'is stored' ? 'end' : 'error', JSON.stringify(over))
        await soon('the last event', () => told().some((status) => status === 'end' || status === 'error'))
        const whole = ['start', 'agent_connected', 'client_connected', over.status]
        const before = [1, 2, 3, 3][place] ?? 0
        assert.deepEqual(told(), [...whole.slice(0, before), over.status])
        await isReady()
        await tab.close()
        await page.close()
        ann.close()
        tried++
      })
    }
  })
