import type { Closers } from '../closers.ts'
import type { TracesConfig } from '../config.ts'
import { makeTracing, type Tracing } from './tracing.ts'

/** The code that exports traces is loaded only where the settings ask for it. */
export async function openTracing(traces: TracesConfig | undefined, closers: Closers): Promise<Tracing> {
  if (!traces) return makeTracing(undefined)
  const { makeExporter } = await import('./otlp.ts')
  const exporter = makeExporter(traces)
  closers.add(() => exporter.close())
  return makeTracing(exporter)
}
