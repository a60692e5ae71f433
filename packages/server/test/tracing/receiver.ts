import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** A span as the receiver got it. */
export interface ReceivedSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly status: { readonly code?: number; readonly message?: string }
  readonly attributes: Readonly<Record<string, unknown>>
}

interface Value {
  stringValue?: string
  intValue?: number | string
  boolValue?: boolean
}
interface Sent {
  resourceSpans: {
    resource: { attributes: { key: string; value: Value }[] }
    scopeSpans: { spans: (Omit<ReceivedSpan, 'attributes'> & { attributes: { key: string; value: Value }[] })[] }[]
  }[]
}

/** A receiver of OTLP over HTTP, which keeps what it gets. */
export async function startReceiver() {
  const spans: ReceivedSpan[] = []
  const headers: unknown[] = []
  const server = createServer((request, response) => void take(request, response))
  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    headers.push(request.headers)
    const sent = JSON.parse(await text(request)) as Sent
    for (const { scopeSpans } of sent.resourceSpans)
      for (const { spans: all } of scopeSpans)
        for (const one of all) spans.push({ ...one, attributes: attributesOf(one.attributes) })
    response.setHeader('content-type', 'application/json').end('{}')
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    headers,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const attributesOf = (all: readonly { key: string; value: Value }[]): Record<string, unknown> =>
  Object.fromEntries(
    all.map(({ key, value }) => [
      key,
      value.intValue === undefined ? (value.stringValue ?? value.boolValue) : Number(value.intValue),
    ]),
  )
