import type { EngineCall } from '../media/engine-call.ts'
import { portIn } from '../media/sdp.ts'
import type { Telephone, TelephoneListener } from '../trunks/telephones.ts'

/** An agent presses a key within this time after answering (ms): a machine that answers does not. */
export const KEY_WITHIN = 20_000
/** The key that takes the call. */
const TAKES = '1'

export interface AgentPhoneParts {
  readonly agent: number
  /** As it is dialled. */
  readonly number: string
  readonly media: EngineCall
  /** "To take it, press 1." Absent: a telephone outside, which takes the call by answering. */
  readonly prompt?: () => Promise<string>
  readonly open: (leg: string, listener: TelephoneListener) => Telephone
  readonly after: (ms: number, fn: () => void) => () => void
  /** The agent has pressed the key. */
  readonly onTaken: () => void
  /** It is over. `wasTaken`: the agent has hung up in the call. `isDeclined`: they said that they do not take it. */
  readonly onOver: (how: { readonly wasTaken: boolean; readonly isDeclined: boolean }) => void
  /** Work of the call, one after the other. */
  readonly enqueue: (work: () => Promise<void>) => void
}

/** The answer of a telephone whose owner has declined (RFC 3261 21.6.2). */
const DECLINED = 603

/**
 * The own telephone of an agent: it rings, the agent answers, hears what it is about, and presses 1. Or a telephone outside, to which a
 * call is handed over.
 */
export class AgentPhone {
  readonly #parts: AgentPhoneParts
  readonly #telephone: Telephone
  readonly tag: string
  #state: 'calling' | 'asked' | 'talks' | 'over' = 'calling'
  #port: number | undefined
  #sdp: string | undefined
  #cancel = () => {}

  constructor(parts: AgentPhoneParts) {
    this.#parts = parts
    this.tag = `phone-${parts.agent}`
    this.#telephone = parts.open(`${parts.media.id}-${this.tag}`, {
      onAnswered: (sdp) => parts.enqueue(() => this.#answered(sdp)),
      onFailed: (status) => this.#ended(status === DECLINED),
      onEnded: () => this.#ended(this.#state === 'asked'),
      onKey: (key) => this.onKey(key),
    })
    parts.enqueue(() => this.#call())
  }

  /** What the telephone said about its sound; undefined: the agent has not taken the call. */
  get sound(): string | undefined {
    return this.#state === 'talks' ? this.#sdp : undefined
  }

  /** The engine's port that faces it. */
  get port(): number | undefined {
    return this.#port
  }

  onKey(key: string): void {
    if (this.#state !== 'asked' || key !== TAKES) return
    this.#take()
    this.#parts.enqueue(() => this.#parts.media.stopPlaying(this.tag))
  }

  #take(): void {
    this.#state = 'talks'
    this.#cancel()
    this.#parts.onTaken()
  }

  /** It is not wanted any more. */
  end(): void {
    if (this.#state === 'over') return
    const wasAsked = this.#state === 'asked'
    this.#over()
    this.#telephone.hangUp()
    if (wasAsked) this.#parts.enqueue(() => this.#parts.media.stopPlaying(this.tag))
  }

  async #call(): Promise<void> {
    if (this.#state !== 'calling') return
    const { media, number } = this.#parts
    const sdp = await media.offerHold(this.#desk)
    this.#port = portIn(sdp)
    this.#telephone.call(number, sdp)
  }

  async #answered(sdp: string): Promise<void> {
    if (this.#state !== 'calling') return
    const { media, prompt, after } = this.#parts
    this.#sdp = sdp
    this.#state = 'asked'
    await media.answer({ from: this.#desk, to: this.tag, sdp, kind: 'telephone' })
    if (!prompt) return this.#take()
    await media.play(this.tag, await prompt(), true)
    this.#cancel = after(KEY_WITHIN, () => {
      if (this.#state !== 'asked') return
      this.end()
      this.#parts.onOver({ wasTaken: false, isDeclined: false })
    })
  }

  #ended(isDeclined: boolean): void {
    if (this.#state === 'over') return
    const wasTaken = this.#state === 'talks'
    this.#over()
    this.#parts.onOver({ wasTaken, isDeclined })
  }

  #over(): void {
    this.#state = 'over'
    this.#cancel()
  }

  get #desk(): string {
    return `desk-${this.#parts.agent}`
  }
}
