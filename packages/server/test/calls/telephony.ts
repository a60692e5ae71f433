import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { WIDGET } from '../channels/widget/page.ts'
import type { TestServerOptions } from '../test-server.ts'
import { startWithCrm } from '../webhooks/hook.ts'
import { startExchange } from './exchange.ts'
import { listen, type Heard } from './listen.ts'
import { connectTrunk, mediaEnv } from './trunk-of.ts'

/** A server with a trunk to a telephone company, and a CRM that hears of its calls. */
export async function startTelephony(options: Pick<TestServerOptions, 'kind'> = {}) {
  const exchange = await startExchange()
  const { server, crm, close } = await startWithCrm({ channels: [WIDGET], env: await mediaEnv(30), ...options })
  const owner = server.agent()
  const { isReady, read, until } = await connectTrunk(server, exchange, { record: true, ring: 10, wait: 30 })

  return {
    exchange,
    server,
    crm,
    owner,
    isReady,
    read,
    until,
    /** The next events of calls that the CRM gets. */
    async told(count: number) {
      const calls = []
      for (let n = 0; n < count; n++) calls.push((await crm.nextEvent('call_event')).event.call)
      return calls
    },
    /** What is heard in the recording of a call. */
    async hears(call: number): Promise<Heard> {
      const { body } = await owner.call('GET', `/calls/${call}/recording`)
      const answer = await fetch(String(body['url']))
      assert.deepEqual([answer.status, answer.headers.get('content-type')], [200, 'audio/mpeg'])
      const mp3 = join(tmpdir(), `deskbell-recording-${process.pid}-${call}.mp3`)
      writeFileSync(mp3, Buffer.from(await answer.arrayBuffer()))
      return listen(mp3, undefined)
    },
    async close(): Promise<void> {
      await close()
      await exchange.close()
    },
  }
}
export type Telephony = Awaited<ReturnType<typeof startTelephony>>
