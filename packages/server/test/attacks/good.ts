// The good load: visitors who write, agents who follow and answer, and pages that come and go, each from a network of
// its own. A process of its own, so that nothing but the server decides how long things take.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ANN, BOB } from '../test-server.ts'
import { aimAt } from './connections.ts'
import { cut, type Cut } from './felt.ts'
import { startAgent } from './good-agents.ts'
import { SENDERS, startPages, startSender, startVisitor, VISITORS } from './good-visitors.ts'

/** What the second agent's line takes in a second (bytes): 10 Mbit. */
const LINE = 1_250_000

/** An integrator that accepts every message. */
const integrator = createServer((asked, response) => {
  asked.resume().on('end', () => response.setHeader('content-type', 'application/json').end('{"result":"ok"}'))
})

export type Told = { listens: number } | { cut: Cut }

process.on('disconnect', () => process.exit())
process.on('message', (asked: { port: number } | 'cut') => {
  if (asked === 'cut') return void cut().then((made) => process.send?.({ cut: made } satisfies Told))
  aimAt(asked.port)
  for (let i = 0; i < VISITORS; i++) startVisitor(i)
  for (let i = 0; i < SENDERS; i++) startSender(i)
  startAgent(ANN, '127.0.61.1', { measures: true })
  startAgent(BOB, '127.0.62.1', { measures: false, perSecond: LINE })
  startPages()
})
integrator.listen(0, '127.0.0.1', () => {
  process.send?.({ listens: (integrator.address() as AddressInfo).port } satisfies Told)
})
