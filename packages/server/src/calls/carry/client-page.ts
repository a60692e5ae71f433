import type { EngineCall } from '../media/engine-call.ts'
import type { Prompts, Spoken } from '../media/prompts.ts'
import { holdWithOpusOf, ofPage, opusIn, portIn } from '../media/sdp.ts'
import type { Described } from './call-parts.ts'
import type { AgentSide, ClientSide } from './client-side.ts'

export interface PageParts {
  readonly media: EngineCall
  readonly prompts: Prompts
  readonly language: string
  /** The page is to answer this offer. */
  readonly offer: (offer: Described) => void
  /** Work of the call, one after the other. */
  readonly enqueue: (work: () => Promise<void>) => void
  /** `sdp`: what the agent's side is answered. */
  readonly onConnected: (sdp: string) => Promise<void>
}

/** Of a recording: pages speak Opus. */
const RATE = 16_000

/**
 * The visitor's page. It has a connection for each agent, and makes another one when the agent's or its own page has loaded anew: each is
 * a side of its own at the engine, which faces a desk until it faces the agent.
 */
export class ClientPage implements ClientSide {
  readonly isThere = true
  readonly #parts: PageParts
  readonly #ports = new Set<number>()
  /** At which the engine hears the newest side. */
  #port: number | undefined
  readonly #opusTypes = new Set<number>()
  #agent: AgentSide | undefined
  /** The number of the newest offer, and whether the page is still to answer it. */
  #offer = 0
  #isAsked = false
  /** The side that is connected. */
  #tag = ''
  #isWaiting = false

  constructor(parts: PageParts) {
    this.#parts = parts
  }

  get tag(): string {
    return this.#tag
  }

  get sound() {
    return { rate: RATE, opusTypes: this.#opusTypes } as const
  }

  isHeardAt(port: number): boolean {
    return this.#ports.has(port)
  }

  async answer(): Promise<void> {}

  async call(): Promise<void> {}

  async connect(agent: AgentSide): Promise<void> {
    await this.stopWaiting()
    this.#agent = agent
    const { media, offer } = this.#parts
    const number = ++this.#offer
    this.#isAsked = true
    const desk = deskOf(number)
    const sdp = await media.offer({ from: desk, sdp: holdWithOpusOf(agent.sdp), kind: 'browser' })
    const port = portIn(sdp)
    this.#port = port
    if (port !== undefined) this.#ports.add(port)
    for (const type of opusIn(sdp)) this.#opusTypes.add(type)
    offer({ kind: 'offer', offer: number, sdp })
  }

  /** The page has answered an offer. */
  onAnswer(answer: Described): void {
    const { media, enqueue, onConnected } = this.#parts
    const sdp = ofPage(answer.sdp)
    if (sdp === undefined) return
    enqueue(async () => {
      const agent = this.#agent
      if (!agent || !this.#isAsked || (answer.offer ?? this.#offer) !== this.#offer) return
      this.#isAsked = false
      const tag = `client-${this.#offer}`
      await media.answer({ from: deskOf(this.#offer), to: tag, sdp, kind: 'telephone' })
      this.#tag = tag
      await media.offer({ from: agent.tag, sdp: agent.sdp, to: tag, kind: 'browser' })
      await onConnected(await media.answer({ from: agent.tag, to: tag, sdp, kind: agent.kind }))
    })
  }

  /** The page has loaded anew, or waits for an offer. */
  onReady(): void {
    this.#parts.enqueue(async () => {
      if (this.#agent) await this.connect(this.#agent)
    })
  }

  /** That it rings, the page tells by itself. */
  async waits(as: 'rings' | 'held' = 'rings'): Promise<void> {
    if (this.#isWaiting || as === 'rings') return
    this.#isWaiting = true
    const { media, prompts } = this.#parts
    await media.play(this.#tag, await prompts.tone(as), true)
  }

  async stopWaiting(): Promise<void> {
    if (!this.#isWaiting) return
    this.#isWaiting = false
    await this.#parts.media.stopPlaying(this.#tag)
  }

  async hears(what: Spoken): Promise<number> {
    const { media, prompts, language } = this.#parts
    return media.play(this.#tag, await prompts.spoken(what, language), false)
  }

  async isReached(): Promise<boolean> {
    return (await this.#parts.media.heardPorts()).some((port) => port === this.#port)
  }

  /** The page sees that the call is over. */
  hangUp(): void {}
}

const deskOf = (offer: number): string => `desk-client-${offer}`
