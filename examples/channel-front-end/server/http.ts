import type { IncomingMessage, ServerResponse } from 'node:http'

/** An answer that ends the request: thrown wherever it is found out, sent in one place. */
export class Answer extends Error {
  readonly status: number
  constructor(status: number, problem: string) {
    super(problem)
    this.status = status
  }
}

/** The whole body, with Content-Length or chunked alike: Node undoes the chunks (A28). */
export async function readBody(request: IncomingMessage, most: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    // Read to its end all the same: whoever is still sending would not hear the answer.
    if (size <= most) chunks.push(chunk)
  }
  if (size > most) throw new Answer(413, `At most ${Math.floor(most / 1024)} KB are taken.`)
  return Buffer.concat(chunks)
}

/** What may be anything, as text: '' for everything that is none. */
export const toText = (value: unknown): string => (typeof value === 'string' ? value : '')

/** A JSON object, or nothing when it is none. */
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
