import assert from 'node:assert/strict'
import type { Call } from '@deskbell/protocol/agent/call'
import type { TrunkStatus } from '@deskbell/protocol/agent/call-trunk'
import { WIDGET } from '../channels/widget/page.ts'
import { read } from '../checker/readers.ts'
import { ServerProcess } from '../checker/server-process.ts'
import { makePlace, type DbKind } from '../db.ts'
import { freePairs, freePort } from '../free-port.ts'
import { startIntegratorServer } from '../integrator-server.ts'
import { ANN, tokenOf } from '../test-server.ts'
import { SECRET, toCrm } from '../webhooks/hook.ts'
import { startExchange } from './exchange.ts'
import { lookFor } from './telephone-states.ts'

/** After the start of the next process: its lease, its registration, and a busy machine (ms). */
export const WITHIN = 60_000
export const authorization = `Bearer ${tokenOf(ANN)}`

export const soon = lookFor(WITHIN)

interface Options {
  /** Settings of calls, beside those that every such server has. */
  readonly calls?: Readonly<Record<string, unknown>>
  readonly env?: (port: number) => Record<string, string>
}

/** A server in a process of its own, which tests kill, and a CRM that hears of its calls. */
export async function startServerToKill(kind: DbKind, { calls = {}, env = () => ({}) }: Options = {}) {
  const place = await makePlace(kind)
  const integrator = await startIntegratorServer()
  const port = await freePort()
  const unlimited = { perVisitor: 0, perNumber: 0, perAddress: 0 }
  const server = new ServerProcess(
    {
      ...{ place, serverUrl: `${integrator.url}/chat`, env: env(port) },
      webhooks: [{ name: 'CRM', url: `${integrator.url}/hook`, secret: SECRET }],
      setup: {
        channels: [{ ...WIDGET, agents: [ANN] }],
        settings: { calls: { callback: true, countries: ['DE'], record: true, ...unlimited, ...calls } },
      },
    },
    port,
  )
  await server.start()
  return {
    server,
    integrator,
    async ask(method: string, path: string, body?: object): Promise<void> {
      const headers = { authorization, 'content-type': 'application/json' }
      const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
      const answer = await fetch(`${server.url}/api${path}`, init)
      assert.ok(answer.ok, `${path}: ${answer.status} ${await answer.text()}`)
    },
    readCall: (id: number) => read<Call>(server.url, `/calls/${id}`),
    /** The statuses that the CRM heard, each event once: it may come twice, with the id that it had. */
    told(): string[] {
      const events = toCrm(integrator).receivedEvents()
      const statuses = events.flatMap(({ event, request }) =>
        event.event_name === 'call_event' ? [[request.header('webhook-id') ?? '', event.call.status] as const] : [],
      )
      return [...new Map(statuses).values()]
    },
    async close(): Promise<void> {
      await server.close()
      await integrator.close()
      await place.drop()
    },
  }
}

/** The same with a trunk to a telephone company. */
export async function startTelephonyToKill(kind: DbKind) {
  const exchange = await startExchange()
  const [first = 0] = await freePairs(20)
  const started = await startServerToKill(kind, {
    env: () => ({ MEDIA_ADDRESS: '127.0.0.1', MEDIA_PORTS: `${first}-${first + 39}` }),
  })
  const { server, ask } = started
  await ask('PUT', '/call-trunk', {
    ...{ kind: 'udp', host: '127.0.0.1', port: exchange.port, user: 'desk', password: 'p-desk', registers: true },
  })
  const isReady = () =>
    soon('the trunk', async () => {
      const { state, engine } = await read<TrunkStatus>(server.url, '/call-trunk')
      return state === 'ready' && engine.state === 'running'
    })
  await isReady()
  return {
    ...started,
    exchange,
    isReady,
    async close(): Promise<void> {
      await started.close()
      await exchange.close()
    },
  }
}
export type TelephonyToKill = Awaited<ReturnType<typeof startTelephonyToKill>>
