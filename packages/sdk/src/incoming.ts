import { WebhookError } from './error.ts'

type HeaderBag = Headers | Readonly<Record<string, string | readonly string[] | undefined>>

/**
 * A request as received: a `Request` (workers, Deno, Bun), Node's `IncomingMessage`, or headers and the raw body, for
 * frameworks that have already read it. The body must be the bytes that were sent: a body that was parsed and
 * serialized again does not match the signature.
 */
export type Incoming =
  | Request
  | { readonly headers: HeaderBag; readonly body: string | Uint8Array }
  | (AsyncIterable<Uint8Array> & { readonly headers: HeaderBag })

/** One header; undefined when it is missing or repeated. */
export function headerOf({ headers }: Incoming, name: string): string | undefined {
  if (isHeaders(headers)) return headers.get(name) ?? undefined
  const value = headers[name] ?? Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]
  return typeof value === 'string' ? value : undefined
}

/** Not `instanceof`: hosts and libraries have classes of their own. */
function isHeaders(headers: HeaderBag): headers is Headers {
  return typeof headers.get === 'function'
}

/** Reads the body to its end, unless it exceeds `most` bytes. */
export async function readBody(incoming: Incoming, most: number): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(headerOf(incoming, 'content-length') ?? 0) > most) throw tooLarge(most)
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of chunksOf(incoming)) {
    size += chunk.length
    if (size > most) throw tooLarge(most)
    chunks.push(chunk)
  }
  return joined(chunks, size)
}

export function joined(chunks: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    whole.set(chunk, at)
    at += chunk.length
  }
  return whole
}

async function* chunksOf(incoming: Incoming): AsyncGenerator<Uint8Array> {
  const body = 'body' in incoming ? incoming.body : undefined
  if (typeof body === 'string') yield new TextEncoder().encode(body)
  else if (body instanceof Uint8Array) yield body
  else if (body) yield* read(body)
  else if (Symbol.asyncIterator in incoming) yield* incoming
}

/** Uses the reader, because not every host can iterate a stream. */
async function* read(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader()
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) yield piece.value
  } finally {
    await reader.cancel()
  }
}

function tooLarge(most: number): WebhookError {
  return new WebhookError('too_large', `The body is over ${most} bytes`)
}
