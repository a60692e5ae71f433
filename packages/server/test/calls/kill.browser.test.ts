import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, suite, test } from 'node:test'
import type { Browser } from 'playwright-core'
import type { Call } from '@deskbell/protocol/agent/call'
import { extent, isFull, tell } from '../../../../tools/extent.ts'
import type { TrunkStatus } from '@deskbell/protocol/agent/call-trunk'
import { nextId, openPage, WIDGET } from '../channels/widget/page.ts'
import { setTimeout as pause } from 'node:timers/promises'
import { read } from '../checker/readers.ts'
import { ServerProcess } from '../checker/server-process.ts'
import { makePlace, testKinds } from '../db.ts'
import { freePairs, freePort } from '../free-port.ts'
import { startIntegratorServer, type IntegratorServer } from '../integrator-server.ts'
import { ANN, connect, tokenOf } from '../test-server.ts'
import { SECRET, toCrm } from '../webhooks/hook.ts'
import { openCallBrowser } from './call-browser.ts'
import { startExchange, type Exchange } from './exchange.ts'
import { without } from './parts.ts'
import { Phone } from './phone.ts'
import { talkingPage } from './talking-page.ts'

const skip = without('rtpengine', 'baresip', 'kamailio')
const NUMBER = '+4930123456'
/** After the start of the next process: its lease, its registration, and a busy machine (ms). */
const WITHIN = 60_000

/** Looks at most every 100 ms, so that the questions are within the limits. */
async function soon(holds: () => boolean | Promise<boolean>): Promise<void> {
  for (const late = performance.now() + WITHIN; !(await holds()); await pause(100))
    if (performance.now() > late) throw new Error('what was waited for did not come')
}

const authorization = `Bearer ${tokenOf(ANN)}`

/** How often in each state. */
const ROUNDS = extent(1, 5)
/** The states of a call in which the server is killed. */
const STATES = ['rings at the agent', 'rings at the client', 'is talked in', 'is stored'] as const

for (const kind of testKinds())
  suite(`calls of a killed server, ${kind}`, { skip }, () => {
    let exchange: Exchange
    let phone: Phone
    let integrator: IntegratorServer
    let server: ServerProcess
    let browser: Browser
    let drop: () => Promise<void>
    const blank = createServer((_request, response) =>
      response.setHeader('content-type', 'text/html').end('<!doctype html>'),
    )

    before(async () => {
      const place = await makePlace(kind)
      drop = place.drop
      exchange = await startExchange()
      phone = await Phone.open({ name: NUMBER, exchange: exchange.address, tone: 1000 })
      integrator = await startIntegratorServer()
      const [first = 0] = await freePairs(20)
      const calls = { callback: true, countries: ['DE'], record: true, perVisitor: 0, perNumber: 0, perAddress: 0 }
      server = new ServerProcess(
        {
          ...{ place, serverUrl: `${integrator.url}/chat` },
          env: { MEDIA_ADDRESS: '127.0.0.1', MEDIA_PORTS: `${first}-${first + 39}` },
          webhooks: [{ name: 'CRM', url: `${integrator.url}/hook`, secret: SECRET }],
          setup: { channels: [{ ...WIDGET, agents: [ANN] }], settings: { calls } },
        },
        await freePort(),
      )
      await server.start()
      await ask('PUT', '/call-trunk', {
        ...{ kind: 'udp', host: '127.0.0.1', port: exchange.port, user: 'desk', password: 'p-desk', registers: true },
      })
      await isReady()
      blank.listen(0, '127.0.0.1')
      await once(blank, 'listening')
      browser = await openCallBrowser()
    })
    let tried = 0
    after(async () => {
      tell({ what: `C17 kills of the server in each state of a call, ${kind}`, count: tried, violations: 0 })
      await browser?.close()
      blank.close()
      await server?.close()
      await integrator?.close()
      await phone?.close()
      await exchange?.close()
      await drop?.()
    })

    async function ask(method: string, path: string, body?: object): Promise<void> {
      const headers = { authorization, 'content-type': 'application/json' }
      const answer = await fetch(`${server.url}/api${path}`, {
        method,
        headers,
        ...(body && { body: JSON.stringify(body) }),
      })
      assert.ok(answer.ok, `${path}: ${answer.status} ${await answer.text()}`)
    }
    const isReady = () =>
      soon(async () => {
        const { state, engine } = await read<TrunkStatus>(server.url, '/call-trunk')
        return state === 'ready' && engine.state === 'running'
      })
    const readCall = (id: number) => read<Call>(server.url, `/calls/${id}`)

    const all = Array.from({ length: ROUNDS }, (_, round) =>
      [...STATES.entries()].map((one) => [round, ...one] as const),
    )
    for (const [round, place, state] of all.flat()) {
      // `npm test` tries one for each store: each costs two starts of the server.
      if (!isFull && state !== (kind === 'server' ? 'rings at the client' : 'is talked in')) continue
      test(`C17 when the server is killed while a call ${state}, its telephone becomes free, and it has one final status${round > 0 ? `, ${round + 1}` : ''}`, async () => {
        phone.forget()
        integrator.requests.length = 0
        const ann = await connect(server.url, authorization)
        const page = await openPage(server, { visitor: `killed ${'abcd'[place]}${'e'.repeat(round)}` })
        await soon(async () => page.frames.some((one) => 'callback' in one && one.callback === 'on'))
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
          ann.send({ type: 'signal', call: id, to: 'visitor', signal: { kind: 'offer', sdp: await talking.offer() } })
          await rings
        }
        if (state === 'is talked in' || state === 'is stored')
          await ann.sees((one) => one.type === 'call' && one.call.id === id && one.call.status === 'client_connected')
        if (state === 'is stored') await ask('POST', `/calls/${id}/hang-up`, {})
        await server.kill()
        await server.start()
        if (state !== 'rings at the agent') await closed
        await soon(
          async () => (await readCall(id)).ended !== null && ['end', 'error'].includes((await readCall(id)).status),
        )
        const over = await readCall(id)
        assert.equal(over.status, state === 'is stored' ? 'end' : 'error', JSON.stringify(over))
        const crm = toCrm(integrator)
        const told = () =>
          crm
            .receivedEvents()
            .flatMap(({ event, request }) =>
              event.event_name === 'call_event'
                ? [[request.header('webhook-id') ?? '', event.call.status] as const]
                : [],
            )
        await soon(() => told().some(([, status]) => status === 'end' || status === 'error'))
        // An event may come twice, with the id that it had.
        const statuses = [...new Map(told()).values()]
        const whole = ['start', 'agent_connected', 'client_connected', over.status]
        const before = [1, 2, 3, 3][place] ?? 0
        assert.deepEqual(statuses, [...whole.slice(0, before), over.status])
        await isReady()
        await tab.close()
        await page.close()
        ann.close()
        tried++
      })
    }
  })
