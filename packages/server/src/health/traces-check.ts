import { fault, left, ok, sentenceOf, type Check } from '../platform/finding.ts'
import { reach } from './reach.ts'

const TODO =
  'Check OTEL_EXPORTER_OTLP_ENDPOINT and OTEL_EXPORTER_OTLP_HEADERS; the receiver must take OTLP over HTTP as JSON.'

/** Sends no span to the receiver of traces, and sees what it answers. */
export const checkTraces: Check = async ({ config: { traces } }) => {
  if (!traces) return [left('No traces are sent: OTEL_EXPORTER_OTLP_ENDPOINT is not set.')]
  const { host } = new URL(traces.endpoint)
  try {
    const post = { headers: { ...traces.headers, 'content-type': 'application/json' }, body: '{"resourceSpans":[]}' }
    const { status } = await reach(`${traces.endpoint}/v1/traces`, { post })
    if (status === 200) return [ok(`The receiver of traces ${host} takes them.`)]
    return [fault(`The receiver of traces ${host} answers ${status}.`, TODO)]
  } catch (error) {
    return [fault(`The receiver of traces ${host} cannot be reached: ${sentenceOf(error)}`, TODO)]
  }
}
