import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Call } from '@deskbell/protocol/agent/call'
import { WIDGET } from '../channels/widget/page.ts'
import { startTestServer, type TestServer } from '../test-server.ts'
import { startExchange, type Exchange } from './exchange.ts'
import { Phone } from './phone.ts'
import { connectTrunk, mediaEnv } from './trunk-of.ts'

export interface Telephones {
  readonly server: TestServer
  readonly exchange: Exchange
  /** The telephone of the client. */
  readonly phone: Phone
  read(call: number): Promise<Call>
  /** Waits until the call is so. */
  until(call: number, matches: (call: Call) => boolean): Promise<Call>
  /** The media engine dies. */
  killEngine(): void
  close(): Promise<void>
}

/** A server with a trunk to an exchange, at which a client's telephone of this number is; it says a tone (Hz). */
export async function startTelephones({ number, tone }: { number: string; tone: number }): Promise<Telephones> {
  const exchange = await startExchange()
  const phone = await Phone.open({ name: number, exchange: exchange.address, tone })
  const server = await startTestServer({ channels: [WIDGET], env: await mediaEnv() })
  // Pictures take longer than calls ring otherwise.
  const { read, until } = await connectTrunk(server, exchange, { record: true, ring: 120, wait: 300 })
  return {
    ...{ server, exchange, phone, read, until },
    killEngine: () =>
      void process.kill(Number(readFileSync(join(server.services.config.dataDir, 'calls', 'pid'), 'utf8')), 'SIGKILL'),
    async close() {
      await server.close()
      await phone.close()
      await exchange.close()
    },
  }
}
