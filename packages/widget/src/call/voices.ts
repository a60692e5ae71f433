import type { CallSignal } from '@deskbell/protocol/agent/call'
import type { CallView } from '@deskbell/protocol/widget/frames'
import type { WidgetCore } from '../core/core.ts'
import { openPeers } from './peers.ts'

/** An agent's page that has made no connection within this time is asked for another offer (ms). */
const OFFER_WITHIN = 8000
/** A broken connection often heals by itself; after this time another offer is asked for (ms). */
const HEALS_WITHIN = 4000

/** The voices of a call: a connection to each agent in it, made anew when it is lost. */
export function openVoices(core: WidgetCore, { id, ice }: CallView, microphone: () => MediaStream | undefined) {
  /** When an agent was last asked for an offer, or made one (ms since the epoch). */
  const triedAt = new Map<number, number>()
  let agents: readonly number[] = []
  /** Some voice has been heard: a later break is one of the connection. */
  let wasOpen = false
  const say = (to: number, signal: CallSignal): void => core.say({ t: 'signal', call: id, to, signal })
  const peers = openPeers({ ice, microphone, place: core.boot.root, say, onChange: core.changed })
  const isOpen = (agent: number): boolean => peers.stateOf(agent) === 'connected'
  const ask = (agent: number): void => {
    triedAt.set(agent, Date.now())
    say(agent, { kind: 'ready' })
  }

  return {
    hear: (agent: number, signal: CallSignal): void => {
      if (signal.kind === 'offer') triedAt.set(agent, Date.now())
      peers.hear(agent, signal)
    },
    keep: (view: CallView): void => {
      agents = view.agents
      for (const agent of agents) if (!triedAt.has(agent)) triedAt.set(agent, Date.now())
      peers.keep(agents)
    },
    /** This page has loaded anew. */
    askForAll: (): void => {
      for (const agent of agents) ask(agent)
    },
    second: (): void => {
      for (const agent of agents) {
        const within = ['disconnected', 'failed'].includes(peers.stateOf(agent) ?? '') ? HEALS_WITHIN : OFFER_WITHIN
        if (isOpen(agent)) triedAt.set(agent, Date.now())
        else if (Date.now() - (triedAt.get(agent) ?? 0) > within) ask(agent)
      }
    },
    path: (): 'connecting' | 'open' | 'lost' => {
      if (agents.some(isOpen)) {
        wasOpen = true
        return 'open'
      }
      return wasOpen ? 'lost' : 'connecting'
    },
    isSilent: () => peers.isSilent,
    sound: peers.sound,
    replace: peers.replace,
    close: peers.close,
  }
}
export type Voices = ReturnType<typeof openVoices>
