import type { Module } from '../../module.ts'
import type { Services } from '../../services.ts'
import { makeEntryFrames } from './entry-frames.ts'
import { makeHear } from './frames.ts'
import { makeHub } from './hub.ts'
import { signalRoutes } from './signal-routes.ts'
import { agentSocket } from './socket.ts'
import { makeTypingAndReceipts } from './typing-and-receipts.ts'

type Needs = Pick<
  Services,
  | ('agentAlerts' | 'bus' | 'chatEvents' | 'clock' | 'config' | 'dataChanges' | 'db' | 'directory')
  | ('links' | 'log' | 'lookers' | 'presence' | 'rates' | 'recognize')
>

/** The live connection of the agent application. */
export function agentLive(needs: Needs): Module {
  const typingAndReceipts = makeTypingAndReceipts(needs)
  return {
    name: 'agents’ socket',
    agentRoutes: (api) => signalRoutes(api, typingAndReceipts),
    routes(app, http) {
      const hub = makeHub({ ...needs, typingAndReceipts })
      const hear = makeHear({ ...needs, ...http, hub, typingAndReceipts, framesOf: makeEntryFrames(needs) })
      agentSocket(app, { ...needs, ...http, hub, hear })
    },
  }
}
