/** Bytes of requests and frames, made before an attack begins, so that the attacker costs less than the server. */

export interface RawRequest {
  method: string
  path: string
  headers?: Record<string, string>
  body?: string
  /** As it is declared, where the body never comes. */
  length?: number
}

/** A request as it goes over the wire. */
export function toRequest({ method, path, headers = {}, body, length }: RawRequest): Buffer {
  const size = length ?? (body === undefined ? undefined : Buffer.byteLength(body))
  const lines = [`${method} ${path} HTTP/1.1`]
  for (const [name, value] of Object.entries({ Host: 'localhost', ...headers })) lines.push(`${name}: ${value}`)
  if (size !== undefined) lines.push(`Content-Length: ${size}`)
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body ?? ''}`)
}

/** A request to become a socket. */
export const toUpgrade = (path: string, headers: Record<string, string> = {}): Buffer =>
  toRequest({
    method: 'GET',
    path,
    headers: {
      Connection: 'Upgrade',
      Upgrade: 'websocket',
      'Sec-WebSocket-Version': '13',
      'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
      ...headers,
    },
  })

const TEXT = 1
const FIN = 0x80
const MASKED = 0x80
/** A mask of zeros leaves the bytes as they are. */
const MASK = Buffer.alloc(4)

/** A WebSocket frame of a client. `size`: as it is declared, where the rest never comes. */
export function toWebSocket(payload: Buffer, { opcode = TEXT, fin = true, size = payload.length } = {}): Buffer {
  const first = (fin ? FIN : 0) | opcode
  const head = size < 126 ? Buffer.from([first, MASKED | size]) : Buffer.alloc(4)
  if (size >= 126) {
    head[0] = first
    head[1] = MASKED | 126
    head.writeUInt16BE(size, 2)
  }
  return Buffer.concat([head, MASK, payload])
}

export const toTextFrame = (frame: object): Buffer => toWebSocket(Buffer.from(JSON.stringify(frame)))
