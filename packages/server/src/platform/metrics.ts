import type { RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { collectDefaultMetrics, Counter, Gauge as PromGauge, Histogram, Registry } from 'prom-client'
import { closeConnections } from './http/closing.ts'
import { makeConnections } from './http/connections.ts'
import { cutStalled } from './http/stalled.ts'
import { makeHttpServer } from './http/http-server.ts'
import type { Logger } from './log.ts'
import { makeShared } from './shared.ts'
import type { Clock } from './clock.ts'

/** Metrics for the operator, in Prometheus's format (METRICS_PORT). */
export interface Metrics {
  readonly registry: Registry
  readonly entries: Counter
  readonly chatsChanged: Histogram
  /** Counts a delivery attempt that took this long (ms). */
  attempted(kind: string, outcome: string, ms: number): void
  gauge(gauge: Gauge): void
}

/** A value that is read at each scrape. */
export interface Gauge {
  readonly name: string
  readonly help: string
  readonly read: () => number
}

export function makeMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const attempts = new Counter({
    name: 'deskbell_delivery_attempts_total',
    help: 'Delivery attempts, by kind and outcome',
    labelNames: ['kind', 'outcome'],
    registers,
  })
  const times = new Histogram({
    name: 'deskbell_delivery_attempt_seconds',
    help: 'Duration of a delivery attempt',
    labelNames: ['kind'],
    buckets: [0.01, 0.05, 0.1, 0.5, 1, 3, 10, 30],
    registers,
  })
  /** Cached with their labels: there are few, and each is counted thousands of times a second. */
  const known = new Map<string, [Counter.Internal, Histogram.Internal<'kind'>]>()
  return {
    registry,
    entries: new Counter({ name: 'deskbell_entries_total', help: 'Entries written to chats', registers }),
    chatsChanged: new Histogram({
      name: 'deskbell_commit_chats',
      help: 'Chats changed by one commit',
      buckets: [1, 2, 5, 10, 20, 50, 100, 200],
      registers,
    }),
    attempted(kind, outcome, ms) {
      let one = known.get(`${kind} ${outcome}`)
      if (!one) known.set(`${kind} ${outcome}`, (one = [attempts.labels({ kind, outcome }), times.labels({ kind })]))
      one[0].inc()
      one[1].observe(ms / 1000)
    },
    gauge({ name, help, read }) {
      const gauge: PromGauge = new PromGauge({ name, help, registers, collect: () => gauge.set(read()) })
    },
  }
}

/** Connections over the limit are logged once in this time (ms). */
const WARN_EVERY = 60_000
/** Open connections to the metrics port, per address and per network: scrapers need few. */
const CONNECTIONS = { perAddress: 32, perNetwork: 64 }

export interface MetricsServices {
  readonly clock: Clock
  readonly host: string
  readonly port: number
  readonly log: Pick<Logger, 'warn' | 'error'>
}

export interface MetricsPort {
  readonly port: number
  /** Stops accepting requests, and ends the connections: idle ones at once, the rest after 3 s. */
  close(): void
}

/** Serves the metrics on a port of their own, which must not be public (T43). Concurrent scrapes share one answer. */
export async function serveMetrics(
  metrics: Metrics,
  { clock, host, port, log }: MetricsServices,
): Promise<MetricsPort> {
  const { registry } = metrics
  const shared = makeShared<string>()
  const answer: RequestListener = (request, response) => {
    if (request.url !== '/metrics') return void response.writeHead(404).end()
    shared('metrics', () => registry.metrics()).then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      (error: unknown) => {
        log.error({ err: error }, 'the metrics could not be collected')
        response.writeHead(500).end()
      },
    )
  }
  let warnFrom = -Infinity
  const connections = makeConnections({
    ...CONNECTIONS,
    clock,
    isProxy: () => false,
    onRefused(limit, most) {
      if (clock.now() < warnFrom) return
      warnFrom = clock.now() + WARN_EVERY
      log.warn(
        { limit, most },
        'METRICS_PORT has too many connections, and further ones are closed; do not expose it to the public',
      )
    },
  })
  const server = makeHttpServer(answer, connections.noteExcess)
  connections.watch(server) // guard T45
  server.once('close', cutStalled(connections.open, clock))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      server.close()
      closeConnections(server, connections.open)
    },
  }
}
