import type { TestFailure, TestStep } from '@deskbell/protocol/agent/call-test-steps'
import type { Clock } from '../../platform/clock.ts'
import { openEngineCall, type EngineCall } from '../media/engine-call.ts'
import type { EngineKeeper, EngineState } from '../media/keeper.ts'
import type { Prompts } from '../media/prompts.ts'
import type { Telephone, Telephones } from '../trunks/telephones.ts'
import type { Trunks } from '../trunks/trunks.ts'
import { toTestFailure } from './failure.ts'
import type { Failure, Step, TestRow } from './rows.ts'

/** How long each part may take (ms). The whole test ends after `ALL`. */
const [CONNECTED_WITHIN, ENGINE_WITHIN, RINGS_FOR, ALL] = [20_000, 6000, 30_000, 60_000]
/** How often it is looked whether something is there (ms). */
const LOOK = 50
/** A telephone is hung up so long after its key (ms): who pressed it hears that the melody ends. */
const AFTER_KEY = 300
/** Faces the telephone at the media engine. */
const [DESK, TAG] = ['desk', 'telephone']

/** What a test has found out. */
class Failed extends Error {
  readonly step: TestStep
  readonly why: TestFailure
  readonly said: string | null
  constructor(step: TestStep, why: TestFailure, said: string | null) {
    super(why)
    this.step = step
    this.why = why
    this.said = said
  }
}

export interface TestParts {
  readonly row: TestRow
  /** Unique among all calls of the engine. */
  readonly engineId: string
  readonly clock: Clock
  readonly trunks: Pick<Trunks, 'about' | 'again'>
  readonly telephones: Pick<Telephones, 'open'>
  readonly keeper: Pick<EngineKeeper, 'engine' | 'state' | 'need' | 'refused'>
  readonly prompts: Prompts
  /** The addresses of the trunk's host. Rejects with the reason when none may be connected to. */
  readonly resolve: (host: string, port: number) => Promise<readonly string[]>
  /** Stores what is known. `isOver`: nothing more comes. */
  readonly write: (steps: readonly Step[], failure: Failure | null, isOver: boolean) => Promise<void>
  readonly onError: (error: unknown) => void
}

/** A call over the trunk to a telephone beside the owner. Each step is stored when it is done. */
export class TestCall {
  readonly #parts: TestParts
  readonly #steps: Step[] = []
  readonly #media: EngineCall
  #telephone: Telephone | undefined
  #work = Promise.resolve()
  /** Settles what the call waits for. */
  #end: (failed?: Failed) => void = () => {}
  #isOver = false
  #cancel = () => {}

  constructor(parts: TestParts) {
    this.#parts = parts
    this.#media = openEngineCall(parts.engineId, parts.keeper)
  }

  get engineId(): string {
    return this.#parts.engineId
  }

  /** Resolves when it is over and stored. Never rejects. */
  async run(): Promise<void> {
    const over = new Promise<Failed | undefined>((resolve) => (this.#end = resolve))
    this.#cancel = this.#parts.clock.after(ALL, () => this.stop())
    const calling = this.#call().catch((error: unknown) => {
      if (error instanceof Failed) return this.#end(error)
      this.#parts.onError(error)
      this.#end(new Failed('sound', 'engine_failed', error instanceof Error ? error.message : null))
    })
    const failed = await over
    this.#isOver = true
    this.#cancel()
    this.#telephone?.hangUp()
    await calling
    await this.#media.end().catch(() => {}) // the engine is gone, and the call with it
    await this.#work
    const { step, why, said } = failed ?? {}
    await this.#parts
      .write(this.#steps, step && why ? { step, why, said: said ?? null } : null, true)
      .catch(this.#parts.onError)
  }

  /** The owner, or the time, ends it. */
  stop(): void {
    if (this.#has('answered')) this.#over('server')
    else this.#end()
  }

  onKey(key: string): void {
    if (this.#isOver || this.#has('key')) return
    this.#done('key', key)
    this.#parts.clock.after(AFTER_KEY, () => this.#over('server'))
  }

  onLost(): void {
    const why = this.#parts.trunks.about(this.#parts.row.account)?.why ?? null
    if (this.#has('dialled')) this.#end(new Failed(this.#last(), 'lost', why))
  }

  onEngineStopped(why: string): void {
    if (this.#has('engine')) this.#end(new Failed(this.#last(), 'engine_died', why))
  }

  async #call(): Promise<void> {
    const { keeper, prompts, row, telephones, clock } = this.#parts
    await this.#connect()
    keeper.need()
    const engine = await this.#until(ENGINE_WITHIN, () => toKnown(keeper.state))
    if (engine?.state !== 'running')
      throw new Failed('engine', engine?.state === 'missing' ? 'engine_missing' : 'engine_failed', engine?.why ?? null)
    this.#done('engine')
    const sdp = await this.#media.offerHold(DESK)
    if (this.#isOver) return
    const { account, number } = row
    this.#telephone = telephones.open(
      { account, call: null, leg: this.#media.id },
      {
        onRinging: () => this.#done('rings'),
        onAnswered: (answer) => void this.#answered(answer, prompts).catch(this.#parts.onError),
        onFailed: (status) =>
          this.#end(
            new Failed(
              this.#has('rings') ? 'answered' : 'rings',
              toTestFailure(status),
              status === undefined ? null : String(status),
            ),
          ),
        onEnded: () => this.#over('telephone'),
        onKey: (key) => this.onKey(key),
      },
    )
    this.#done('dialled', number)
    this.#telephone.call(number, sdp)
    clock.after(RINGS_FOR, () => {
      if (this.#has('answered')) return
      const isSilent = !this.#has('rings')
      this.#end(new Failed(isSilent ? 'rings' : 'answered', isSilent ? 'trunk_failed' : 'no_answer', null))
    })
  }

  /** The trunk as it is now. One that does not work is connected to again, so that the owner sees what it says. */
  async #connect(): Promise<void> {
    const { trunks, row, resolve } = this.#parts
    const { account } = row
    const first = trunks.about(account)
    if (!first) throw new Failed('settings', 'not_taken', null)
    const { host, port, registers } = first.settings
    this.#done('settings')
    const addresses = await resolve(host, port).catch((error: unknown) => {
      throw new Failed('host', 'host_unknown', error instanceof Error ? error.message : null)
    })
    this.#done('host', addresses.join(', '))
    trunks.again(account)
    const now = await this.#until(CONNECTED_WITHIN, () => {
      const about = trunks.about(account)
      if (about?.isConnected && !this.#has('connected')) this.#done('connected')
      return about && about.state !== 'connecting' ? about : undefined
    })
    const isRefused = now?.state === 'refused'
    if (now?.state !== 'ready' && !this.#isOver)
      throw new Failed(
        this.#has('connected') ? 'registered' : 'connected',
        isRefused ? 'not_registered' : 'not_connected',
        (now ?? trunks.about(account))?.why ?? null,
      )
    if (registers) this.#done('registered')
  }

  async #answered(sdp: string, prompts: Prompts): Promise<void> {
    this.#done('answered')
    await this.#media.answer({ from: DESK, to: TAG, sdp, kind: 'telephone' })
    await this.#media.play(TAG, await prompts.tone('test'), true)
    this.#done('sound')
  }

  #over(by: 'telephone' | 'server'): void {
    if (this.#isOver) return
    this.#done('over', by)
    this.#end()
  }

  #done(step: TestStep, said: string | null = null): void {
    const { clock, write, onError } = this.#parts
    if (this.#isOver || this.#has(step)) return
    this.#steps.push({ step, at: clock.now(), said })
    const steps = [...this.#steps]
    this.#work = this.#work.then(() => write(steps, null, false)).catch(onError)
  }

  readonly #has = (step: TestStep): boolean => this.#steps.some((one) => one.step === step)
  readonly #last = (): TestStep => this.#steps.at(-1)?.step ?? 'settings'

  /** What is found within this time (ms); undefined: nothing. */
  async #until<Found>(within: number, find: () => Found | undefined): Promise<Found | undefined> {
    const { clock } = this.#parts
    for (let waited = 0; waited <= within && !this.#isOver; waited += LOOK) {
      const found = find()
      if (found !== undefined) return found
      await new Promise<void>((resolve) => void clock.after(LOOK, resolve))
    }
    return undefined
  }
}

/** Undefined: it is not known yet whether the engine runs. */
const toKnown = (state: EngineState): EngineState | undefined => (state.state === 'off' ? undefined : state)
