import assert from 'node:assert/strict'
import type { Call } from '@deskbell/protocol/agent/call'
import type { TrunkBody, TrunkStatus } from '@deskbell/protocol/agent/call-trunk'
import { soon } from '../channels/widget/soon.ts'
import { freePairs } from '../free-port.ts'
import type { TestServer } from '../test-server.ts'
import type { Exchange } from './exchange.ts'

/** What is waited for on a busy machine (ms). */
export const WITHIN = 60_000

/** The settings of a server whose media engine has ports for so many sides of calls. */
export async function mediaEnv(sides = 20): Promise<Record<string, string>> {
  const [first = 0] = await freePairs(sides)
  return { ALLOW_TARGETS: '127.0.0.1', MEDIA_ADDRESS: '127.0.0.1', MEDIA_PORTS: `${first}-${first + 2 * sides - 1}` }
}

/** Connects a server with an exchange. `settings`: of calls, besides call-backs without limits. Resolves when calls can be made. */
export async function connectTrunk(
  server: Pick<TestServer, 'agent'>,
  exchange: Pick<Exchange, 'port'>,
  settings: object,
): Promise<{
  isReady(): Promise<void>
  read(call: number): Promise<Call>
  /** The call, when it is so. */
  until(call: number, matches: (call: Call) => boolean): Promise<Call>
}> {
  const owner = server.agent()
  const trunk: TrunkBody = {
    ...{ kind: 'udp', host: '127.0.0.1', port: exchange.port, user: 'desk', password: 'p-desk', registers: true },
  }
  assert.equal((await owner.call('PUT', '/call-trunk', trunk)).status, 200)
  const changed = await owner.call('PATCH', '/call-settings', {
    ...{ callback: true, countries: ['DE'], perVisitor: 0, perNumber: 0, perAddress: 0 },
    ...settings,
  })
  assert.equal(changed.status, 200, JSON.stringify(changed.body))
  const isReady = () =>
    soon(async () => {
      const { state, engine } = (await owner.call('GET', '/call-trunk')).body as unknown as TrunkStatus
      return state === 'ready' && engine.state === 'running'
    }, WITHIN)
  await isReady()
  const read = async (call: number) => (await owner.call('GET', `/calls/${call}`)).body as unknown as Call
  return {
    isReady,
    read,
    async until(call, matches) {
      await soon(async () => matches(await read(call)), WITHIN).catch(async () => {
        throw new Error(JSON.stringify(await read(call)))
      })
      return read(call)
    },
  }
}
