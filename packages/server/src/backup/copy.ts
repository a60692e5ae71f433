import type { Duplex } from 'node:stream'
import type { ClientBase, Submittable } from 'pg'

/** The part of pg's connection that a query object with COPY needs. */
interface Connection {
  readonly stream: Duplex
  query(text: string): void
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
}

/** A COPY, as a query object that pg's client runs like its own. */
class Copy implements Submittable {
  readonly #text: string
  readonly #bytes: Buffer | undefined
  readonly #over: (error: Error | null, chunks: readonly Buffer[]) => void
  readonly #chunks: Buffer[] = []

  /** `bytes`: the rows of a COPY FROM STDIN. */
  constructor(text: string, bytes: Buffer | undefined, over: (error: Error | null, chunks: readonly Buffer[]) => void) {
    this.#text = text
    this.#bytes = bytes
    this.#over = over
  }

  submit(given: unknown): void {
    const connection = given as Connection
    // The embedded database answers one message at a time, so that the rows have to come in one piece with the statement.
    connection.stream.cork()
    connection.query(this.#text)
    if (this.#bytes) {
      connection.sendCopyFromChunk(this.#bytes)
      connection.endCopyFrom()
    }
    connection.stream.uncork()
  }

  handleCopyInResponse(): void {}

  handleCopyData(message: { chunk: Buffer }): void {
    // A part of the parser's buffer, which the next message overwrites.
    this.#chunks.push(Buffer.from(message.chunk))
  }

  handleCommandComplete(): void {}

  /** pg's client tells a query nothing more after an error. */
  handleError(error: Error): void {
    this.#over(error, [])
  }

  handleReadyForQuery(): void {
    this.#over(null, this.#chunks)
  }
}

const run = (client: ClientBase, text: string, bytes?: Buffer): Promise<readonly Buffer[]> =>
  new Promise((resolve, reject) => {
    client.query(new Copy(text, bytes, (error, chunks) => (error ? reject(error) : resolve(chunks))))
  })

/** Runs `copy … to stdout`. Resolves with the rows, as text. */
export const copyOut = async (client: ClientBase, text: string): Promise<Buffer> =>
  Buffer.concat(await run(client, text))

/** Runs `copy … from stdin` with these rows, as text. */
export const copyIn = async (client: ClientBase, text: string, rows: Buffer): Promise<void> =>
  void (await run(client, text, rows))
