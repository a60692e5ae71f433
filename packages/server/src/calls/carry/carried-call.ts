import type { CallSignal } from '@deskbell/protocol/agent/call'
import { hasTalked, isFinal, isOver, type CallAgent, type CallState } from '@deskbell/rules/calls/index'
import { portIn } from '../media/sdp.ts'
import { AgentPhones } from './agent-phones.ts'
import type { CallParts, Described } from './call-parts.ts'
import { ClientPage } from './client-page.ts'
import type { AgentSide, ClientSide } from './client-side.ts'
import { ClientTelephone } from './client-telephone.ts'
import { toFailure } from './failure.ts'
import type { Recorder } from './recorder.ts'

/** How often it is asked whether the client is reached, and for how long (ms): a page without a microphone sends nothing. */
const REACHED = { every: 50, within: 3000 }

/**
 * A call while it goes on: the client's telephone or page, the pages and the telephones of agents, and the engine between them.
 * What the call is to do next comes from its log; what happens on the lines becomes commands.
 */
export class CarriedCall {
  readonly #parts: CallParts
  readonly #client: ClientSide
  readonly #page: ClientPage | undefined
  readonly #phones: AgentPhones
  /** What the page of each agent offers. */
  readonly #offers = new Map<number, Described>()
  /** Whose sound goes to the client. */
  #source: AgentSide | undefined
  readonly #agentPorts = new Set<number>()
  #recorder: Recorder | undefined
  #state: CallState
  /** The client and the source hear each other. */
  #isConnected = false
  #isHeld = false
  /** The client is still to hear that the call is recorded, before they hear the source. */
  #announces = false
  /** The number of the newest try. */
  #announcement = 0
  #work = Promise.resolve()
  #isEnding = false
  #isErased = false

  constructor(parts: CallParts, state: CallState) {
    this.#parts = parts
    this.#state = state
    const { media, prompts, language, incoming, offer, openTelephone } = parts
    const enqueue = (work: () => Promise<void>) => this.#do(work)
    const onConnected = (sdp: string) => this.#connected(sdp)
    this.#phones = new AgentPhones(parts, enqueue)
    this.#page =
      offer &&
      new ClientPage({
        ...{ media, prompts, language, enqueue, onConnected },
        offer: (made) => this.#state.agents[0] && offer(this.#state.agents[0].id, made),
      })
    this.#client =
      this.#page ??
      new ClientTelephone(
        {
          ...{ media, prompts, language, openTelephone, enqueue, onConnected },
          ...(incoming && { incoming }),
          onThere: () => this.#clientIsThere(),
          onFailed: (status) => enqueue(() => parts.commit([{ type: 'call.fail', why: toFailure(status) }])),
          onGone: () => enqueue(() => parts.commit([{ type: 'call.gone', side: 'client' }])),
        },
        `${media.id}-client`,
      )
  }

  onState(state: CallState): void {
    // Reads of a call can overtake each other.
    if (state.last < this.#state.last) return
    this.#state = state
    if (isOver(state)) return this.#end()
    this.#do(() => this.#follow())
  }

  /** The page of an agent offers its sound. */
  onOffer(agent: number, offer: Described): void {
    this.#offers.set(agent, offer)
    this.#do(() => this.#follow())
  }

  /** The client's page has answered, or asks for an offer. */
  onPage(signal: CallSignal): void {
    if (signal.kind === 'answer') this.#page?.onAnswer(signal)
    if (signal.kind === 'ready') this.#page?.onReady()
  }

  /** A key was pressed, and told in the sound (RFC 4733). */
  onKey(tag: string, key: string): void {
    this.#phones.onKey(tag, key)
  }

  /** The engine has died, or the trunk is lost. */
  onBroken(why: 'media_unavailable' | 'trunk_unavailable'): void {
    this.#do(() => this.#parts.commit([{ type: 'call.fail', why }]))
  }

  /** The call was removed with its visitor. */
  onErased(): void {
    this.#isErased = true
    this.#end()
  }

  /** Resolves when what is under way is done. */
  settled(): Promise<void> {
    return this.#work
  }

  /** One thing after the other. What fails ends the call. */
  #do(work: () => Promise<void>): void {
    this.#work = this.#work.then(work).catch(async (error: unknown) => {
      this.#parts.onError(error)
      if (!this.#isEnding) await this.#parts.commit([{ type: 'call.fail', why: 'media_unavailable' }])
    })
  }

  async #follow(): Promise<void> {
    if (this.#isEnding) return
    const { rings, agents } = this.#state
    if (rings.length + agents.length > 0) await this.#client.answer()
    this.#phones.follow(this.#state)
    await this.#connect()
    await this.#hold()
  }

  /** The agent who has the call is connected with the client, who is called first if they are not there. */
  async #connect(): Promise<void> {
    const [agent] = this.#state.agents
    const source = agent && this.#sourceOf(agent)
    if (
      !source ||
      (this.#source?.tag === source.tag && this.#source.offer === source.offer && this.#source.sdp === source.sdp)
    )
      return
    this.#source = source
    await this.#client.call(this.#state.phone)
    // Else it goes on when the telephone is there.
    if (this.#client.isThere) await this.#pair(source)
  }

  #sourceOf({ id, on }: CallAgent): AgentSide | undefined {
    if (on !== 'phone') {
      const made = this.#offers.get(id)
      return (
        made && {
          ...{ tag: `page-${id}`, sdp: made.sdp, kind: 'browser' },
          ...(made.offer !== undefined && { offer: made.offer }),
        }
      )
    }
    const sdp = this.#phones.get(id)?.sound
    return sdp === undefined ? undefined : { tag: `phone-${id}`, sdp, kind: 'telephone' }
  }

  async #clientIsThere(): Promise<void> {
    const { commit } = this.#parts
    if (this.#isEnding) return
    if (this.#source) await this.#pair(this.#source)
    else await this.#client.waits()
    await commit([{ type: 'call.answered' }])
  }

  async #pair(source: AgentSide): Promise<void> {
    this.#isConnected = false
    await this.#client.connect(source)
  }

  /** The agent and the client hear each other from now on. `sdp`: what the agent's side is answered. */
  async #connected(sdp: string): Promise<void> {
    const [agent] = this.#state.agents
    if (!agent || this.#isEnding) return
    const port = agent.on === 'phone' ? this.#phones.get(agent.id)?.port : portIn(sdp)
    if (port !== undefined) this.#agentPorts.add(port)
    const source = this.#source
    const { offer } = source ?? {}
    this.#announces = this.#state.records && !this.#recorder
    // Before the agent's page knows the way: no word of theirs comes first.
    if (source && this.#announces) await this.#parts.media.block(source.tag, true)
    if (agent.on !== 'phone')
      this.#parts.signal(agent.id, { kind: 'answer', ...(offer !== undefined && { offer }), sdp })
    this.#isConnected = true
    this.#isHeld = false
    await this.#hold()
    if (this.#announces) await this.#announce(++this.#announcement, REACHED.within)
    else if (this.#state.records) await this.#record()
  }

  /** The client hears that the call is recorded, and the agent's voice after it. `left`: for how long it is waited until they are reached (ms). */
  async #announce(turn: number, left: number): Promise<void> {
    const source = this.#source
    // It begins again when they are connected anew, and when they are no longer on hold.
    const isOver = () => this.#isEnding || this.#announcement !== turn || !this.#isConnected || this.#isHeld
    if (!source || isOver()) return
    const { media, after, onError } = this.#parts
    if (left > 0 && !(await this.#client.isReached())) {
      after(REACHED.every, () => this.#do(() => this.#announce(turn, left - REACHED.every)))
      return
    }
    const heard = await this.#client.hears('recorded').catch(onError)
    after(heard ?? 0, () =>
      this.#do(async () => {
        if (isOver()) return
        this.#announces = false
        await media.block(source.tag, false)
      }),
    )
    // What clients are not told is not recorded.
    if (heard !== undefined) await this.#record()
  }

  async #record(): Promise<void> {
    const { media, record } = this.#parts
    // Sides that have come since the last time are recorded, too.
    await media.record()
    this.#recorder ??= record({
      ...this.#client.sound,
      sideOf: (port) => (this.#client.isHeardAt(port) ? 'client' : this.#agentPorts.has(port) ? 'agent' : undefined),
      readPaths: media.paths,
    })
  }

  async #hold(): Promise<void> {
    const isHeld = this.#state.isHeld && hasTalked(this.#state)
    if (isHeld === this.#isHeld || !this.#source || !this.#isConnected) return
    this.#isHeld = isHeld
    const { media } = this.#parts
    await media.block(this.#client.tag, isHeld)
    if (isHeld || !this.#announces) await media.block(this.#source.tag, isHeld)
    if (isHeld) await this.#client.waits('held')
    else await this.#client.stopWaiting()
    if (!isHeld && this.#announces) await this.#announce(++this.#announcement, 0)
  }

  /** The call is over: the telephones are free first, then its recording is stored. */
  #end(): void {
    if (this.#isEnding) return
    this.#isEnding = true
    const { media, commit, onError, onGone } = this.#parts
    this.#client.hangUp()
    this.#phones.end()
    this.#do(async () => {
      await media.end().catch(onError)
      const file = await this.#recorder?.end()
      if (!isFinal(this.#state) && !this.#isErased)
        await commit([{ type: 'call.finish', ...(file && { recording: file.id }) }], file ? [file] : [])
      onGone()
    })
  }
}
