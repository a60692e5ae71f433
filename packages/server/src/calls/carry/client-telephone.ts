import type { EngineCall } from '../media/engine-call.ts'
import type { Prompts, Spoken } from '../media/prompts.ts'
import { HOLD, opusIn, portIn, withKeysOf } from '../media/sdp.ts'
import type { Telephone, TelephoneListener } from '../trunks/telephones.ts'
import type { AgentSide, ClientSide } from './client-side.ts'

export interface ClientParts {
  readonly media: EngineCall
  readonly prompts: Prompts
  readonly language: string
  readonly incoming?: { readonly leg: string; readonly sdp: string }
  readonly openTelephone: (leg: string, listener: TelephoneListener) => Telephone
  /** Work of the call, one after the other. */
  readonly enqueue: (work: () => Promise<void>) => void
  /** The telephone has answered, or has been answered. */
  readonly onThere: () => Promise<void>
  /** It did not answer. */
  readonly onFailed: (status: number | undefined) => void
  /** It has hung up. */
  readonly onGone: () => void
  /** `sdp`: what the agent's side is answered. */
  readonly onConnected: (sdp: string) => Promise<void>
}

/** An incoming call that no agent takes (RFC 3261 21.4.18). */
const UNAVAILABLE = 480
const TAG = 'client'
/** Faces the client until an agent does. */
const DESK = 'desk-client'

/** The client's telephone. */
export class ClientTelephone implements ClientSide {
  readonly tag = TAG
  readonly #parts: ClientParts
  readonly #telephone: Telephone
  #state: 'none' | 'called' | 'calls' | 'there' | 'gone'
  #sdp: string
  #port: number | undefined
  /** It hears that it waits. */
  #isWaiting = false

  /** `leg`: of a telephone that is called. */
  constructor(parts: ClientParts, leg: string) {
    this.#parts = parts
    const { incoming } = parts
    this.#state = incoming ? 'calls' : 'none'
    this.#sdp = incoming?.sdp ?? ''
    this.#telephone = parts.openTelephone(incoming?.leg ?? leg, {
      onAnswered: (sdp) => parts.enqueue(() => this.#answered(sdp)),
      onFailed: (status) => {
        const wasIncoming = this.#state === 'calls'
        this.#state = 'gone'
        if (wasIncoming) parts.onGone()
        else parts.onFailed(status)
      },
      onEnded: () => {
        this.#state = 'gone'
        parts.onGone()
      },
    })
  }

  get sound() {
    const opusTypes = new Set(opusIn(this.#sdp, 'first'))
    return { rate: opusTypes.size > 0 ? 16_000 : 8000, opusTypes } as const
  }

  isHeardAt(port: number): boolean {
    return port === this.#port
  }

  get isThere(): boolean {
    return this.#state === 'there'
  }

  async answer(): Promise<void> {
    if (this.#state !== 'calls' || this.#port !== undefined) return
    const { media } = this.#parts
    await media.offer({ from: TAG, sdp: this.#sdp, kind: 'telephone' })
    const sdp = await media.answer({ from: TAG, to: DESK, sdp: HOLD, kind: 'telephone' })
    this.#port = portIn(sdp)
    this.#telephone.answer(sdp)
  }

  async call(number: string): Promise<void> {
    if (this.#state !== 'none') return
    this.#state = 'called'
    const sdp = await this.#parts.media.offerHold(DESK)
    this.#port = portIn(sdp)
    if (this.#state === 'called') this.#telephone.call(number, sdp)
  }

  /** At the ports that both know. */
  async connect({ tag, sdp, kind }: AgentSide): Promise<void> {
    const { media, onConnected } = this.#parts
    await this.stopWaiting()
    await media.offer({ from: tag, sdp: withKeysOf(sdp, this.#sdp), to: TAG, kind: 'telephone' })
    await onConnected(await media.answer({ from: tag, to: TAG, sdp: this.#sdp, kind }))
  }

  async waits(as: 'rings' | 'held' = 'rings'): Promise<void> {
    if (this.#isWaiting) return
    this.#isWaiting = true
    const { media, prompts } = this.#parts
    await media.play(TAG, await prompts.tone(as), true)
  }

  async stopWaiting(): Promise<void> {
    if (!this.#isWaiting) return
    this.#isWaiting = false
    await this.#parts.media.stopPlaying(TAG)
  }

  async hears(what: Spoken): Promise<number> {
    const { media, prompts, language } = this.#parts
    return media.play(TAG, await prompts.spoken(what, language), false)
  }

  async isReached(): Promise<boolean> {
    return true
  }

  hangUp(): void {
    if (this.#state === 'none' || this.#state === 'gone') return
    this.#telephone.hangUp(this.#state === 'calls' ? UNAVAILABLE : undefined)
    this.#state = 'gone'
  }

  async #answered(sdp: string): Promise<void> {
    if (this.#state !== 'called' && this.#state !== 'calls') return
    // One that calls has said everything before.
    if (this.#state === 'called') {
      this.#sdp = sdp
      await this.#parts.media.answer({ from: DESK, to: TAG, sdp, kind: 'telephone' })
    }
    this.#state = 'there'
    await this.#parts.onThere()
  }
}
