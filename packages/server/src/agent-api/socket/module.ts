import type { Module } from '../../module.ts'
import type { Services } from '../../services.ts'
import { makeCallFrames } from './call-frames.ts'
import { makeEntryFrames } from './entry-frames.ts'
import { makeHear } from './frames.ts'
import { makeHub } from './hub.ts'
import { signalRoutes } from './signal-routes.ts'
import { agentSocket } from './socket.ts'
import { makeTypingAndReceipts } from './typing-and-receipts.ts'

type Needs = Pick<
  Services,
  | ('agentAlerts' | 'bus' | 'callEvents' | 'chatEvents' | 'clock' | 'config' | 'dataChanges' | 'db' | 'directory')
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
      const callFrames = makeCallFrames(needs, hub.connectionsOf)
      app.addHook('onClose', callFrames.close)
      const hear = makeHear({ ...needs, ...http, hub, callFrames, typingAndReceipts, framesOf: makeEntryFrames(needs) })
      agentSocket(app, { ...needs, ...http, hub, hear })
    },
  }
}
