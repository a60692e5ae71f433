import { connect, type Socket } from 'node:net'

/** A response. `body` is set only if it was requested. */
export interface Answer {
  readonly status: number
  readonly body: string
}

const HEAD_END = Buffer.from('\r\n\r\n')

/**
 * A connection that carries one request at a time, with minimal client work: requests are prepared bytes, responses are
 * read into one buffer, and only status and length of their head are parsed.
 */
export class Connection {
  readonly #socket: Socket
  #answered: ((answer: Answer) => void) | undefined
  #failed: ((error: Error) => void) | undefined
  #wantsBody = false
  #begun: Buffer[] = []
  #length = 0

  private constructor(host: string, port: number, opened: () => void, failed: (error: Error) => void) {
    this.#failed = failed
    this.#socket = connect({
      host,
      port,
      noDelay: true,
      onread: {
        buffer: Buffer.allocUnsafe(64 * 1024),
        callback: (length, buffer) => {
          this.#take((buffer as Buffer).subarray(0, length))
          return true
        },
      },
    })
    this.#socket.on('connect', opened)
    this.#socket.on('error', (error) => this.#failed?.(error))
    this.#socket.on('close', () => this.#failed?.(new Error('the server closed the connection')))
  }

  static open(host: string, port: number): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const connection: Connection = new Connection(host, port, () => resolve(connection), reject)
    })
  }

  /** Sends and calls back; without a promise, because there are tens of thousands a second. */
  send(request: Buffer, answered: (answer: Answer) => void, wantsBody = false): void {
    this.#answered = answered
    this.#wantsBody = wantsBody
    this.#socket.write(request)
  }

  ask(request: Buffer): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#failed = reject
      this.send(request, resolve, true)
    })
  }

  onFailure(failed: (error: Error) => void): void {
    this.#failed = failed
  }

  close(): void {
    this.#failed = undefined
    this.#socket.destroy()
  }

  #take(part: Buffer): void {
    let bytes = part
    if (this.#begun.length > 0) {
      this.#begun.push(Buffer.from(part))
      this.#length += part.length
      bytes = Buffer.concat(this.#begun, this.#length)
    }
    const headEnd = bytes.indexOf(HEAD_END)
    const head = headEnd < 0 ? '' : bytes.toString('latin1', 0, headEnd)
    const bodyStart = headEnd + HEAD_END.length
    const bodyLength = headEnd < 0 ? Infinity : lengthOf(head)
    if (bytes.length < bodyStart + bodyLength) {
      if (this.#begun.length === 0) {
        this.#begun.push(Buffer.from(part))
        this.#length = part.length
      }
      return
    }
    const answer = {
      status: Number(head.slice(9, 12)),
      body: this.#wantsBody ? bytes.toString('utf8', bodyStart, bodyStart + bodyLength) : '',
    }
    this.#begun = []
    this.#length = 0
    this.#answered?.(answer)
  }
}

function lengthOf(head: string): number {
  let at = head.indexOf('\r\ncontent-length: ')
  if (at < 0) at = head.indexOf('\r\nContent-Length: ')
  if (at >= 0) return Number.parseInt(head.slice(at + 18, at + 30), 10)
  if (head.startsWith('HTTP/1.1 204')) return 0
  throw new Error(`an answer without a length: ${head}`)
}

export interface Request {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH'
  readonly path: string
  readonly host: string
  readonly token?: string
  readonly body?: unknown
}

/** The bytes of a request. */
export function bytesOf({ method = 'GET', path, host, token, body }: Request): Buffer {
  const content = body === undefined ? '' : JSON.stringify(body)
  const head = [
    `${method} ${path} HTTP/1.1`,
    `Host: ${host}`,
    ...(token === undefined ? [] : [`Authorization: Bearer ${token}`]),
    ...(body === undefined ? [] : ['Content-Type: application/json', `Content-Length: ${Buffer.byteLength(content)}`]),
  ]
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${content}`)
}
