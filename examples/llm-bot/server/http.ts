import type { IncomingMessage, ServerResponse } from 'node:http'

/** An answer that ends the request: thrown wherever it is found out, sent in one place. */
export class Answer extends Error {
  readonly status: number
  readonly code: string
  constructor(status: number, code: string, problem: string) {
    super(problem)
    this.status = status
    this.code = code
  }
}

/** A body in full, of at most so many bytes. */
export async function readBody(request: IncomingMessage, most: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    // Read to its end all the same: whoever is still sending would not hear the answer.
    if (size <= most) chunks.push(chunk)
  }
  if (size > most) throw new Answer(413, 'invalid_request', `At most ${Math.floor(most / 1024)} KB are taken.`)
  return Buffer.concat(chunks)
}

/** A JSON object, or nothing when it is none. */
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
