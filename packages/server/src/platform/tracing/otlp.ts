import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, type Context } from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { TracesConfig } from '../config.ts'
import { version } from '../version.ts'
import type { Exporter, SpanOf, TraceParent } from './tracing.ts'

const KINDS: Readonly<Record<SpanOf['kind'], SpanKind>> = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  internal: SpanKind.INTERNAL,
}

/** At the end of the process, what is left is sent within this time (ms). */
const CLOSE_WITHIN = 2000

/**
 * Sends spans in batches as OTLP over HTTP. While the receiver is away, spans beyond some thousand are dropped. `onFailure` is called
 * for each batch that could not be sent.
 */
export function makeExporter(
  { endpoint, headers, share }: TracesConfig,
  onFailure: (error: unknown) => void,
): Exporter {
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, headers: { ...headers } })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'deskbell', 'service.version': version }),
    // Work for a trace of another program, or of an earlier span, is sent when that is.
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new BatchSpanProcessor({ exporter: telling(exporter, onFailure) })],
  })
  const tracer = provider.getTracer('deskbell', version)
  return {
    start({ name, kind, parent, attributes = {} }) {
      const span = tracer.startSpan(name, { kind: KINDS[kind], attributes: { ...attributes } }, contextOf(parent))
      const { traceId, spanId, traceFlags } = span.spanContext()
      return {
        context: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
        set: (more) => void span.setAttributes({ ...more }),
        end(failed) {
          if (failed !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: failed })
          span.end()
        },
      }
    },
    async close() {
      const late = new Promise<void>((resolve) => setTimeout(resolve, CLOSE_WITHIN).unref())
      await Promise.race([provider.shutdown().catch(onFailure), late])
    },
  }
}

/** The library itself does not say that it could not send. */
function telling(exporter: SpanExporter, onFailure: (error: unknown) => void): SpanExporter {
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        if (result.error) onFailure(result.error)
        done(result)
      }),
    forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
    shutdown: () => exporter.shutdown(),
  }
}

function contextOf(parent: TraceParent | undefined): Context {
  const [, traceId, spanId, flags] = parent?.split('-') ?? []
  if (traceId === undefined || spanId === undefined || flags === undefined) return ROOT_CONTEXT
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: parseInt(flags, 16), isRemote: true })
}
