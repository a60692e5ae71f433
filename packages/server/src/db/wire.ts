import { Duplex } from 'node:stream'

/** Postgres's Terminate, the last message of a client. */
const TERMINATE = 0x58
const TERMINATE_LENGTH = 5

/**
 * Acts as pg's socket: bytes go to the embedded database's thread and come from it. pg writes whole messages only, and
 * messages written while corked arrive here in one piece.
 */
export class Wire extends Duplex {
  readonly #send: (bytes: Uint8Array<ArrayBuffer>) => void

  constructor(send: (bytes: Uint8Array<ArrayBuffer>) => void) {
    super()
    this.#send = send
  }

  connect(): this {
    queueMicrotask(() => this.emit('connect'))
    return this
  }

  setNoDelay(): this {
    return this
  }

  setKeepAlive(): this {
    return this
  }

  ref(): this {
    return this
  }

  unref(): this {
    return this
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.#forward([chunk])
    done()
  }

  override _writev(chunks: { chunk: Buffer }[], done: () => void): void {
    this.#forward(chunks.map(({ chunk }) => chunk))
    done()
  }

  #forward(chunks: Buffer[]): void {
    const messages = chunks.filter((chunk) => !isTerminate(chunk))
    if (messages.length > 0) {
      // A buffer of its own, not a slice of Node's pool, so that it can be transferred instead of copied.
      const bytes = new Uint8Array(messages.reduce((length, message) => length + message.length, 0))
      let at = 0
      for (const message of messages) {
        bytes.set(message, at)
        at += message.length
      }
      this.#send(bytes)
    }
    if (messages.length < chunks.length) this.push(null)
  }
}

const isTerminate = (chunk: Buffer) => chunk.length === TERMINATE_LENGTH && chunk[0] === TERMINATE
