import { ClientFrame, ServerFrame } from '../agent/socket.ts'
import { asyncApi, framesOf, socketServer, type About, type Document } from './document.ts'

const DESCRIPTION = `The live connection of the agent application: JSON frames over a WebSocket. After \`welcome\`, \`chat\`, \`typing\`, \`presence\`, \`seen\` and \`stale\` come unasked for all that the agent may see. \`follow\` asks for the entries of one chat past \`after\`: they come as \`entries\`, in order and without a gap.`

/** The socket of the agent application. */
export const agentDocument = (about: About): Document =>
  asyncApi(about, {
    title: 'Deskbell agent socket',
    description: DESCRIPTION,
    servers: socketServer(about.url),
    channels: {
      socket: {
        address: '/api/socket',
        description: 'Opened with the cookie of a session, or with `Authorization: Bearer` and an API token.',
        receives: framesOf(ClientFrame, 'type'),
        sends: framesOf(ServerFrame, 'type'),
        bindings: { ws: { method: 'GET' } },
      },
    },
  })
