import type { IncomingMessage } from 'node:http'
import type { Draining } from './draining.ts'
import type { LoopTurns } from './loop-turns.ts'
import type { Sockets } from './sockets.ts'

/** What the HTTP server offers to the routes of modules. */
export interface HttpServices {
  readonly sockets: Sockets
  readonly draining: Draining
  readonly turns: LoopTurns
  /** The address of the client, as trusted proxies forward it. */
  readonly addressOf: (request: IncomingMessage) => string
  /** A request that waits longer for the database is answered 503 (ms; R4). */
  readonly deadline: number
}
