import { ClientFrame, ServerFrame } from '../agent/socket.ts'
import { asyncApi, framesOf, socketServer } from './asyncapi.ts'
import type { About, Document } from './document.ts'

const DESCRIPTION = `The live connection of the agent application: JSON frames over a WebSocket. After \`welcome\`, the server sends \`chat\`, \`typing\`, \`presence\`, \`seen\` and \`stale\` for all chats that the agent may see. \`follow\` asks for the entries of one chat after \`after\`: the server sends them as \`entries\`, in order and without gaps.`

/** The socket of the agent application. */
export const agentDocument = (about: About): Document =>
  asyncApi(about, {
    title: 'Deskbell agent socket',
    description: DESCRIPTION,
    servers: socketServer(about.url),
    channels: {
      socket: {
        address: '/api/socket',
        description:
          'Opened with the cookie of a session, or with `Authorization: Bearer` and an API token. A client that says with which version of this API it was made (`?deskbell-agent-api=2.13.0`) may send a server of an earlier minor version what that does not know: it is passed over.',
        receives: framesOf(ClientFrame, 'type'),
        sends: framesOf(ServerFrame, 'type'),
        bindings: { ws: { method: 'GET' } },
      },
    },
  })
