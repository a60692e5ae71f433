import type { IncomingMessage, ServerResponse } from 'node:http'

/** A response that ends the request: thrown anywhere, sent in one place. */
export class Answer extends Error {
  readonly status: number
  readonly code: string
  constructor(status: number, code: string, problem: string) {
    super(problem)
    this.status = status
    this.code = code
  }
}

/** A whole body of at most `most` bytes. */
export async function readBody(request: IncomingMessage, most: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    // Read to its end anyway: a client that is still sending would not receive the response.
    if (size <= most) chunks.push(chunk)
  }
  if (size > most) throw new Answer(413, 'invalid_request', `At most ${Math.floor(most / 1024)} KB are taken.`)
  return Buffer.concat(chunks)
}

/** A JSON object, or undefined. */
export function parseObject(json: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(json)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
  response.end(JSON.stringify(body))
}
