import type { IncomingMessage, ServerResponse } from 'node:http'

/** A response that ends the request: thrown anywhere, sent in one place. */
export class Answer extends Error {
  readonly status: number
  constructor(status: number, problem: string) {
    super(problem)
    this.status = status
  }
}

/** The whole body, with Content-Length or chunked: Node decodes the chunks (A28). */
export async function readBody(request: IncomingMessage, most: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    // Read to its end anyway: a client that is still sending would not receive the response.
    if (size <= most) chunks.push(chunk)
  }
  if (size > most) throw new Answer(413, `At most ${Math.floor(most / 1024)} KB are taken.`)
  return Buffer.concat(chunks)
}

/** A value as text: '' for everything that is not text. */
export const toText = (value: unknown): string => (typeof value === 'string' ? value : '')

/** A JSON object, or undefined. */
export function parseObject(body: Buffer): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(body.toString())
    return typeof value === 'object' && value !== null ? { ...value } : undefined
  } catch {
    return undefined
  }
}

export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
  response.end(JSON.stringify(body))
}
