import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { Call } from '@deskbell/protocol/agent/call'
import type { TrunkStatus } from '@deskbell/protocol/agent/call-trunk'
import { extent, isFull, tell } from '../../../../tools/extent.ts'
import { WIDGET } from '../channels/widget/page.ts'
import { read } from '../checker/readers.ts'
import { ServerProcess } from '../checker/server-process.ts'
import { makePlace, testKinds } from '../db.ts'
import { freePairs, freePort } from '../free-port.ts'
import { startIntegratorServer, type IntegratorServer } from '../integrator-server.ts'
import { ANN, connect, tokenOf } from '../test-server.ts'
import { SECRET, toCrm } from '../webhooks/hook.ts'
import { startExchange, type Exchange } from './exchange.ts'
import { without } from './parts.ts'
import { Phone } from './phone.ts'
import { bringTo, lookFor, NUMBER, STATES, type State } from './telephone-states.ts'

const skip = without('rtpengine', 'baresip', 'kamailio')
const [CLIENT_TONE, AGENT_TONE] = [1000, 440]
/** After the start of the next process: its lease, its registration, and a busy machine (ms). */
const WITHIN = 60_000

const soon = lookFor(WITHIN)

const authorization = `Bearer ${tokenOf(ANN)}`
const ROUNDS = extent(1, 3)
for (const kind of testKinds())
  suite(`calls at telephones of a killed server, ${kind}`, { skip }, () => {
    let exchange: Exchange
    let [client, own] = [] as unknown as [Phone, Phone]
    let integrator: IntegratorServer
    let server: ServerProcess
    let drop: () => Promise<void>
    let tried = 0

    before(async () => {
      const place = await makePlace(kind)
      drop = place.drop
      exchange = await startExchange()
      client = await Phone.open({ name: NUMBER, exchange: exchange.address, tone: CLIENT_TONE })
      own = await Phone.open({ name: '201', exchange: exchange.address, tone: AGENT_TONE })
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
      const { channels } = await read<{ channels: { id: number }[] }>(server.url, '/channels')
      await ask('PATCH', '/call-settings', { incoming: channels[0]?.id ?? 0 })
      await ask('PATCH', '/me', { phone: '201' })
      await ask('PUT', '/me/calls', { on: 'phone' })
      await isReady()
    })
    after(async () => {
      tell({
        what: `C17 kills of the server in each state of a call at telephones, ${kind}`,
        count: tried,
        violations: 0,
      })
      await server?.close()
      await integrator?.close()
      await client?.close()
      await own?.close()
      await exchange?.close()
      await drop?.()
    })

    async function ask(method: string, path: string, body: object): Promise<void> {
      const headers = { authorization, 'content-type': 'application/json' }
      const answer = await fetch(`${server.url}/api${path}`, { method, headers, body: JSON.stringify(body) })
      assert.ok(answer.ok, `${path}: ${answer.status} ${await answer.text()}`)
    }
    const isReady = () =>
      soon('the trunk', async () => {
        const { state, engine } = await read<TrunkStatus>(server.url, '/call-trunk')
        return state === 'ready' && engine.state === 'running'
      })
    const readCall = (id: number) => read<Call>(server.url, `/calls/${id}`)

    const bring = (state: State, visitor: string) =>
      bringTo(state, {
        ...{ client, own, exchange, server, visitor, readCall, within: WITHIN },
        connect: () => connect(server.url, authorization),
      })

    const all = Array.from({ length: ROUNDS }, (_, round) =>
      (Object.keys(STATES) as State[]).map((state) => [round, state] as const),
    )
    for (const [round, state] of all.flat()) {
      // `npm test` tries one for each store: each costs two starts of the server.
      if (!isFull && state !== (kind === 'server' ? 'asks the agent to press 1' : 'came in and is talked in')) continue
      test(`C17 when the server is killed while a call ${state}, all telephones become free, and it has one final status${round > 0 ? `, ${round + 1}` : ''}`, async () => {
        client.forget()
        own.forget()
        integrator.requests.length = 0
        const { id, free, close } = await bring(state, `killed ${'abcde'[tried % 5]}${'f'.repeat(round)}`)
        await server.kill()
        await server.start()
        await Promise.all(free)
        await soon('the final status', async () => ['end', 'error'].includes((await readCall(id)).status))
        const over = await readCall(id)
        assert.equal(over.status, 'error', JSON.stringify(over))
        const crm = toCrm(integrator)
        const told = () =>
          crm
            .receivedEvents()
            .flatMap(({ event, request }) =>
              event.event_name === 'call_event'
                ? [[request.header('webhook-id') ?? '', event.call.status] as const]
                : [],
            )
        await soon('the last event', () => told().some(([, status]) => status === 'error'))
        // An event may come twice, with the id that it had.
        assert.deepEqual([...new Map(told()).values()], [...STATES[state], 'error'])
        await isReady()
        await close()
        tried++
      })
    }
  })
