import { CLOSE_RESUME, CLOSE_SIGNED_OUT } from '@deskbell/protocol/agent/close-codes'
import type { ServerFrame } from '@deskbell/protocol/agent/socket'
import type { Asker } from '../../db/asker.ts'
import type { AgentRecord, Directory } from '../../settings/directory.ts'
import type { SocketWriter } from '../../platform/http/socket-writer.ts'
import { askerOf, type Credentials, type Recognizer, type SignedIn } from '../signed-in.ts'

/** An agent's socket and everything that belongs to it. */
export class Connection {
  readonly account: number
  readonly agentId: number
  readonly writer: SocketWriter
  /** Its client was made with a later version of the agent API than this process. */
  readonly isNewer: boolean
  /** The followed chats, each with the function that ends it. */
  readonly follows = new Map<number, () => void>()
  /** Chats that the agent held at the last event. When a chat leaves this set, the agent may lose sight of it. */
  readonly held = new Set<number>()
  /** Chats of which the client was told how many messages its agent has read (`first-seen.ts`). */
  readonly told = new Set<number>()
  /** The chat that is open in the agent's visible window. */
  looking: number | undefined
  readonly #credentials: Credentials
  readonly #directory: Directory
  readonly #recognize: Recognizer
  readonly #onError: (error: unknown) => void
  #signedIn: SignedIn
  /** Pending while the session is checked. Nothing is pushed during that time. */
  #recognizing: Promise<void> | undefined
  #missed = false
  #over = false

  constructor(options: {
    signedIn: SignedIn
    credentials: Credentials
    writer: SocketWriter
    isNewer: boolean
    directory: Directory
    recognize: Recognizer
    onError: (error: unknown) => void
  }) {
    this.#signedIn = options.signedIn
    this.account = options.signedIn.account
    this.agentId = options.signedIn.agent.id
    this.#credentials = options.credentials
    this.writer = options.writer
    this.isNewer = options.isNewer
    this.#directory = options.directory
    this.#recognize = options.recognize
    this.#onError = options.onError
  }

  get asker(): Asker {
    return askerOf(this.#signedIn)
  }

  /** The agent with their present rights; undefined while the session is being checked. */
  get signedIn(): (SignedIn & { agent: AgentRecord }) | undefined {
    this.check()
    if (this.#recognizing || this.#over) return undefined
    const agent = this.#directory.agent(this.account, this.agentId)
    return agent && { ...this.#signedIn, agent }
  }

  /** Resolves when the session has been checked; to undefined when it is no longer valid and the socket is closing. */
  async known(): Promise<(SignedIn & { agent: AgentRecord }) | undefined> {
    this.check()
    while (this.#recognizing) {
      await this.#recognizing
      this.check()
    }
    return this.signedIn
  }

  /** Compares the session's version with the agent's in the directory (T22). Called at every push and every second. */
  check(): void {
    if (this.#recognizing || this.#over) return
    const agent = this.#directory.agent(this.account, this.agentId)
    if (agent?.sessionVersion !== this.#signedIn.session.version) this.#recognizing = this.#recognizeAnew() // guard T22
  }

  /** Pushes a frame. Returns false when it was not sent, because the session is being checked. */
  push(frame: ServerFrame | string): boolean {
    this.check()
    if (this.#recognizing || this.#over) {
      this.#missed = true
      return false
    }
    this.writer.send(typeof frame === 'string' ? frame : JSON.stringify(frame))
    return true
  }

  unfollow(chat: number): boolean {
    const stop = this.follows.get(chat)
    stop?.()
    return this.follows.delete(chat)
  }

  /** Closes the socket. Nothing is pushed any more. */
  end(code: number, reason: string): void {
    this.#over = true
    this.writer.close(code, reason)
  }

  /** The client has left: work that is still being done for it is dropped. */
  gone(): void {
    this.#over = true
  }

  async #recognizeAnew(): Promise<void> {
    const { role } = this.#signedIn.agent
    try {
      const signedIn = await this.#recognize.anew(this.#credentials)
      if (!signedIn) return this.end(CLOSE_SIGNED_OUT, 'signed out')
      // When the role has changed, the agent may see more or less than before, so the client starts again.
      if (signedIn.agent.role !== role) return this.end(CLOSE_RESUME, 'resume')
      this.#signedIn = signedIn
    } catch (error) {
      this.#onError(error)
      this.end(CLOSE_RESUME, 'resume')
    } finally {
      this.#recognizing = undefined
    }
    if (this.#missed) {
      // What was told may be among the frames that were not sent.
      this.told.clear()
      this.push({ type: 'stale', what: 'inbox' })
    }
    this.#missed = false
  }
}
