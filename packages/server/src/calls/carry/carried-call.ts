import type { CallSignal } from '@deskbell/protocol/agent/call'
import { isFinal, isOver, type CallCommand, type CallState } from '@deskbell/rules/calls/index'
import type { FileRow } from '../../files/rows.ts'
import type { Engine } from '../media/engine.ts'
import type { FromTrunk, KeptDialog, ToTrunk } from '../sip/thread-messages.ts'
import { toFailure } from './failure.ts'
import type { KeptLeg } from './legs.ts'
import type { Recorder } from './recorder.ts'
import { BROWSER, codecIn, FLAGS, portIn, TELEPHONE } from './sdp.ts'

type Next = Exclude<CallCommand, { type: 'call.start' }>
/** What the trunk tells about the client's telephone. */
type AboutLeg = Extract<FromTrunk, { leg: string }>

export interface CallParts {
  readonly account: number
  readonly call: number
  /** Unique among all calls of the engine. */
  readonly engineId: string
  readonly callerId: string | undefined
  readonly engine: () => Engine | undefined
  readonly toTrunk: (message: Exclude<ToTrunk, { t: 'close' }>) => void
  /** Commits commands about the call, in order. Never rejects. */
  readonly commit: (commands: readonly Next[], files?: readonly FileRow[]) => Promise<void>
  readonly signal: (agent: number, signal: CallSignal) => void
  readonly keepLeg: (leg: string, kept: KeptLeg) => Promise<void>
  readonly dropLeg: (leg: string) => void
  readonly record: (sound: RecordedSound) => Recorder
  readonly onError: (error: unknown) => void
  /** Nothing of the call is left. */
  readonly onGone: () => void
}

export interface RecordedSound {
  readonly rate: 8000 | 16_000
  readonly opusType?: number
  readonly sideOf: (port: number) => 'agent' | 'client' | undefined
}

/**
 * A call to a telephone while it goes on: the agent's page and the engine, the engine and the telephone. What the call is to do next
 * comes from its log; what happens on the lines becomes commands.
 */
export class CarriedCall {
  readonly #parts: CallParts
  readonly leg: string
  #state: CallState
  /** What the page of each agent offers, and what the engine has used. */
  readonly #offers = new Map<number, string>()
  readonly #used = new Map<number, string>()
  #client: 'none' | 'called' | 'there' | 'gone' = 'none'
  #clientSdp = ''
  readonly #agentPorts = new Set<number>()
  #clientPort: number | undefined
  #recorder: Recorder | undefined
  #work = Promise.resolve()
  #isEnding = false
  #isErased = false

  constructor(parts: CallParts, state: CallState) {
    this.#parts = parts
    this.leg = `${parts.engineId}-client`
    this.#state = state
  }

  onState(state: CallState): void {
    this.#state = state
    if (isOver(state)) return this.#end()
    this.#do(() => this.#connect())
  }

  /** The page of an agent offers its sound. */
  onOffer(agent: number, sdp: string): void {
    this.#offers.set(agent, sdp)
    this.#do(() => this.#connect())
  }

  onTrunk(message: AboutLeg): void {
    switch (message.t) {
      case 'calling':
        return this.#do(async () => {
          await this.#parts.keepLeg(this.leg, message.kept)
          if (this.#client === 'called') this.#parts.toTrunk({ t: 'go', leg: this.leg })
        })
      case 'answered':
        return this.#do(() => this.#answered(message.sdp, message.dialog))
      case 'failed':
        this.#client = 'gone'
        this.#parts.dropLeg(this.leg)
        return this.#do(() => this.#parts.commit([{ type: 'call.fail', why: toFailure(message.status) }]))
      case 'ended':
        this.#client = 'gone'
        this.#parts.dropLeg(this.leg)
        return this.#do(() => this.#parts.commit([{ type: 'call.gone', side: 'client' }]))
    }
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
      await this.#parts.commit([{ type: 'call.fail', why: 'media_unavailable' }])
    })
  }

  async #connect(): Promise<void> {
    if (this.#isEnding) return
    const [agent] = this.#state.agents
    const offer = agent && this.#offers.get(agent.id)
    if (!agent || offer === undefined || this.#used.get(agent.id) === offer) return
    this.#used.set(agent.id, offer)
    const toClient = await this.#ask('offer', { ...TELEPHONE, 'from-tag': tagOf(agent.id), sdp: offer })
    if (this.#client === 'there') return this.#answerAgent(agent.id)
    if (this.#client !== 'none') return
    this.#client = 'called'
    this.#clientPort = portIn(toClient)
    const { callerId, toTrunk } = this.#parts
    toTrunk({
      ...{ t: 'invite', leg: this.leg, number: this.#state.phone, sdp: toClient },
      ...(callerId !== undefined && { callerId }),
    })
  }

  async #answered(sdp: string, dialog: KeptDialog): Promise<void> {
    this.#client = 'there'
    this.#clientSdp = sdp
    await this.#parts.keepLeg(this.leg, dialog)
    const [agent] = this.#state.agents
    if (this.#isEnding || !agent) return this.#hangUp()
    await this.#answerAgent(agent.id)
    if (this.#state.records) await this.#record()
    await this.#parts.commit([{ type: 'call.answered' }])
  }

  async #answerAgent(agent: number): Promise<void> {
    const sdp = await this.#ask('answer', {
      ...{ ...BROWSER, 'from-tag': tagOf(agent), 'to-tag': 'client', sdp: this.#clientSdp },
    })
    const port = portIn(sdp)
    if (port !== undefined) this.#agentPorts.add(port)
    this.#parts.signal(agent, { kind: 'answer', sdp })
  }

  async #record(): Promise<void> {
    await this.#ask('start recording', {})
    this.#recorder = this.#parts.record({
      ...codecIn(this.#clientSdp),
      sideOf: (port) => (port === this.#clientPort ? 'client' : this.#agentPorts.has(port) ? 'agent' : undefined),
    })
  }

  /** The call is over: the telephone is free first, then its recording is stored. */
  #end(): void {
    if (this.#isEnding) return
    this.#isEnding = true
    this.#hangUp()
    this.#do(async () => {
      if (this.#used.size > 0) await this.#ask('delete', {}).catch(this.#parts.onError)
      const file = await this.#recorder?.end()
      if (!isFinal(this.#state) && !this.#isErased)
        await this.#parts.commit([{ type: 'call.finish', ...(file && { recording: file.id }) }], file ? [file] : [])
      this.#parts.onGone()
    })
  }

  #hangUp(): void {
    if (this.#client !== 'called' && this.#client !== 'there') return
    this.#parts.toTrunk({ t: 'hang_up', leg: this.leg })
    this.#client = 'gone'
  }

  /** Asks the engine about this call. Rejects when it is gone. */
  async #ask(command: string, body: object): Promise<string> {
    const engine = this.#parts.engine()
    if (!engine) throw new Error('the media engine does not run')
    const about = command === 'offer' || command === 'answer' ? FLAGS : {}
    const { sdp } = await engine.ask(command, { ...about, 'call-id': this.#parts.engineId, ...body })
    return sdp ?? ''
  }
}

const tagOf = (agent: number): string => `agent-${agent}`
