import { AsyncLocalStorage } from 'node:async_hooks'

/** The span that work belongs to, as the W3C header `traceparent` writes it. */
export type TraceParent = string

export const TRACE_PARENT = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/

export type Attributes = Readonly<Record<string, string | number | boolean>>

export interface SpanOf {
  readonly name: string
  /** `server`: a request of another program. `client`: one to another program. */
  readonly kind: 'server' | 'client' | 'internal'
  /** undefined: a new trace begins. */
  readonly parent: TraceParent | undefined
  readonly attributes?: Attributes
}

/** A piece of work with its beginning and end. */
export interface Span {
  /** What is done for it is its child. */
  readonly context: TraceParent
  set(attributes: Attributes): void
  /** `failed`: why it failed, if it did. */
  end(failed?: string): void
}

/** Starts spans and sends them where the settings say. */
export interface Exporter {
  start(of: SpanOf): Span
  /** Sends what has ended. */
  close(): Promise<void>
}

/** Traces follow a message from its request over commits to the last delivery, in all processes. */
export interface Tracing {
  readonly isOn: boolean
  /** Undefined when nothing is exported. */
  start(of: SpanOf): Span | undefined
  /** Does work for a span. */
  within<T>(span: Span | undefined, work: () => T): T
  /** Does work for a span, which ends with it. */
  during<T>(span: Span | undefined, work: () => Promise<T>): Promise<T>
  /** What the work under way is done for. */
  current(): TraceParent | undefined
  /** Adds to the span that the work under way is done for. */
  note(attributes: Attributes): void
}

export function makeTracing(exporter: Exporter | undefined): Tracing {
  if (!exporter) return OFF
  const under = new AsyncLocalStorage<Span>()
  const within: Tracing['within'] = (span, work) => (span ? under.run(span, work) : work())
  return {
    isOn: true,
    start: (of) => exporter.start(of),
    within,
    async during(span, work) {
      try {
        const result = await within(span, work)
        span?.end()
        return result
      } catch (error) {
        span?.end(error instanceof Error ? error.message : String(error))
        throw error
      }
    },
    current: () => under.getStore()?.context,
    note: (attributes) => under.getStore()?.set(attributes),
  }
}

const OFF: Tracing = {
  isOn: false,
  start: () => undefined,
  within: (_, work) => work(),
  during: (_, work) => work(),
  current: () => undefined,
  note() {},
}
