import { BROWSER, FLAGS, HOLD, TELEPHONE } from './sdp.ts'
import type { EngineKeeper } from './keeper.ts'
import type { EngineAnswer } from './ng.ts'
import { heardPortsIn, pathsIn, refusedIn } from './paths.ts'

/** How the engine speaks with one side. */
const SIDES = { telephone: TELEPHONE, browser: BROWSER }
export type SideKind = keyof typeof SIDES

/** So often a prompt is played again (times): until it is stopped. */
const AGAIN = 1000

/**
 * One call at the media engine. Each side has a tag. A side that leaves stays known until the end: rtpengine forgets what was offered and
 * is not answered yet when it deletes another side. Every method rejects when the engine is gone or refuses.
 */
export interface EngineCall {
  readonly id: string
  /** The engine knows the call. */
  readonly isKnown: boolean
  /** Offers the sound of one side to another one. `to`: one that is there already. Resolves with what that one is offered. */
  offer(about: { from: string; sdp: string; to?: string; kind: SideKind }): Promise<string>
  /** The answer of `to` to what `from` has offered. Resolves with what `from` is answered. */
  answer(about: { from: string; to: string; sdp: string; kind: SideKind }): Promise<string>
  /** Nobody is there yet for a telephone that is called. Resolves with what it is offered. */
  offerHold(desk: string): Promise<string>
  /** Plays a file at one side. Resolves with how long it takes (ms). `again`: until it is stopped. */
  play(tag: string, file: string, again: boolean): Promise<number>
  stopPlaying(tag: string): Promise<void>
  /** The voice of one side is carried, or not. */
  block(tag: string, isBlocked: boolean): Promise<void>
  record(): Promise<void>
  /** The ways on which it hears sides now, as `RtpPacket.path`. */
  paths(): Promise<string[]>
  /** Its ports at which sound has come. */
  heardPorts(): Promise<number[]>
  end(): Promise<void>
}

export function openEngineCall(id: string, keeper: Pick<EngineKeeper, 'engine' | 'refused'>): EngineCall {
  let isKnown = false

  async function ask(command: string, body: object): Promise<EngineAnswer> {
    if (!keeper.engine) throw new Error('the media engine does not run')
    return keeper.engine.ask(command, { 'call-id': id, ...body })
  }
  async function describe(command: 'offer' | 'answer', body: object): Promise<string> {
    isKnown = true
    return (await ask(command, { ...FLAGS, ...body })).sdp ?? ''
  }

  return {
    id,
    get isKnown() {
      return isKnown
    },
    offer: ({ from, sdp, to, kind }) =>
      describe('offer', { ...SIDES[kind], 'from-tag': from, ...(to !== undefined && { 'to-tag': to }), sdp }),
    answer: ({ from, to, sdp, kind }) => describe('answer', { ...SIDES[kind], 'from-tag': from, 'to-tag': to, sdp }),
    offerHold: (desk) => describe('offer', { ...TELEPHONE, 'from-tag': desk, sdp: HOLD }),
    async play(tag, file, again) {
      const { duration } = await ask('play media', { 'from-tag': tag, file, ...(again && { 'repeat-times': AGAIN }) })
      return Number(duration) || 0
    },
    stopPlaying: async (tag) => void (await ask('stop media', { 'from-tag': tag })),
    block: async (tag, isBlocked) => void (await ask(isBlocked ? 'block media' : 'unblock media', { 'from-tag': tag })),
    paths: async () => pathsIn(await ask('query', {})),
    heardPorts: async () => heardPortsIn(await ask('query', {})),
    record: async () => void (await ask('start recording', {})),
    async end() {
      if (!isKnown) return
      // A deleted call tells no counts.
      const told = await ask('query', {}).catch(() => undefined)
      await ask('delete', {})
      const packets = refusedIn(told)
      if (packets > 0) keeper.refused(packets)
    },
  }
}
