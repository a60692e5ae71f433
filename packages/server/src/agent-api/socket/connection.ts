import { CLOSE_RESUME, CLOSE_SIGNED_OUT, type ServerFrame } from '@deskbell/protocol/agent/socket'
import type { Asker } from '../../db/asker.ts'
import { makeInTurn, type InTurn } from '../../platform/at-once.ts'
import type { AgentRecord, Directory } from '../../settings/directory.ts'
import type { SocketWriter } from '../../platform/http/socket-writer.ts'
import type { Clock } from '../../platform/clock.ts'
import { askerOf, type Credentials, type Recognizer, type SignedIn } from '../signed-in.ts'

/** Pages that wait, and how long (ms). */
const PAGES = { waiting: 100, within: 60_000 }

/** An agent's socket, with whatever hangs on it. */
export class Connection {
  readonly account: number
  readonly agentId: number
  readonly line: SocketWriter
  /** Pages of entries that are read and handed over at once: each is held in memory until the client has it (T46). */
  readonly pages: InTurn
  /** Chats that are followed, each with the way to stop. */
  readonly follows = new Map<number, () => void>()
  /** Chats that the agent held when last heard of: losing one may take it out of sight. */
  readonly held = new Set<number>()
  readonly #credentials: Credentials
  readonly #directory: Directory
  readonly #recognize: Recognizer
  readonly #onError: (error: unknown) => void
  #signedIn: SignedIn
  /** While it is asked whether the session still holds, nothing is pushed. */
  #asking: Promise<void> | undefined
  #missed = false
  #over = false

  constructor(options: {
    clock: Clock
    signedIn: SignedIn
    credentials: Credentials
    line: SocketWriter
    directory: Directory
    recognize: Recognizer
    onError: (error: unknown) => void
  }) {
    this.#signedIn = options.signedIn
    this.pages = makeInTurn({ clock: options.clock, ...PAGES })
    this.account = options.signedIn.account
    this.agentId = options.signedIn.agent.id
    this.#credentials = options.credentials
    this.line = options.line
    this.#directory = options.directory
    this.#recognize = options.recognize
    this.#onError = options.onError
  }

  get asker(): Asker {
    return askerOf(this.#signedIn)
  }

  /** Who is behind it, with the rights of this moment; undefined while that is in doubt. */
  get signedIn(): (SignedIn & { agent: AgentRecord }) | undefined {
    this.check()
    if (this.#asking || this.#over) return undefined
    const agent = this.#directory.agent(this.account, this.agentId)
    return agent && { ...this.#signedIn, agent }
  }

  /** Resolves when it is known who is behind it; to undefined when nobody is, and the socket is closing. */
  async known(): Promise<(SignedIn & { agent: AgentRecord }) | undefined> {
    this.check()
    while (this.#asking) {
      await this.#asking
      this.check()
    }
    return this.signedIn
  }

  /** Compares the session with the agent's version in the directory (T22); to be called on every push and every second. */
  check(): void {
    if (this.#asking || this.#over) return
    const agent = this.#directory.agent(this.account, this.agentId)
    if (agent?.sessionVersion !== this.#signedIn.session.version) this.#asking = this.#ask() // guard T22
  }

  /** Pushes a frame; false when it must not be now, because it is in doubt who would read it. */
  push(frame: ServerFrame | string): boolean {
    this.check()
    if (this.#asking || this.#over) {
      this.#missed = true
      return false
    }
    this.line.send(typeof frame === 'string' ? frame : JSON.stringify(frame))
    return true
  }

  unfollow(chat: number): boolean {
    const stop = this.follows.get(chat)
    stop?.()
    return this.follows.delete(chat)
  }

  /** Says goodbye. Nothing is pushed any more. */
  end(code: number, reason: string): void {
    this.#over = true
    this.line.close(code, reason)
  }

  /** The other side has left: whatever is still being done for it comes to nothing. */
  gone(): void {
    this.#over = true
  }

  async #ask(): Promise<void> {
    const { role } = this.#signedIn.agent
    try {
      const signedIn = await this.#recognize.anew(this.#credentials)
      if (!signedIn) return this.end(CLOSE_SIGNED_OUT, 'signed out')
      // Whoever may see more or less than before begins anew with it.
      if (signedIn.agent.role !== role) return this.end(CLOSE_RESUME, 'resume')
      this.#signedIn = signedIn
    } catch (error) {
      this.#onError(error)
      this.end(CLOSE_RESUME, 'resume')
    } finally {
      this.#asking = undefined
    }
    if (this.#missed) this.push({ type: 'stale', what: 'inbox' })
    this.#missed = false
  }
}
