import { Connection, type Answer } from './http.ts'

/** Connections to one server, each with one request at a time; a new one is opened when all are busy. */
export class Pool {
  readonly #host: string
  readonly #port: number
  readonly #free: Connection[] = []
  constructor(host: string, port: number) {
    this.#host = host
    this.#port = port
  }

  async ask(request: Buffer): Promise<Answer> {
    const connection = this.#free.pop() ?? (await Connection.open(this.#host, this.#port))
    const answer = await connection.ask(request)
    this.#free.push(connection)
    return answer
  }

  close(): void {
    for (const connection of this.#free.splice(0)) connection.close()
  }
}
