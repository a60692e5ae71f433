import type { Clock } from '../clock.ts'
import type { Closers } from '../closers.ts'
import type { TracesConfig } from '../config.ts'
import type { Logger } from '../log.ts'
import { makeTracing, type Tracing } from './tracing.ts'

/** That the receiver is away is logged at most once in this time (ms). */
const WARN_EVERY = 60_000

interface Needs {
  readonly clock: Clock
  readonly log: Logger
  readonly closers: Closers
}

/** The code that exports traces is loaded only where the settings ask for it. */
export async function openTracing(traces: TracesConfig | undefined, { clock, log, closers }: Needs): Promise<Tracing> {
  if (!traces) return makeTracing(undefined)
  const { makeExporter } = await import('./otlp.ts')
  let quietUntil = -Infinity
  const exporter = makeExporter(traces, (error) => {
    if (clock.now() < quietUntil) return
    quietUntil = clock.now() + WARN_EVERY
    log.warn({ err: error }, 'traces could not be sent to OTEL_EXPORTER_OTLP_ENDPOINT; some are dropped')
  })
  closers.add(() => exporter.close())
  return makeTracing(exporter)
}
