import { createServer, type Server } from 'node:http'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

/** What the operator can watch, in Prometheus's form (METRICS_PORT). */
export interface Metrics {
  readonly registry: Registry
  readonly entries: Counter
  readonly chatsChanged: Histogram
  /** Counts an attempt to deliver, which took so long (ms). */
  attempted(kind: string, outcome: string, ms: number): void
  /** Read when somebody asks. */
  gauge(name: string, help: string, read: () => number): void
}

export function makeMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const attempts = new Counter({
    name: 'deskbell_delivery_attempts_total',
    help: 'Attempts to deliver, by kind and outcome',
    labelNames: ['kind', 'outcome'],
    registers,
  })
  const times = new Histogram({
    name: 'deskbell_delivery_attempt_seconds',
    help: 'Time of an attempt to deliver',
    labelNames: ['kind'],
    buckets: [0.01, 0.05, 0.1, 0.5, 1, 3, 10, 30],
    registers,
  })
  /** With their labels looked up: there are few, and each is counted thousands of times a second. */
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
    gauge(name, help, read) {
      const gauge: Gauge = new Gauge({ name, help, registers, collect: () => gauge.set(read()) })
    },
  }
}

/** Serves the metrics on a port of their own, which the public does not reach (T43). */
export async function serveMetrics(metrics: Metrics, host: string, port: number): Promise<Server> {
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') return void response.writeHead(404).end()
    metrics.registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': metrics.registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return server
}
