import type { HelloFrame, VisitorFrame } from '@deskbell/protocol/widget/frames'

/** The most frames of one page that wait; the page must send further ones again. */
const WAITING_MAX = 100

export type Queued = Exclude<VisitorFrame, { t: 'ping' }>
type Greeting = Extract<Queued, { t: 'hello' | 'identify' }>

/** Handles the frames of one page one after the other. */
export class Queue {
  readonly #handle: (frame: Queued) => Promise<void>
  readonly #waiting: Queued[] = []
  #busy = false

  /** `handle` never rejects. */
  constructor(handle: (frame: Queued) => Promise<void>) {
    this.#handle = handle
  }

  /** False when the queue is full. */
  put(frame: Queued): boolean {
    const last = this.#waiting.at(-1)
    if (last && isGreeting(last) && isGreeting(frame)) return this.#replace(last, frame) // guard T46
    if (this.#waiting.length + Number(this.#busy) >= WAITING_MAX) return false // guard T36
    this.#waiting.push(frame)
    if (!this.#busy) void this.#run()
    return true
  }

  /** Whether the next frame is a newer hello or identify, which supersedes the one in progress. */
  get isReplaced(): boolean {
    const [next] = this.#waiting
    return next !== undefined && isGreeting(next)
  }

  /** Of several waiting greetings only the latest is handled. */
  #replace(last: Greeting, frame: Greeting): boolean {
    this.#waiting[this.#waiting.length - 1] =
      frame.t === 'identify' && last.t === 'hello' ? identified(last, frame.visitor) : frame
    return true
  }

  async #run(): Promise<void> {
    this.#busy = true
    for (let frame = this.#waiting.shift(); frame; frame = this.#waiting.shift()) await this.#handle(frame)
    this.#busy = false
  }
}

export const isGreeting = (frame: VisitorFrame): frame is Greeting => frame.t === 'hello' || frame.t === 'identify'

/** The hello with the visitor of a later identify. Its cursor is kept only if the visitor is the same. */
function identified({ after, ...hello }: HelloFrame, visitor: string): HelloFrame {
  return { ...hello, visitor, ...(after && visitor === hello.visitor && { after }) }
}
